package verify_test

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// taken checks what is proved of transition i.
func (w *witness) taken(i int, before, after scene) {
	m, t := w.m, &w.m.Transitions[i]
	for v := range m.Vars {
		if w.proved(verify.KindRange, func(o *verify.Obligation) bool { return o.Transition == i && o.Var == v }) {
			w.ranged(v, after, "after "+m.Label(i))
		}
	}
	w.invariants(t.To, i, after)
	w.inferred(t.To, after)
	for _, d := range w.r.Diagnostics {
		if d.Code == diag.CodeDead && d.Span == t.Span && !w.forging {
			w.fail("%s is taken with %v, but: %s", m.Label(i), before, d.Message)
		}
	}
	cost := w.charged(i, after)
	if m.Events[t.Event].Environment {
		if m.Bound != nil && m.Rank == 1 && w.proved(verify.KindBound, func(o *verify.Obligation) bool { return o.Transition == i }) && w.above(t.To, after, cost) {
			w.fail("progress is above the bound after %s with %v", m.Label(i), after)
		}
		return
	}
	if w.proved(verify.KindDecrease, func(o *verify.Obligation) bool { return o.Transition == i }) && w.rises(t, before, after, cost) {
		w.fail("progress does not decrease on %s from %v to %v, which costs %d", m.Label(i), before, after, cost)
	}
	w.pays(t, before, after, cost)
}

// rises reports whether progress does not decrease by as much as a transition must decrease it. The bound of a child
// that is not proved may be negative.
func (w *witness) rises(t *core.Transition, before, after scene, cost int64) bool {
	if w.m.Rank != 1 {
		return w.compare(t.To, after, t.From, before) >= 0
	}
	high, _, err1 := w.value(w.m.States[t.From].Progress[0], before)
	low, _, err2 := w.value(w.m.States[t.To].Progress[0], after)
	return err1 == nil && err2 == nil && low.Add(low, big.NewInt(cost)).Cmp(high) >= 0
}

// above reports whether progress is above the bound, with the cost of what has led there.
func (w *witness) above(state int, s scene, cost int64) bool {
	progress, _, err1 := w.value(w.m.States[state].Progress[0], s)
	limit, _, err2 := w.value(w.m.Bound, s)
	return err1 == nil && err2 == nil && progress.Add(progress, big.NewInt(cost)).Cmp(limit) > 0
}

func (w *witness) compare(state int, s scene, other int, t scene) int {
	for k := range w.m.Rank {
		x, _, err1 := w.value(w.m.States[state].Progress[k], s)
		y, _, err2 := w.value(w.m.States[other].Progress[k], t)
		if err1 != nil || err2 != nil {
			return -1
		}
		if c := x.Cmp(y); c != 0 {
			return c
		}
	}
	return 0
}

func (w *witness) bounded(state int, s scene) {
	w.pending(state, s, false)
	if !w.proved(verify.KindBounded, func(o *verify.Obligation) bool { return o.State == state }) {
		return
	}
	for _, p := range w.m.States[state].Progress {
		if v, _, err := w.value(p, s); err == nil && v.Sign() < 0 {
			w.fail("progress is %v in %s with %v", v, w.m.States[state].Name, s)
		}
	}
}

func (w *witness) ranged(v int, s scene, where string) {
	decl := w.m.Vars[v]
	x := big.NewInt(s.vars[v])
	if decl.Min != nil {
		if lo, _, err := w.value(decl.Min, s); err == nil && x.Cmp(lo) < 0 {
			w.fail("%s is %v, below %v, %s", decl.Name, x, lo, where)
		}
	}
	if decl.Max != nil {
		if hi, _, err := w.value(decl.Max, s); err == nil && x.Cmp(hi) > 0 {
			w.fail("%s is %v, above %v, %s", decl.Name, x, hi, where)
		}
	}
}

func (w *witness) invariants(state, transition int, s scene) {
	for i, inv := range w.m.Invariants {
		if inv.State >= 0 && inv.State != state {
			continue
		}
		about := func(o *verify.Obligation) bool { return o.Invariant == i && o.Transition == transition }
		if v, _, err := w.value(inv.Expr, s); err == nil && v.Sign() == 0 && w.proved(verify.KindInvariant, about) {
			w.fail("invariant %s does not hold with %v", expr.Print(inv.Expr, expr.Spec), s)
		}
	}
}

// inferred looks whether the facts that the report adds hold, and whether the state is one that no run is said to reach.
func (w *witness) inferred(state int, s scene) {
	for _, u := range w.r.Unreached {
		if !w.forging && u.State == state && (u.Region < 0 || s.vars[w.m.States[state].Regions[u.Region].Var] == int64(u.Leaf)) {
			w.fail("%s is reached with %v", u.Name(w.m), s)
		}
	}
	for _, i := range w.r.Inferred {
		if i.State != state {
			continue
		}
		if v, _, err := w.value(i.Expr, s); err != nil || v.Sign() == 0 {
			w.fail("%s is inferred in %s and does not hold with %v (%v)", expr.Print(i.Expr, expr.Spec), w.m.States[state].Name, s, err)
		}
	}
}
