package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// claim is a candidate invariant: one side of the range of a variable, or an
// invariant of the spec. It may be used as a fact as long as it stands.
type claim struct {
	// variable is an index, or -1 for an invariant of the spec.
	variable  int
	side      Side
	invariant int
	stands    bool
}

// claims lists the candidates of a machine. All stand at first.
func claims(m *core.Machine) []claim {
	var out []claim
	for i, v := range m.Vars {
		if v.Type.Kind != expr.Int {
			continue
		}
		if v.Min != nil {
			out = append(out, claim{variable: i, side: AtLeastMin, stands: true})
		}
		if v.Max != nil {
			out = append(out, claim{variable: i, side: AtMostMax, stands: true})
		}
		out = append(out, claim{variable: i, side: FitsInt, stands: true})
	}
	for i := range m.Invariants {
		out = append(out, claim{variable: -1, invariant: i, stands: true})
	}
	return out
}

// in reports whether the claim speaks about configurations in a state.
func (c claim) in(m *core.Machine, state int) bool {
	if c.variable >= 0 {
		return m.Exists(c.variable, state)
	}
	s := m.Invariants[c.invariant].State
	return s < 0 || s == state
}

// holds says that the claim is true of the values that read gives to
// variables; nil stands for the present ones.
func (c claim) holds(e *encoder, read func(*expr.Symbol) expr.Expr) certificate.Formula {
	if c.variable < 0 {
		return e.formula(replaced(e.machine.Invariants[c.invariant].Expr, read))
	}
	v := e.machine.Vars[c.variable]
	value := e.poly(replaced(&expr.Ref{Symbol: v.Symbol}, read))
	switch c.side {
	case AtLeastMin:
		return atLeast(value, e.poly(v.Min))
	case AtMostMax:
		return atLeast(e.poly(v.Max), value)
	}
	return e.fits(value)
}

func replaced(x expr.Expr, read func(*expr.Symbol) expr.Expr) expr.Expr {
	if read == nil {
		return x
	}
	return expr.Substitute(x, read)
}

// touched reports whether transition t can break the claim: it sets what the
// claim speaks of, or enters a state where the claim begins to be made. The
// ends of ranges are made of parameters, which never change.
func (c claim) touched(m *core.Machine, t *core.Transition) bool {
	sets := func(variable int) bool {
		return slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == variable })
	}
	switch {
	case t.Effect != core.Take || !c.in(m, t.To):
		return false
	case c.variable >= 0:
		return sets(c.variable)
	case !c.in(m, t.From):
		return true
	}
	return expr.Uses(m.Invariants[c.invariant].Expr, func(s *expr.Symbol) bool {
		return s.Scope == expr.Var && sets(s.Index)
	})
}

// assume adds the standing claims about a state as facts.
func (e *encoder) assume(all []claim, state int) {
	for _, c := range all {
		if c.stands && c.in(e.machine, state) {
			e.fact(c.holds(e, nil))
		}
	}
}

// settle drops claims until those that stand are inductive: true at the start,
// and kept by every transition under the assumption of all of them. Dropping
// one may cost another its proof, so it goes round until nothing changes. The
// largest inductive subset is found whatever the order.
func (v *verifier) settle() {
	for again := true; again; {
		again = false
		for i := range v.claims {
			if c := &v.claims[i]; c.stands && !v.inductive(*c) {
				c.stands, again = false, true
			}
		}
	}
}

func (v *verifier) inductive(c claim) bool {
	m := v.machine
	if c.in(m, m.Initial) {
		if p := v.initially(c); v.prove(p.hypotheses, p.goal) == nil {
			return false
		}
	}
	for i := range m.Transitions {
		if !c.touched(m, &m.Transitions[i]) {
			continue
		}
		if p := v.kept(i, c); v.prove(p.hypotheses, p.goal) == nil {
			return false
		}
	}
	return true
}

// initially is the problem that the claim holds at the start.
func (v *verifier) initially(c claim) problem {
	e := v.base.fork()
	return e.problem(c.holds(e, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return v.machine.Vars[s.Index].Init
	}))
}

// kept is the problem that transition i keeps the claim.
func (v *verifier) kept(i int, c claim) problem {
	e := v.step(i)
	return e.problem(c.holds(e, v.machine.Transitions[i].Updated))
}
