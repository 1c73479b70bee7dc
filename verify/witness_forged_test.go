package verify_test

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// forged makes configurations that no run needs to reach, and follows a run from each one
// that Restore accepts: the ranges and invariants of the spec hold, and the conditions of
// the report. It tries so many for each choice of parameters, and returns how many were
// accepted.
func (w *witness) forged(tries int) (accepted int) {
	w.forging = true
	for _, params := range w.choices() {
		for range tries {
			if len(w.faults) > 0 {
				return accepted
			}
			state, s := w.forge(params)
			if !w.m.Terminal(state) && w.restores(state, s) {
				accepted++
				w.settles(state, s)
				w.run(state, s)
			}
		}
	}
	return accepted
}

// forge returns a state, and values of any size for what exists in it.
func (w *witness) forge(params []int64) (int, scene) {
	m := w.m
	state, s := w.random.IntN(len(m.States)), scene{params: params, vars: make([]int64, len(m.Vars))}
	spread := []int64{3, 12, 100}[w.random.IntN(3)]
	for i, v := range m.Vars {
		if !m.Exists(i, state) {
			continue
		}
		switch v.Type.Kind {
		case expr.Bool:
			s.vars[i] = w.random.Int64N(2)
		case expr.Enumerated:
			s.vars[i] = w.random.Int64N(int64(len(v.Type.Enum.Values)))
		case expr.String:
			s.vars[i] = w.random.Int64N(int64(len(w.texts)))
		case expr.Int:
			s.vars[i] = w.random.Int64N(2*spread) - spread
			for _, end := range []expr.Expr{v.Min, v.Max} {
				if end != nil && w.random.IntN(3) == 0 {
					if x, _, err := w.value(end, s); err == nil && x.IsInt64() {
						s.vars[i] = x.Int64()
					}
				}
			}
			switch w.random.IntN(8) {
			case 0:
				s.vars[i] = w.extreme()
			case 1:
				if len(params) > 0 {
					s.vars[i] = params[w.random.IntN(len(params))]
				}
			}
		}
	}
	return state, s
}

// restores reports whether Restore accepts a configuration.
func (w *witness) restores(state int, s scene) bool {
	for i, v := range w.m.Vars {
		ref := &expr.Ref{Symbol: v.Symbol}
		if w.m.Exists(i, state) && (v.Min != nil && !w.holds(&expr.Binary{Op: expr.Ge, X: ref, Y: v.Min}, s) ||
			v.Max != nil && !w.holds(&expr.Binary{Op: expr.Le, X: ref, Y: v.Max}, s)) {
			return false
		}
	}
	for _, i := range w.m.Invariants {
		if (i.State < 0 || i.State == state) && !w.holds(i.Expr, s) {
			return false
		}
	}
	return w.satisfies(state, s)
}

// satisfies reports whether the conditions of the report hold.
func (w *witness) satisfies(state int, s scene) bool {
	return !slices.ContainsFunc(w.r.Conditions, func(c verify.Condition) bool { return c.State == state && !w.holds(c.Expr, s) })
}

// settles looks whether a machine that is proved to come to rest does so from a configuration. It gives up where
// that takes too long to be sure.
func (w *witness) settles(state int, s scene) {
	e := w.m.Eventless()
	if e < 0 || w.r.Rest.Status != verify.Proved {
		return
	}
	known := map[string]bool{}
	for at, now := state, s; len(known) < 2_000; {
		key := fmt.Sprint(at, now.vars)
		if known[key] {
			w.fail("proved to come to rest, but not from %s with %v", w.m.States[state].Name, s)
			return
		}
		known[key] = true
		if len(w.m.On(at, e)) == 0 {
			return
		}
		t, after, err := w.step(at, e, now)
		if err != nil || t < 0 {
			return
		}
		at, now = w.m.Transitions[t].To, scene{params: s.params, vars: after}
	}
}

// run follows one run, whose steps step checks, and counts its transitions.
func (w *witness) run(state int, s scene) {
	start, limit := s, int64(200)
	bounded := false
	if w.r.Bound.Expr != nil && w.r.Bound.Status == verify.Proved {
		if v, _, err := w.value(w.r.Bound.Expr, s); err == nil && v.IsInt64() && v.Int64() < limit {
			limit, bounded = v.Int64(), true
		}
	}
	from, count := state, int64(0)
	for range 3 * limit {
		if w.m.Terminal(state) || len(w.faults) > 0 {
			return
		}
		event := w.random.IntN(len(w.m.Events))
		if len(w.m.On(state, event)) == 0 {
			continue
		}
		now := scene{params: s.params, vars: s.vars, fields: w.payload(event), answers: w.answers()}
		t, after, err := w.step(state, event, now)
		if err != nil || t < 0 {
			continue // step says so if it must not happen
		}
		state, s.vars = w.m.Transitions[t].To, after
		if !w.satisfies(state, s) {
			w.fail("the conditions do not hold in %s with %v, which %s leads to", w.m.States[state].Name, s, w.m.Label(t))
		}
		if count++; w.m.Events[event].Environment {
			count = 0
		}
		if bounded && count > limit {
			w.fail("the bound is %d, but a run from %s with %v takes more transitions", limit, w.m.States[from].Name, start)
		}
	}
}
