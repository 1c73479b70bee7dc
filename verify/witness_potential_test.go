package verify_test

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/core"
)

// pays looks whether a function that proves the bound is lowered by a transition, and by what it costs.
func (w *witness) pays(t *core.Transition, before, after scene, cost int64) {
	of := w.r.Bound.Potential
	if of == nil {
		return
	}
	high, _, err1 := w.value(of[t.From], before)
	low, _, err2 := w.value(of[t.To], after)
	if err1 != nil || err2 != nil || low.Add(low, big.NewInt(cost)).Cmp(high) >= 0 {
		w.fail("the function of the bound goes from %v to %v on a transition to %s that costs %d, from %v to %v (%v, %v)",
			high, low, w.m.States[t.To].Name, cost, before, after, err1, err2)
	}
}

// pending looks whether a function that proves the bound is negative, or, at the start, above the bound.
func (w *witness) pending(state int, s scene, start bool) {
	of := w.r.Bound.Potential
	if of == nil {
		return
	}
	v, _, err := w.value(of[state], s)
	if err != nil || v.Sign() < 0 {
		w.fail("the function of the bound is %v in %s with %v (%v)", v, w.m.States[state].Name, s, err)
		return
	}
	if limit, _, err := w.value(w.r.Bound.Expr, s); start && (err != nil || v.Add(v, big.NewInt(w.charged(-1, s))).Cmp(limit) > 0) {
		w.fail("the function of the bound starts at %v, above %v, with %v", v, limit, s)
	}
}
