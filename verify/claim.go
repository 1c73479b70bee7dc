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
	// guessed marks what the spec does not say. settled marks what stood before
	// there were guesses, and needs none of them.
	guessed, settled bool
	// records hold what shows that a claim stands that is not settled.
	records []record
}

// record is a proof that a claim holds at the start, or after a transition.
type record struct {
	// transition is -1 for the start.
	transition int
	proof      *certificate.Proof
	// uses are the claims that the proof assumes.
	uses []int
}

// uses lists the claims that the proofs of a claim assume.
func (c claim) uses() (out []int) {
	for _, r := range c.records {
		out = append(out, r.uses...)
	}
	return out
}

func (c claim) proofs() (out []*certificate.Proof) {
	for _, r := range c.records {
		out = append(out, r.proof)
	}
	return out
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
	for i, c := range all {
		if c.stands && c.in(e.machine, state) {
			f := c.holds(e, nil)
			e.owners = append(e.owners, owner{len(e.facts), i})
			e.fact(f)
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
			if c := &v.claims[i]; c.stands && !c.settled && !v.inductive(c) {
				c.stands, again = false, true
			}
		}
	}
}

// inductive proves what has not been proved yet from claims that still stand.
func (v *verifier) inductive(c *claim) bool {
	m := v.machine
	if c.in(m, m.Initial) && !v.recorded(c, -1, v.initially) {
		return false
	}
	for i := range m.Transitions {
		if c.touched(m, &m.Transitions[i]) && !v.recorded(c, i, func(c claim) problem { return v.kept(i, c) }) {
			return false
		}
	}
	return true
}

// recorded proves that a claim holds at the start or after a transition, unless
// that is known, and keeps the proof.
func (v *verifier) recorded(c *claim, transition int, of func(claim) problem) bool {
	at := slices.IndexFunc(c.records, func(r record) bool { return r.transition == transition })
	if at >= 0 && !slices.ContainsFunc(c.records[at].uses, func(i int) bool { return !v.claims[i].stands }) {
		return true
	}
	if at >= 0 {
		c.records = slices.Delete(c.records, at, at+1)
	}
	p := of(*c)
	proof := v.prove(p.hypotheses, p.goal)
	if proof == nil {
		return false
	}
	c.records = append(c.records, record{transition, proof, p.uses(proof)})
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
