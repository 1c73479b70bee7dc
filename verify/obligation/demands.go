package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Demands receives the conditions under which generated code computes an expression
// correctly, that is, with the result that mathematical integers give.
//
// Sums, differences and products may wrap around on the way as long as the final value
// fits, because they are correct modulo a power of two. So only values that are stored,
// emitted, compared, divided, or passed to min and max must fit.
type Demands interface {
	// Fits demands that the value of x fit in Go's int.
	Fits(x expr.Expr)
	// Divides demands that the divisor x not be 0. Later demands matter only if it
	// is not.
	Divides(x expr.Expr)
	// Given makes the demands of rest conditional: they matter only if x holds or, if
	// holds is false, only if x does not hold. It calls rest once.
	Given(x expr.Expr, holds bool, rest func())
}

// Computed makes the demands of the computation of x, except those on its value. The
// right side of && is computed only if the left side holds, and that of || only if the
// left side does not.
func Computed(x expr.Expr, d Demands) {
	switch x := x.(type) {
	case *expr.Unary:
		Computed(x.X, d)
	case *expr.Call:
		for _, y := range x.Args {
			Computed(y, d)
			value(y, d)
		}
	case *expr.Case:
		for _, v := range x.Values {
			Computed(v, d) // Go computes them all
		}
	case *expr.Binary:
		Computed(x.X, d)
		if x.Op == expr.And || x.Op == expr.Or {
			d.Given(x.X, x.Op == expr.And, func() { Computed(x.Y, d) })
			return
		}
		Computed(x.Y, d)
		if x.Op < expr.Quo {
			return
		}
		if x.X.Type().Kind == expr.Int {
			value(x.X, d)
			value(x.Y, d)
		}
		if x.Op == expr.Quo || x.Op == expr.Rem {
			if lit, ok := x.Y.(*expr.Lit); !ok || lit.Value == 0 {
				d.Divides(x.Y)
			}
		}
	}
}

// Stored makes the demands of the computation of x and those on its value.
func Stored(x expr.Expr, d Demands) {
	Computed(x, d)
	value(x, d)
}

// value demands that the value of x fit, unless x is a constant or a stored value.
func value(x expr.Expr, d Demands) {
	switch x.(type) {
	case *expr.Ref, *expr.Lit:
		return
	}
	if x.Type().Kind == expr.Int {
		d.Fits(x)
	}
}

// Emitted makes the demands of the values of outputs.
func Emitted(list []core.Emission, d Demands) {
	for _, e := range list {
		for _, x := range e.Values {
			if x.Type().Scalar() {
				Stored(x, d)
			}
		}
	}
}

// Passed makes the demands of the arguments of invocations, over the values that read gives to
// variables, and those of what the child machines compute to check them: the ranges of their
// parameters, and their bounds, which must fit in an int.
func Passed(m *core.Machine, invocations []int, read func(*expr.Symbol) expr.Expr, d Demands) {
	for _, i := range invocations {
		inv := &m.Invocations[i]
		for _, x := range inv.Args {
			if x.Type().Scalar() {
				Stored(expr.Substitute(x, read), d)
			}
		}
		for _, x := range checked(m.Calls[inv.Call].Child) {
			Stored(expr.Substitute(expr.Substitute(x, inv.Passed), read), d)
		}
	}
}

// checked lists what a child machine computes to check its parameters.
func checked(child *core.Machine) (list []expr.Expr) {
	if child == nil {
		return nil
	}
	for i := range child.Params {
		for _, x := range []expr.Expr{child.Params[i].Min, child.Params[i].Max} {
			if x != nil {
				list = append(list, x)
			}
		}
	}
	if child.Bound != nil {
		list = append(list, child.Bound)
	}
	return list
}

// Opening makes the demands of the outputs and the calls at the start.
func Opening(m *core.Machine, d Demands) {
	Emitted(m.Start, d)
	Passed(m, m.Invoked(), Initially(m), d)
}

// Updated makes the demands of a transition after its guard: those of its updates, its
// outputs, and the arguments of the calls that it starts.
func Updated(m *core.Machine, t *core.Transition, d Demands) {
	for _, u := range t.Updates {
		if m.Vars[u.Var].Type.Kind != expr.Opaque {
			Stored(u.Value, d)
		}
	}
	Emitted(t.Emits, d)
	Passed(m, t.Invokes, t.Updated, d)
}

// Ranked makes the demands of the progress function in a state. Its value never exceeds
// the bound or, without a bound, its value at the start, both of which fit because of
// [Limit]. The value itself must fit only if environment events can increase it and
// there is no bound.
func Ranked(m *core.Machine, state int, d Demands) {
	for _, x := range m.States[state].Progress {
		if m.Reactive() && m.Bound == nil {
			Stored(x, d)
		} else {
			Computed(x, d)
		}
	}
}

// First reports whether the initial value of a variable is computed.
func First(v *core.Var) bool { return v.Init != nil && v.Type.Kind != expr.Opaque }

// noted records whether there are demands of each kind.
type noted struct{ fits, divides bool }

func (n *noted) Fits(expr.Expr)                         { n.fits = true }
func (n *noted) Divides(expr.Expr)                      { n.divides = true }
func (n *noted) Given(_ expr.Expr, _ bool, rest func()) { rest() }
