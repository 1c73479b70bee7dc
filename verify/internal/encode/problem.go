package encode

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Problem is one statement to prove: the facts imply the goal. It does not
// change.
type Problem struct {
	Facts []certificate.Formula
	Goal  certificate.Formula
	// encoder has the names of the spec for the symbols that have one.
	encoder *Encoder
	// owners tell which facts are claims.
	owners []owner
}

// Problem makes the facts so far imply the goal.
func (e *Encoder) Problem(goal certificate.Formula) Problem {
	return Problem{slices.Clip(e.facts), goal, e, slices.Clip(e.owners)}
}

// Negated are formulas that contradict each other exactly if the facts imply the
// goal.
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
