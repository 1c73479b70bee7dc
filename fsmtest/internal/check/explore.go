package check

import (
	"math/rand"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Explore compares a machine with its spec in more configurations than [Test] does: those of
// machines with parameters up to 3 above their minimum, up to the given number of events. It
// returns snapshots of some of these configurations. The test fails if Explore completes for none
// of the parameters.
func Explore(t *testing.T, env *Env, events int) (snapshots [][]byte) {
	t.Helper()
	random := rand.New(rand.NewSource(7))
	taken := make([]int, len(env.Oracle.Moves))
	whole, share := 0, events*2/5
	for spread := 0; spread < 4 && events > 0; spread++ {
		draw.Choices(random, 6, func(choose draw.Chooser) {
			c := env.draws.DrawParams(spread, choose)
			if events <= 0 || !env.Oracle.Claims.Params(c) {
				return
			}
			share := min(events, share)
			nodes, left := env.walk(t, c, share, taken, func([]node, int, oracle.Input, []byte, oracle.Course) {})
			if left > 0 {
				whole++
			}
			events -= share - left
			for i := 0; i < len(nodes) && i < 10; i++ {
				n := nodes[random.Intn(len(nodes))]
				if env.Subject.Machine.Restore == nil {
					continue
				}
				if text, err := env.Subject.Save(n.run.Machine); err == nil {
					snapshots = append(snapshots, text)
				}
			}
		})
	}
	t.Logf("all configurations with %d parameters", whole)
	if whole == 0 {
		t.Error("exploration completed for no parameters")
	}
	return snapshots
}
