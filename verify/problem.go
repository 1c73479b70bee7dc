package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// problem is one statement to prove: hypotheses imply the goal.
type problem struct {
	hypotheses []certificate.Formula
	goal       certificate.Formula
	// encoder has the names of the spec for the symbols that have one.
	encoder *encoder
	// owners tell which hypotheses are claims.
	owners []owner
}

// problem makes the facts so far imply the goal.
func (e *encoder) problem(goal certificate.Formula) problem {
	return problem{slices.Clip(e.facts), goal, e, slices.Clip(e.owners)}
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
	for _, s := range slices.Sorted(maps.Values(p.encoder.symbols)) {
		if _, given := values[s]; given {
			parts = append(parts, fmt.Sprintf("%s = %v", p.encoder.names[s], values.Value(s)))
		}
	}
	return strings.Join(parts, ", ")
}
