package encode

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Problem is a statement to prove: the facts imply the goal. It does not change.
type Problem struct {
	Facts []certificate.Formula
	Goal  certificate.Formula
	// encoder knows the names of symbols.
	encoder *Encoder
	// owners record which facts are claims.
	owners []owner
}

// Problem returns the problem that the facts so far imply the goal.
func (e *Encoder) Problem(goal certificate.Formula) Problem {
	return Problem{slices.Clip(e.facts), goal, e, slices.Clip(e.owners)}
}

// Negated returns the facts and the negated goal, which contradict each other exactly
// if the facts imply the goal.
func (p Problem) Negated() []certificate.Formula {
	return append(slices.Clip(p.Facts), certificate.Not(p.Goal))
}

// Encoder returns a fork of the encoder that made the problem.
func (p Problem) Encoder() *Encoder { return p.encoder.Fork() }

// Uses lists the claims that a proof of the problem assumes.
func (p Problem) Uses(proof *certificate.Proof) (claims []Claim) {
	used := map[int]bool{}
	mark(proof, used)
	for _, o := range p.owners {
		if used[o.fact] {
			claims = append(claims, o.claim)
		}
	}
	return claims
}

// mark collects the numbers of the facts that a proof names. The facts that the proof
// derives have larger numbers than the hypotheses.
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
