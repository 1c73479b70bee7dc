package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Demands is told what the generated code needs of an expression to compute what
// the expression means in mathematical integers.
//
// Sums, differences and products wrap around harmlessly as long as the final
// value fits, because they are the same modulo a power of two. So only values
// that are stored, emitted, compared, divided or put into min and max must fit.
type Demands interface {
	// Fits is told that the value of x must fit in Go's int.
	Fits(x expr.Expr)
	// Divides is told that x is a divisor: it must not be 0. What is told
	// after it is computed only if it is not.
	Divides(x expr.Expr)
	// Given is told that the demands which rest makes matter only where x
	// holds, or where it does not. It calls rest once.
	Given(x expr.Expr, holds bool, rest func())
}

// Computed tells what the computation of x demands but for its own value. The
// right side of && is computed only where the left holds, that of || only where
// it does not.
func Computed(x expr.Expr, d Demands) {
	switch x := x.(type) {
	case *expr.Unary:
		Computed(x.X, d)
	case *expr.Call:
		for _, y := range x.Args {
			Computed(y, d)
			value(y, d)
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

// Stored tells what the computation of x and its value demand.
func Stored(x expr.Expr, d Demands) {
	Computed(x, d)
	value(x, d)
}

// value demands that the value of x fit, unless it is a constant or was there
// before.
func value(x expr.Expr, d Demands) {
	switch x.(type) {
	case *expr.Ref, *expr.Lit:
		return
	}
	if x.Type().Kind == expr.Int {
		d.Fits(x)
	}
}

// Emitted tells what the values of outputs demand.
func Emitted(list []core.Emission, d Demands) {
	for _, e := range list {
		for _, x := range e.Values {
			if x.Type().Scalar() {
				Stored(x, d)
			}
		}
	}
}

// Updated tells what a transition demands behind its guard: its updates and its
// outputs.
func Updated(m *core.Machine, t *core.Transition, d Demands) {
	for _, u := range t.Updates {
		if m.Vars[u.Var].Type.Kind != expr.Opaque {
			Stored(u.Value, d)
		}
	}
	Emitted(t.Emits, d)
}

// Ranked tells what the progress function demands in a state. Its value is at
// or below the bound, or else the one at the start, unless environment events
// raise it; [Limit] makes those two fit.
func Ranked(m *core.Machine, state int, d Demands) {
	for _, x := range m.States[state].Progress {
		if m.Reactive() && m.Bound == nil {
			Stored(x, d)
		} else {
			Computed(x, d)
		}
	}
}

// First reports whether the first value of a variable is computed.
func First(v *core.Var) bool { return v.Init != nil && v.Type.Kind != expr.Opaque }

// noted tells whether there are demands of either kind.
type noted struct{ fits, divides bool }

func (n *noted) Fits(expr.Expr)                         { n.fits = true }
func (n *noted) Divides(expr.Expr)                      { n.divides = true }
func (n *noted) Given(_ expr.Expr, _ bool, rest func()) { rest() }
