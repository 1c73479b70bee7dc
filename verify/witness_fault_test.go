package verify_test

import (
	"errors"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// fault returns why an expression cannot be computed: a divisor is 0, or a value that
// matters leaves Go's int of 64 bits. What is only added up or multiplied further may wrap;
// operands of divisions and comparisons and arguments may not, and neither may the value if
// matters is true.
func (w *witness) fault(e expr.Expr, s scene, matters bool) error {
	if err := w.faultInside(e, s); err != nil {
		return err
	}
	v, _, err := w.value(e, s)
	if err != nil && !errors.Is(err, errWrapped) {
		return err
	}
	if err != nil || matters && e.Type().Kind == expr.Int && !v.IsInt64() {
		return errLarge
	}
	return nil
}

// faultInside returns the first fault of the parts of an expression, in the order in which Go computes them.
func (w *witness) faultInside(e expr.Expr, s scene) error {
	switch e := e.(type) {
	case *expr.Unary:
		return w.fault(e.X, s, false)
	case *expr.Call:
		for _, a := range e.Args {
			if err := w.fault(a, s, true); err != nil {
				return err
			}
		}
	case *expr.Binary:
		sum := e.Op == expr.Add || e.Op == expr.Sub || e.Op == expr.Mul
		if err := w.fault(e.X, s, !sum); err != nil {
			return err
		}
		if x, _, _ := w.value(e.X, s); e.Op == expr.And && x.Sign() == 0 || e.Op == expr.Or && x.Sign() != 0 {
			return nil // the other side is not evaluated
		}
		return w.fault(e.Y, s, !sum)
	}
	return nil
}

// payloads calls try for payloads and answers at random, with ints near those that matter in the
// machine, with their opposites, and at the ends of int, until it returns true.
func (w *witness) payloads(state, event int, s scene, try func(scene) bool) bool {
	near := []int64{0, math.MaxInt64, math.MinInt64}
	look := func(e expr.Expr) {
		if e == nil {
			return
		}
		expr.Walk(e, func(x expr.Expr) {
			chosen := func(s *expr.Symbol) bool { return s.Scope == expr.Field || s.Scope == expr.External }
			if x.Type().Kind != expr.Int || expr.Uses(x, chosen) {
				return
			}
			if v, _, err := w.value(x, s); err == nil && v.IsInt64() {
				near = append(near, v.Int64(), v.Int64()-1, v.Int64()+1, -v.Int64())
			}
		})
	}
	for i := range w.m.Transitions {
		t := &w.m.Transitions[i]
		look(t.Guard)
		for _, u := range t.Updates {
			look(u.Value)
		}
	}
	slices.Sort(near)
	near = slices.Compact(near) // so that each is tried as often
	for range 4000 {
		s.fields, s.answers = w.payload(event), w.answers()
		for i, f := range w.m.Events[event].Fields {
			if f.Type.Kind == expr.Int && w.random.IntN(4) > 0 {
				s.fields[i] = near[w.random.IntN(len(near))]
			}
		}
		if try(s) {
			return true
		}
	}
	return false
}

// faulty reports whether some payload leads to a transition that cannot be computed, as a
// refuted obligation says.
func (w *witness) faulty(o *verify.Obligation, s scene) bool {
	if w.random == nil || o.Transition < 0 {
		return true
	}
	t := &w.m.Transitions[o.Transition]
	is := func(err error) bool {
		return err != nil && errors.Is(err, errDivide) == (o.Kind == verify.KindDivide)
	}
	return w.payloads(t.From, t.Event, s, func(s scene) bool {
		for i := range w.m.Transitions[:o.Transition] {
			if u := &w.m.Transitions[i]; u.From == t.From && u.Event == t.Event && (w.fault(u.Guard, s, true) != nil || w.holds(u.Guard, s)) {
				return false
			}
		}
		if t.Guard != nil {
			if err := w.fault(t.Guard, s, true); err != nil {
				return is(err)
			}
			if !w.holds(t.Guard, s) {
				return false
			}
		}
		if slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Value.Type().Scalar() && is(w.fault(u.Value, s, true)) }) {
			return true
		}
		return slices.ContainsFunc(t.Emits, func(e core.Emission) bool {
			return slices.ContainsFunc(e.Values, func(x expr.Expr) bool { return x.Type().Scalar() && is(w.fault(x, s, true)) })
		})
	})
}

// missing reports whether no alternative is taken for some payload.
func (w *witness) missing(state, event int, s scene) bool {
	return w.random == nil || w.payloads(state, event, s, func(s scene) bool {
		return !slices.ContainsFunc(w.m.On(state, event), func(t core.Transition) bool {
			return t.Guard == nil || w.fault(t.Guard, s, true) != nil || w.holds(t.Guard, s)
		})
	})
}
