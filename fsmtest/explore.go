package fsmtest

import (
	"math/rand"
	"testing"
)

// Explore compares a machine with its spec in more configurations than [Test] does: those of
// machines with parameters up to 3 above their minimum, up to the given number of events. It
// returns snapshots of some of these configurations. The test fails if Explore completes for none
// of the parameters.
func Explore[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C], events int) (snapshots [][]byte) {
	t.Helper()
	h := &checks{newHarness(spec, machine)}
	random := rand.New(rand.NewSource(7))
	taken := make([]int, len(h.rows))
	whole, share := 0, events*2/5
	for spread := 0; spread < 4 && events > 0; spread++ {
		choices(random, 6, func(choose chooser) {
			c := h.drawParams(spread, choose)
			if events <= 0 || !h.valid(c) {
				return
			}
			share := min(events, share)
			nodes, left := h.walk(t, c, share, taken, func([]node, int, Input, []byte, course) {})
			if left > 0 {
				whole++
			}
			events -= share - left
			for i := 0; i < len(nodes) && i < 10; i++ {
				n := nodes[random.Intn(len(nodes))]
				if h.Restore == nil {
					continue
				}
				if text, err := h.save(n.run.machine); err == nil {
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
