package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// side is one half of what is claimed of a variable wherever it exists.
type side uint8

const (
	below side = iota // at least its minimum
	above             // at most its maximum
	fits              // a value of Go's int
)

// claim is a candidate invariant: one side of the range of a variable. It may
// be used as a fact as long as it stands.
type claim struct {
	variable int
	side     side
	stands   bool
}

// claims lists the candidates of a machine. All stand at first.
func claims(m *core.Machine) []claim {
	var out []claim
	for i, v := range m.Vars {
		if v.Type.Kind != expr.Int {
			continue
		}
		if v.Min != nil {
			out = append(out, claim{i, below, true})
		}
		if v.Max != nil {
			out = append(out, claim{i, above, true})
		}
		out = append(out, claim{i, fits, true})
	}
	return out
}

// of says that value satisfies the claim.
func (c claim) of(e *encoder, value certificate.Poly) certificate.Formula {
	v := e.machine.Vars[c.variable]
	switch c.side {
	case below:
		return atLeast(value, e.poly(v.Min))
	case above:
		return atLeast(e.poly(v.Max), value)
	}
	return e.fits(value)
}

// assume adds the standing claims about the variables of a state as facts.
func (e *encoder) assume(all []claim, state int) {
	for _, c := range all {
		if v := e.machine.Vars[c.variable]; c.stands && e.machine.Exists(c.variable, state) {
			e.fact(c.of(e, certificate.Variable(e.symbol(v.Symbol))))
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
	if v.machine.Vars[c.variable].State < 0 {
		if p := v.initially(c); v.prove(p.hypotheses, p.goal) == nil {
			return false
		}
	}
	for i := range v.machine.Transitions {
		for _, u := range v.machine.Transitions[i].Updates {
			if u.Var != c.variable {
				continue
			}
			if p := v.kept(i, u, c); v.prove(p.hypotheses, p.goal) == nil {
				return false
			}
		}
	}
	return true
}

// problem is one statement to prove: hypotheses imply the goal.
type problem struct {
	hypotheses []certificate.Formula
	goal       certificate.Formula
	// names are those of the spec for the symbols that have one.
	names map[certificate.Symbol]string
}

// problem makes the facts so far imply the goal.
func (e *encoder) problem(goal certificate.Formula) problem {
	p := problem{slices.Clip(e.facts), goal, map[certificate.Symbol]string{}}
	for _, s := range e.symbols {
		p.names[s] = e.names[s]
	}
	return p
}

// initially is the problem that the claim holds at the start.
func (v *verifier) initially(c claim) problem {
	e := v.base.fork()
	goal := c.of(e, e.poly(v.machine.Vars[c.variable].Init))
	return e.problem(goal)
}

// kept is the problem that update u of transition i keeps the claim. What a
// transition does not update keeps its value, and the ends of ranges are made
// of parameters, which never change.
func (v *verifier) kept(i int, u core.Update, c claim) problem {
	e := v.step(i)
	goal := c.of(e, e.poly(u.Value))
	return e.problem(goal)
}

// step returns an encoder with the facts of a configuration in which
// transition i is taken: the standing claims, the guards of the alternatives
// before it false, its own guard true.
func (v *verifier) step(i int) *encoder {
	m := v.machine
	t := &m.Transitions[i]
	e := v.base.fork()
	e.assume(v.claims, t.From)
	alternatives := m.On(t.From, t.Event)
	for _, before := range alternatives[:m.Priority(i)] {
		e.fact(certificate.Not(e.formula(before.Guard)))
	}
	if t.Guard != nil {
		e.fact(e.formula(t.Guard))
	}
	return e
}
