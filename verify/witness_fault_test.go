package verify_test

import (
	"errors"
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

// attempted returns the scene of the event that a refuted obligation shows. ok is false if it is missing, or another
// event than event.
func (w *witness) attempted(o *verify.Obligation, event int, s scene) (_ scene, ok bool) {
	a := o.Attempt
	if a == nil || a.Event != event || len(a.Fields) != len(w.m.Events[event].Fields) || len(a.Externals) != len(w.m.Asks) {
		return s, false
	}
	s.fields, s.answers = a.Fields, a.Externals
	return s, true
}

// faulty reports whether the event that a refuted obligation shows leads to a transition that cannot be computed.
func (w *witness) faulty(o *verify.Obligation, s scene) bool {
	if o.Transition < 0 {
		return true
	}
	t := &w.m.Transitions[o.Transition]
	s, ok := w.attempted(o, t.Event, s)
	if !ok {
		return false
	}
	is := func(err error) bool {
		return err != nil && errors.Is(err, errDivide) == (o.Kind == verify.KindDivide)
	}
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
}

// missing reports whether no alternative is taken for the event that a refuted obligation shows.
func (w *witness) missing(o *verify.Obligation, s scene) bool {
	s, ok := w.attempted(o, o.Event, s)
	return ok && !slices.ContainsFunc(w.m.On(o.State, o.Event), func(t core.Transition) bool {
		return t.Guard == nil || w.fault(t.Guard, s, true) != nil || w.holds(t.Guard, s)
	})
}
