package fsmtest

import (
	"math/rand"
	"testing"
)

// Fuzz compares a machine with its spec in a fuzz target. The bytes of the input choose the
// parameters, the events, the payloads, and the answers of the host. The seed corpus has a run to
// each transition that small parameters allow, to a refusal in each state, and some random inputs.
func Fuzz[M any, S any, C, E any](f *testing.F, spec *Spec[C, E], machine *Machine[M, S, C]) {
	h := &checks{newHarness(spec, machine)}
	h.work.allow(subtestSteps)
	corners := append(h.small(f), h.corners()...)
	refused := map[int]bool{} // by state
	for _, c := range some(h.cover(f)) {
		if c.row < 0 {
			state := h.after(c).state
			if refused[state] {
				continue
			}
			refused[state] = true
		}
		if c.small >= 0 {
			f.Add(append([]byte{byte(c.small)}, c.picks...))
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
			c = h.drawParams(choose(100), choose)
		}
		if !h.valid(c) {
			return
		}
		h.work.allow(fuzzStepsEach)
		defer failEndless(t)
		s := h.subject(c)
		for len(data) > 0 && len(s.events) < 200 && s.fault == nil && !s.over {
			number := choose(2 * len(h.Events))
			m := s.runs[0].oracle
			e := h.fill(number%len(h.Events), m, choose)
			if number >= len(h.Events) {
				e = h.corner(e, choose)
			}
			if h.comes(m, e) {
				_ = s.Take(e)
			}
		}
		if s.End() != nil {
			t.Fatal(s)
		}
	})
}
