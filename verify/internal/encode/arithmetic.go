package encode

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

func overflow(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	return t.computed(m, o).fits
}

func divide(t *Theory, m *core.Machine, o obligation.Obligation) []Problem {
	return t.computed(m, o).divides
}

// computed collects the problems of everything that is computed in the place that an
// obligation is about.
func (t *Theory) computed(m *core.Machine, o obligation.Obligation) *demands {
	switch {
	case o.Var >= 0:
		d := &demands{e: t.Params()}
		obligation.Stored(m.Vars[o.Var].Init, d)
		return d
	case o.Transition >= 0:
		d := &demands{e: t.Asked(o.Transition)}
		step := &m.Transitions[o.Transition]
		if step.Guard != nil {
			// The guard is computed before it is known to hold.
			obligation.Computed(step.Guard, d)
		}
		d.e = t.Step(o.Transition)
		obligation.Updated(m, step, d)
		return d
	case o.State >= 0:
		d := &demands{e: t.In(o.State)}
		obligation.Ranked(m, o.State, d)
		return d
	}
	d := &demands{e: t.opening()}
	obligation.Opening(m, d)
	return d
}

// opening returns an encoder with the facts at the start: the variables have their
// initial values.
func (t *Theory) opening() *Encoder {
	e := t.Params()
	for i := range t.machine.Vars {
		if v := &t.machine.Vars[i]; v.Init != nil && v.Type.Scalar() {
			e.Fact(Equal(e.Poly(&expr.Ref{Symbol: v.Symbol}), e.Poly(v.Init)))
		}
	}
	return e
}

// demands collects the problems of expressions under the facts of e.
type demands struct {
	e             *Encoder
	fits, divides []Problem
}

func (d *demands) Fits(x expr.Expr) {
	goal := d.e.Fits(d.e.Poly(x))
	d.fits = append(d.fits, d.e.Problem(goal))
}

func (d *demands) Divides(x expr.Expr) {
	goal := certificate.Not(Equal(d.e.Poly(x), certificate.Constant(0)))
	d.divides = append(d.divides, d.e.Problem(goal))
	// Anything after the division is computed only if it did not panic.
	d.e.Fact(goal)
}

func (d *demands) Given(x expr.Expr, holds bool, rest func()) {
	outer := d.e
	d.e = outer.Fork()
	left := d.e.Formula(x)
	if !holds {
		left = certificate.Not(left)
	}
	d.e.Fact(left)
	rest()
	d.e = outer
}
