package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/solve"
)

// problem is one statement to prove: hypotheses imply the goal.
type problem struct {
	hypotheses []certificate.Formula
	goal       certificate.Formula
	// names are those of the spec for the symbols that have one.
	names map[certificate.Symbol]string
	// owners tell which hypotheses are claims.
	owners []owner
}

// problem makes the facts so far imply the goal.
func (e *encoder) problem(goal certificate.Formula) problem {
	p := problem{slices.Clip(e.facts), goal, map[certificate.Symbol]string{}, slices.Clip(e.owners)}
	for _, s := range e.symbols {
		p.names[s] = e.names[s]
	}
	return p
}

// uses lists the claims that a proof assumes.
func (p problem) uses(proof *certificate.Proof) (claims []int) {
	used := map[int]bool{}
	mark(proof, used)
	for _, o := range p.owners {
		if used[o.fact] {
			claims = append(claims, o.claim)
		}
	}
	return claims
}

// mark collects the numbers of the facts that a proof names. Those of its own
// are larger than those of the hypotheses.
func mark(p *certificate.Proof, used map[int]bool) {
	sum := func(c certificate.Combination) {
		for _, m := range c {
			for _, f := range m.Facts {
				used[f] = true
			}
		}
	}
	for _, s := range p.Steps {
		if s.Take != nil {
			used[s.Take.Fact] = true
		}
		if s.Squeeze != nil {
			used[s.Squeeze.Above], used[s.Squeeze.Below] = true, true
		}
		sum(s.Cut)
		sum(s.Equate)
	}
	sum(p.Contradiction)
	if p.Split != nil {
		used[p.Split.Fact] = true
		for _, c := range p.Split.Cases {
			mark(c, used)
		}
	}
	if p.Branch != nil {
		for _, c := range p.Branch.Cases {
			mark(c, used)
		}
	}
}

// example gives values that satisfy the hypotheses and break the goal, as
// "providers = 0, remaining = 1"; it is empty when none are found. Nothing says
// that the machine can have these values.
func (p problem) example() string {
	values, ok := solve.Model(append(slices.Clip(p.hypotheses), certificate.Not(p.goal)), solve.DefaultLimit)
	if !ok {
		return ""
	}
	var parts []string
	for _, s := range slices.Sorted(maps.Keys(p.names)) {
		if _, given := values[s]; given {
			parts = append(parts, fmt.Sprintf("%s = %v", p.names[s], values.Value(s)))
		}
	}
	return strings.Join(parts, ", ")
}

// step returns an encoder with the facts of a configuration in which
// transition i is taken: the standing claims, the guards of the alternatives
// before it false, its own guard true.
func (v *verifier) step(i int) *encoder {
	e := v.asked(i)
	if guard := v.machine.Transitions[i].Guard; guard != nil {
		e.fact(e.formula(guard))
	}
	return e
}

// asked is like step, but before the guard of transition i is evaluated.
func (v *verifier) asked(i int) *encoder {
	m := v.machine
	t := &m.Transitions[i]
	e := v.base.fork()
	e.assume(v.claims, t.From)
	for _, before := range m.On(t.From, t.Event)[:m.Priority(i)] {
		e.fact(certificate.Not(e.formula(before.Guard)))
	}
	return e
}
