package verify

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// arithmetic records that what the generated code computes is what the proofs
// are about: no divisor is zero, and no value leaves Go's int where that would
// change a result.
//
// Sums, differences and products wrap around harmlessly as long as the final
// value fits, because they are the same modulo a power of two. So only values
// that are stored, compared, divided or put into min and max must fit.
// The bound, and with it progress, fits because the generated Params.Validate
// refuses parameters for which the bound does not.
func (v *verifier) arithmetic() {
	m := v.machine
	for i, decl := range m.Vars {
		if decl.Init == nil || decl.Type.Kind == expr.Opaque {
			continue
		}
		a := &arith{e: v.base.fork()}
		a.inside(decl.Init)
		a.operand(decl.Init)
		o := about(KindOverflow)
		o.Var = i
		if len(a.overflow) > 0 {
			v.oblige(o, a.overflow...)
		}
		o.Kind = KindDivide
		if len(a.divide) > 0 {
			v.oblige(o, a.divide...)
		}
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		a := &arith{e: v.step(i)}
		if t.Guard != nil {
			// The guard is computed where the ones before it are false, and
			// before it is known to hold.
			a.e = v.asked(i)
			a.inside(t.Guard)
		}
		guard := a.problems()
		a.e = v.step(i)
		for _, u := range t.Updates {
			if m.Vars[u.Var].Type.Kind == expr.Opaque {
				continue
			}
			a.inside(u.Value)
			a.operand(u.Value)
		}
		a.emitted(t.Emits)
		o := about(KindOverflow)
		o.Transition = i
		if all := append(guard.overflow, a.overflow...); len(all) > 0 {
			v.oblige(o, all...)
		}
		o.Kind = KindDivide
		if all := append(guard.divide, a.divide...); len(all) > 0 {
			v.oblige(o, all...)
		}
	}
}

// opening records the same of the outputs of the start, which are computed when
// the variables have their first values.
func (v *verifier) opening() {
	a := &arith{e: v.base.fork()}
	for i, decl := range v.machine.Vars {
		if decl.Init == nil || !decl.Type.Scalar() {
			continue
		}
		ref := &expr.Ref{Symbol: v.machine.Vars[i].Symbol}
		a.e.fact(equal(a.e.poly(ref), a.e.poly(decl.Init)))
	}
	a.emitted(v.machine.Start)
	if len(a.overflow) > 0 {
		v.oblige(about(KindOverflow), a.overflow...)
	}
	if len(a.divide) > 0 {
		v.oblige(about(KindDivide), a.divide...)
	}
}

// emitted collects the problems of the values of outputs.
func (a *arith) emitted(list []core.Emission) {
	for _, e := range list {
		for _, value := range e.Values {
			if value.Type().Scalar() {
				a.inside(value)
				a.operand(value)
			}
		}
	}
}

// computable yields the same of the progress function. Its value itself is
// below the bound, or else below that at the start, unless environment events
// raise it. One that was found need not fit, as nothing computes it.
func (v *verifier) computable(yield func(Obligation, []problem) bool) bool {
	m := v.machine
	for s := range m.States {
		e := v.base.fork()
		e.assume(v.claims, s)
		a := &arith{e: e}
		for _, p := range m.States[s].Progress {
			a.inside(p)
			if m.Reactive() && m.Bound == nil {
				a.operand(p)
			}
		}
		o := about(KindOverflow)
		o.State = s
		if len(a.overflow) > 0 && !v.exact && !yield(o, a.overflow) {
			return false
		}
		o.Kind = KindDivide
		if len(a.divide) > 0 && !yield(o, a.divide) {
			return false
		}
	}
	return true
}

// arith collects the problems of expressions under the facts of e.
type arith struct {
	e                *encoder
	overflow, divide []problem
}

// problems returns what has been collected and starts over.
func (a *arith) problems() arith {
	done := *a
	a.overflow, a.divide = nil, nil
	return done
}

// inside walks x and collects the operands whose exact value matters. The
// right side of && is computed only where the left holds, that of || only
// where it does not.
func (a *arith) inside(x expr.Expr) {
	switch x := x.(type) {
	case *expr.Unary:
		a.inside(x.X)
	case *expr.Call:
		for _, y := range x.Args {
			a.inside(y)
			a.operand(y)
		}
	case *expr.Binary:
		a.inside(x.X)
		if x.Op == expr.And || x.Op == expr.Or {
			outer := a.e
			a.e = outer.fork()
			left := a.e.formula(x.X)
			if x.Op == expr.Or {
				left = certificate.Not(left)
			}
			a.e.fact(left)
			a.inside(x.Y)
			a.e = outer
			return
		}
		a.inside(x.Y)
		if x.Op < expr.Quo {
			return
		}
		if x.X.Type().Kind == expr.Int {
			a.operand(x.X)
			a.operand(x.Y)
		}
		if x.Op == expr.Quo || x.Op == expr.Rem {
			a.divisor(x.Y)
		}
	}
}

// operand asks that the value of x fit, unless it is a value that is there
// already or a constant.
func (a *arith) operand(x expr.Expr) {
	if x.Type().Kind != expr.Int {
		return
	}
	if _, ok := x.(*expr.Ref); ok {
		return
	}
	if _, ok := x.(*expr.Lit); ok {
		return
	}
	goal := a.e.fits(a.e.poly(x))
	a.overflow = append(a.overflow, a.e.problem(goal))
}

func (a *arith) divisor(x expr.Expr) {
	if lit, ok := x.(*expr.Lit); ok && lit.Value != 0 {
		return
	}
	goal := certificate.Not(equal(a.e.poly(x), certificate.Constant(0)))
	a.divide = append(a.divide, a.e.problem(goal))
	// What comes after is only computed if the division did not panic.
	a.e.fact(goal)
}
