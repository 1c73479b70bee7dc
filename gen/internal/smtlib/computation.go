package smtlib

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// safe returns the query for an obligation on the computations of the generated code:
// that values fit in an int, or that no divisor is 0. The field asks of the walker reports
// whether there is anything to check.
func safe(r *verify.Report, o *verify.Obligation) *walker {
	m := r.Ranked()
	w := &walker{kind: o.Kind}
	switch {
	case o.Transition >= 0:
		w.query = asked(r, o.Transition)
		w.transition(&m.Transitions[o.Transition])
	case o.State >= 0:
		w.query = in(r, o.State)
		for _, p := range m.States[o.State].Progress {
			w.walk(p)
			if m.Reactive() && m.Bound == nil {
				w.fit(p)
			}
		}
	case o.Var < 0:
		w.query = begin(r)
		w.emit(m.Start)
		w.pass(m.Invoked(), initial(m))
	default:
		w.query = begin(r)
		if first := m.Vars[o.Var].Init; first != nil {
			w.store(first)
		}
	}
	w.show(and(w.goals))
	return w
}

// walker visits expressions in the order in which Go evaluates them.
type walker struct {
	*query
	kind verify.Kind
	// path is the condition for reaching this point of the computation.
	path []string
	// goals are the conditions that must hold at points of the computation.
	goals []string
	// asks is set if a goal is not only about constants.
	asks bool
}

func (w *walker) transition(t *core.Transition) {
	if t.Guard != nil {
		w.walk(t.Guard)
		// The updates are computed only if the guard holds.
		w.path = []string{w.term(t.Guard, false)}
	}
	for _, u := range t.Updates {
		w.store(u.Value)
	}
	w.emit(t.Emits)
	w.pass(t.Invokes, t.Updated)
}

// pass visits the arguments of invocations, over the values that read gives to variables, and what child machines
// compute to check them.
func (w *walker) pass(invocations []int, read func(*expr.Symbol) expr.Expr) {
	for _, i := range invocations {
		inv := &w.machine.Invocations[i]
		for _, x := range inv.Args {
			w.store(expr.Substitute(x, read))
		}
		child := w.machine.Calls[inv.Call].Child
		if child == nil {
			continue
		}
		ends := []expr.Expr{child.Bound}
		for _, p := range child.Params {
			ends = append(ends, p.Min, p.Max)
		}
		for _, x := range ends {
			if x != nil {
				w.store(expr.Substitute(expr.Substitute(x, inv.Passed), read))
			}
		}
	}
}

func (w *walker) emit(list []core.Emission) {
	for _, e := range list {
		for _, value := range e.Values {
			w.store(value)
		}
	}
}

// store visits a value that is assigned to a variable or an output.
func (w *walker) store(x expr.Expr) {
	if x.Type().Scalar() {
		w.walk(x)
		w.fit(x)
	}
}

func (w *walker) goal(term string) {
	if len(w.path) > 0 {
		term = "(=> " + and(slices.Clone(w.path)) + " " + term + ")"
	}
	w.goals = append(w.goals, term)
}

// walk visits the parts of x. Operands must be exact if the result depends on more than
// their value modulo a power of two.
func (w *walker) walk(x expr.Expr) {
	switch x := x.(type) {
	case *expr.Unary:
		w.walk(x.X)
	case *expr.Call:
		for _, a := range x.Args {
			w.walk(a)
			w.fit(a)
		}
	case *expr.Binary:
		w.binary(x)
	case *expr.Case:
		for _, v := range x.Values {
			w.walk(v)
		}
	}
}

func (w *walker) binary(x *expr.Binary) {
	w.walk(x.X)
	switch x.Op {
	case expr.And, expr.Or:
		// The right side is evaluated only if the left does not decide the result.
		left := w.term(x.X, false)
		if x.Op == expr.Or {
			left = apply(expr.Not, left)
		}
		known := w.path
		w.path = append(slices.Clip(known), left)
		w.walk(x.Y)
		w.path = known
	case expr.Add, expr.Sub, expr.Mul:
		w.walk(x.Y)
	default:
		w.walk(x.Y)
		w.fit(x.X)
		w.fit(x.Y)
		if x.Op == expr.Quo || x.Op == expr.Rem {
			w.divisor(x.Y)
		}
	}
}

// fit requires that an int fits, except for a constant, which the Go compiler checks, and
// for a value that is already stored, which was required where it was stored.
func (w *walker) fit(x expr.Expr) {
	if _, there := x.(*expr.Ref); there {
		return
	}
	if _, constant := x.(*expr.Lit); constant || w.kind != verify.KindOverflow || x.Type().Kind != expr.Int {
		return
	}
	w.asks = true
	w.goal(w.fits(w.term(x, false)))
}

// divisor requires that y is not 0, and adds this to the path.
func (w *walker) divisor(y expr.Expr) {
	nonzero := apply(expr.Ne, w.term(y, false), "0")
	if w.kind == verify.KindDivide {
		constant, ok := y.(*expr.Lit)
		w.asks = w.asks || !ok || constant.Value == 0
		w.goal(nonzero)
	}
	w.path = append(slices.Clip(w.path), nonzero)
}
