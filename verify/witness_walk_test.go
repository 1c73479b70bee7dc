package verify_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// wander explores some configurations for some parameters and checks what is
// proved in each.
func (w *witness) wander() {
	w.reaches()
	for _, params := range w.choices() {
		if len(w.faults) == 0 {
			w.walk(params)
		}
	}
}

func (w *witness) walk(params []int64) {
	m := w.m
	s := scene{params: params, vars: make([]int64, len(m.Vars))}
	for i, v := range m.Vars {
		if v.Init == nil {
			continue
		}
		x, wrapped, err := w.value(v.Init, s)
		if err != nil || !w.fits(x) || x.Int64() != wrapped {
			if w.all {
				w.fail("all is proved, but %q cannot begin for %v: %v %d %v", v.Name, params, x, wrapped, err)
			}
			return
		}
		s.vars[i] = wrapped
	}
	for i := range m.Vars {
		if m.Vars[i].State < 0 && w.proved(verify.KindInit, func(o *verify.Obligation) bool { return o.Var == i }) {
			w.ranged(i, s, "at the start")
		}
	}
	w.invariants(m.Initial, -1, s)
	w.inferred(m.Initial, s)
	w.pending(m.Initial, s, true)
	if !w.opening(s) {
		return
	}
	// edge is a step to a configuration, with its length.
	type edge struct {
		to     int
		length int64
	}
	type config struct {
		state int
		vars  []int64
		next  []edge
		// soon are those of next that need no event.
		soon []int
	}
	key := func(state int, vars []int64) string { return fmt.Sprint(state, vars) }
	all := []config{{state: m.Initial, vars: s.vars}}
	known := map[string]int{key(m.Initial, s.vars): 0}
	tally := w.tally(s)
	// starts are where the count of transitions begins.
	starts := []edge{{0, w.charged(-1, s)}}
	for id := 0; id < len(all) && len(w.faults) == 0; id++ {
		state := all[id].state
		now := scene{params: params, vars: all[id].vars}
		w.bounded(state, now)
		if w.proved(verify.KindDeadlock, func(o *verify.Obligation) bool { return o.State == state }) && !m.Terminal(state) && !w.alive(state, now, true) {
			w.fail("no deadlock is proved of %s, but nothing leads on with %v", m.States[state].Name, now)
		}
		for event := range m.Events {
			if len(m.On(state, event)) == 0 {
				continue
			}
			tries := 1
			if n := len(m.Events[event].Fields) + len(m.Asks); n > 0 {
				tries = 10
			}
			for range tries {
				now.fields, now.answers = w.payload(event), w.answers()
				t, after, err := w.step(state, event, now)
				if err != nil || t < 0 {
					continue
				}
				to := m.Transitions[t].To
				k := key(to, after)
				next, ok := known[k]
				if !ok && len(all) < 250 {
					next, ok = len(all), true
					known[k] = next
					all = append(all, config{state: to, vars: after})
				}
				if !ok {
					next = -1
				}
				tally.add(id, next, t, now, scene{params: params, vars: after})
				switch {
				case ok && m.Events[event].Environment:
					starts = append(starts, edge{next, w.charged(t, scene{params: params, vars: after})})
				case ok:
					all[id].next = append(all[id].next, edge{next, 1 + w.charged(t, scene{params: params, vars: after})})
				}
				if ok && m.Events[event].Eventless {
					all[id].soon = append(all[id].soon, next)
				}
			}
		}
	}
	if what := tally.judge(); what != "" {
		w.fail("%s for %v", what, params)
		return
	}
	for id := range all {
		// Without an event, there is at most one way on.
		at, steps := id, 0
		for ; len(all[at].soon) > 0 && steps <= len(all); steps++ {
			at = all[at].soon[0]
		}
		if w.r.Rest.Status == verify.Proved && steps > len(all) {
			w.fail("proved to come to rest, but not from %s with %v for %v", m.States[all[id].state].Name, all[id].vars, params)
			return
		}
	}
	// longest holds 1 more than the longest run from a configuration.
	longest := make([]int64, len(all))
	const busy = -1
	var visit func(id int) bool
	visit = func(id int) bool {
		if longest[id] != 0 {
			return longest[id] != busy
		}
		longest[id] = busy
		best := int64(0)
		for _, n := range all[id].next {
			if !visit(n.to) {
				return false
			}
			best = max(best, longest[n.to]-1+n.length)
		}
		longest[id] = best + 1
		return true
	}
	for _, start := range starts {
		if !visit(start.to) {
			if w.r.Termination == verify.Proved || w.r.UnlessOverflow {
				w.fail("proved to end or to settle, but there is a cycle for %v", params)
			}
			return
		}
		if w.r.Bound.Status == verify.Proved || w.r.Bound.UnlessOverflow {
			if limit, _, err := w.value(w.r.Bound.Expr, s); err != nil || limit.Cmp(big.NewInt(longest[start.to]-1+start.length)) < 0 {
				w.fail("the bound %v is proved, but a run takes %d for %v", limit, longest[start.to]-1+start.length, params)
			}
		}
	}
}

