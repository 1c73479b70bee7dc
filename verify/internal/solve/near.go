package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// many is the number of hypotheses from which a proof is first looked for among those
// that are near the goal. With fewer, nothing is gained.
const many = 64

// near returns the indices of the hypotheses that mention no symbols but those of the
// goal. Most proofs need no others: a range that a transition keeps follows from what is
// known about the variables that it reads.
func near(hypotheses []certificate.Formula, goal certificate.Formula) (indices []int) {
	symbols := map[certificate.Symbol]bool{}
	mention(goal, func(s certificate.Symbol) bool {
		symbols[s] = true
		return true
	})
	for i, h := range hypotheses {
		if mention(h, func(s certificate.Symbol) bool { return symbols[s] }) {
			indices = append(indices, i)
		}
	}
	return indices
}

// mention calls visit for the symbols of a formula until it returns false, and reports
// whether it always returned true.
func mention(f certificate.Formula, visit func(certificate.Symbol) bool) bool {
	for _, t := range f.Poly {
		for _, s := range t.Symbols {
			if !visit(s) {
				return false
			}
		}
	}
	for _, part := range f.Parts {
		if !mention(part, visit) {
			return false
		}
	}
	return true
}

// proveNear looks for a proof that hypotheses contradict not, the negation of a goal,
// among those that are near it. It returns nil if there is none.
func (p *Prover) proveNear(hypotheses []certificate.Formula, not certificate.Formula) *certificate.Proof {
	indices := near(hypotheses, not)
	some := make([]certificate.Formula, 0, len(indices)+1)
	for _, i := range indices {
		some = append(some, hypotheses[i])
	}
	proof := p.Refute(append(some, not), p.limit)
	if proof == nil {
		return nil
	}
	n := len(indices)
	renumber(proof, func(fact int) int {
		if fact < n {
			return indices[fact]
		}
		return fact - n + len(hypotheses)
	})
	return proof
}

// renumber gives the facts of a proof other numbers.
func renumber(p *certificate.Proof, number func(int) int) {
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Take != nil {
			s.Take.Fact = number(s.Take.Fact)
		}
		if s.Squeeze != nil {
			s.Squeeze.Above, s.Squeeze.Below = number(s.Squeeze.Above), number(s.Squeeze.Below)
		}
		renumberSum(s.Cut, number)
		renumberSum(s.Equate, number)
	}
	renumberSum(p.Contradiction, number)
	var cases []*certificate.Proof
	if p.Split != nil {
		p.Split.Fact = number(p.Split.Fact)
		cases = p.Split.Cases
	}
	if p.Branch != nil {
		cases = append(slices.Clip(cases), p.Branch.Cases...)
	}
	for _, c := range cases {
		renumber(c, number)
	}
}

func renumberSum(sum certificate.Combination, number func(int) int) {
	for _, m := range sum {
		for i := range m.Facts {
			m.Facts[i] = number(m.Facts[i])
		}
	}
}
