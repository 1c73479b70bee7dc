package check

import (
	"math/rand"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Fuzz compares a machine with its spec in a fuzz target. The bytes of the input choose the
// parameters, the events, the payloads, and the answers of the host. The seed corpus has a run to
// each transition that small parameters allow, to a refusal in each state, and some random inputs.
func Fuzz(f *testing.F, env *Env) {
	env.Oracle.Work.Allow(oracle.SubtestSteps)
	corners := append(env.small(f), env.bench.Corners()...)
	refused := map[int]bool{} // by state
	for _, c := range some(env.cover(f)) {
		if c.Row < 0 {
			state := env.after(c).State
			if refused[state] {
				continue
			}
			refused[state] = true
		}
		if c.Small >= 0 {
			f.Add(append([]byte{byte(c.Small)}, c.Picks...))
		}
	}
	random := rand.New(rand.NewSource(1))
	for range 4 {
		data := make([]byte, 100)
		random.Read(data)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		choose := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			pick := int(data[0]) % max(n, 1)
			data = data[1:]
			return pick
		}
		var c any
		if i := choose(len(corners) + 1); i < len(corners) {
			c = corners[i]
		} else {
			c = env.draws.DrawParams(choose(100), choose)
		}
		if !env.Oracle.Claims.Params(c) {
			return
		}
		env.Oracle.Work.Allow(oracle.FuzzStepsEach)
		defer failEndless(t)
		s := newTrial(env.bench, c)
		for len(data) > 0 && len(s.Events) < 200 && s.Fault == nil && !s.over {
			number := choose(2 * len(env.Spec.Events))
			m := s.runs[0].Now
			e := env.draws.Fill(number%len(env.Spec.Events), m, choose)
			if number >= len(env.Spec.Events) {
				e = env.draws.Corner(e, choose)
			}
			if env.Oracle.Comes(m, e) {
				_ = s.Send(e)
			}
		}
		if s.End() != nil {
			t.Fatal(s)
		}
	})
}