// opening computes the outputs of the start. It returns false if one cannot be.
func (w *witness) opening(s scene) bool {
	about := func(o *verify.Obligation) bool { return o.Transition < 0 && o.Var < 0 && o.State < 0 }
	for _, e := range w.m.Start {
		for _, x := range e.Values {
			if !x.Type().Scalar() {
				continue
			}
			v, wrapped, err := w.value(x, s)
			if err != nil && w.proved(verify.KindDivide, about) || err == nil && (!w.fits(v) || v.Int64() != wrapped) && w.proved(verify.KindOverflow, about) {
				w.fail("the outputs of the start are proved to be good, but %s is %v or %d (%v) with %v", expr.Print(x, expr.Spec), v, wrapped, err, s)
			}
			if err != nil {
				return false
			}
		}
	}
	return true
}

// alive reports whether some of many payloads and answers leads on or, if faults is true, cannot
// be computed: what is proved says nothing then, but what is refuted is about steps that can be computed. The ints among them are near those that guards mention here.
func (w *witness) alive(state int, s scene, faults bool) bool {
	m := w.m
	near := []int64{0}
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.From == state && t.Guard != nil {
			expr.Walk(t.Guard, func(x expr.Expr) {
				chosen := func(s *expr.Symbol) bool { return s.Scope == expr.Field || s.Scope == expr.External }
				if x.Type().Kind != expr.Int || expr.Uses(x, chosen) {
					return
				}
				if v, _, err := w.value(x, s); err == nil && w.fits(v) {
					near = append(near, v.Int64(), v.Int64()-1, v.Int64()+1)
				}
			})
		}
	}
	// One value of many may be the only one that leads on, so that there are far more tries
	// than usual machines need.
	for range 2_000 {
		for event := range m.Events {
			if len(m.On(state, event)) == 0 || w.ended(state, event) {
				continue
			}
			s.fields, s.answers = w.payload(event), w.answers()
			for i, f := range m.Events[event].Fields {
				if f.Type.Kind == expr.Int && w.random.IntN(3) > 0 {
					s.fields[i] = near[w.random.IntN(len(near))]
				}
			}
			if t, _, err := w.quiet(state, event, s); err != nil && faults || err == nil && t >= 0 {
				return true
			}
		}
	}
	return false
}

// ended reports whether an event is a result of a call that may have ended in a state, because one of its
// results is ignored there.
func (w *witness) ended(state, event int) bool {
	for _, c := range w.m.Calls {
		for _, result := range c.Results {
			for _, t := range w.m.On(state, result) {
				if t.Effect == core.Ignore && slices.Contains(c.Results, event) {
					return true
				}
			}
		}
	}
	return false
}

// waits reports whether the machine waits for an event: no transition without one has a
// condition that holds, or that cannot be computed.
func (w *witness) waits(state int, s scene) bool {
	for _, t := range w.m.Transitions {
		if t.From != state || !w.m.Events[t.Event].Eventless {
			continue
		}
		if t.Guard == nil {
			return false
		}
		if v, wrapped, err := w.value(t.Guard, s); err != nil || v.Sign() != 0 || wrapped != 0 {
			return false
		}
	}
	return true
}

// step takes one step and checks all that is proved of it. It returns -1 when
// no transition is taken. An event has no effect unless the machine waits for one.
func (w *witness) step(state, event int, s scene) (int, []int64, error) {
	m := w.m
	if !m.Events[event].Eventless && !w.waits(state, s) {
		return -1, nil, nil
	}
	first := slices.IndexFunc(m.Transitions, func(t core.Transition) bool { return t.From == state && t.Event == event })
	for i := first; i < len(m.Transitions) && m.Transitions[i].From == state && m.Transitions[i].Event == event; i++ {
		t := &m.Transitions[i]
		about := func(o *verify.Obligation) bool { return o.Transition == i }
		compute := func(e expr.Expr) (*big.Int, error) {
			v, wrapped, err := w.value(e, s)
			if err != nil {
				if w.proved(verify.KindDivide, about) && (!errors.Is(err, errWrapped) || w.proved(verify.KindOverflow, about)) {
					w.fail("no division by zero is proved of %s, but %v %v", m.Label(i), m.States[state].Name, s)
				}
				return nil, err
			}
			if !w.fits(v) || v.Int64() != wrapped {
				if w.proved(verify.KindOverflow, about) {
					w.fail("no overflow is proved of %s, but %s is %v or %d with %v", m.Label(i), expr.Print(e, expr.Spec), v, wrapped, s)
				}
				return nil, errLarge
			}
			return v, nil
		}
		if t.Guard != nil {
			v, err := compute(t.Guard)
			if err != nil {
				return -1, nil, err
			}
			if v.Sign() == 0 {
				continue
			}
		}
		if t.Effect != core.Take {
			return -1, nil, nil
		}
		after := slices.Clone(s.vars)
		for v := range after {
			if !m.Exists(v, t.To) {
				after[v] = 0
			}
		}
		for _, u := range t.Updates {
			v, err := compute(u.Value)
			if err != nil {
				return -1, nil, err
			}
			after[u.Var] = v.Int64()
		}
		for _, e := range t.Emits {
			for _, x := range e.Values {
				if !x.Type().Scalar() {
					continue
				}
				if _, err := compute(x); err != nil {
					return -1, nil, err
				}
			}
		}
		w.taken(i, s, scene{params: s.params, vars: after})
		return i, after, nil
	}
	if !m.Events[event].Eventless && w.proved(verify.KindGap, func(o *verify.Obligation) bool { return o.State == state && o.Event == event }) {
		w.fail("no gap is proved in %s on %s, but %v", m.States[state].Name, m.Events[event].Name, s)
	}
	return -1, nil, nil
}
