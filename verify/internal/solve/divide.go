package solve

import "github.com/fsmgen/fsmgen/verify/certificate"

// maxDivided limits the disjunctions whose cases are tried one inside the other.
const maxDivided = 4

// Divide is like [Prover.Prove], but if that fails, it goes through the cases of the last
// disjunctions among the hypotheses. A search splits only disjunctions that its rational
// solution violates. If symbols are multiplied, other cases can matter: x <= 0 in one of
// them makes x*y known.
func (p *Prover) Divide(hypotheses []certificate.Formula, goal certificate.Formula) *certificate.Proof {
	if proof := p.Prove(hypotheses, goal); proof != nil || !multiplies(hypotheses) && !multiplies([]certificate.Formula{goal}) {
		return proof
	}
	all := append(hypotheses[:len(hypotheses):len(hypotheses)], certificate.Not(goal))
	var open []int
	for i := range all {
		if all[i].Op == certificate.Any && len(all[i].Parts) > 1 {
			open = append(open, i)
		}
	}
	proof := p.divide(all, open[max(0, len(open)-maxDivided):])
	if proof == nil || certificate.Replay(all, proof) != nil {
		return nil
	}
	return proof
}

// divide proves that hypotheses contradict each other, in all cases of the disjunctions
// with the given indices.
func (p *Prover) divide(hypotheses []certificate.Formula, open []int) *certificate.Proof {
	if len(open) == 0 || p.Done() {
		return nil
	}
	of, rest := open[len(open)-1], open[:len(open)-1]
	split := &certificate.Split{Fact: of}
	for _, part := range hypotheses[of].Parts {
		all := append(hypotheses[:len(hypotheses):len(hypotheses)], part)
		proof := p.Refute(all, p.limit)
		if proof == nil && part.Op == certificate.Any && len(part.Parts) > 1 {
			proof = p.divide(all, append(rest[:len(rest):len(rest)], len(hypotheses)))
		} else if proof == nil {
			proof = p.divide(all, rest)
		}
		if proof == nil {
			return nil
		}
		split.Cases = append(split.Cases, proof)
	}
	return &certificate.Proof{Split: split}
}

// multiplies reports whether formulas contain a product of symbols.
func multiplies(list []certificate.Formula) bool {
	for i := range list {
		for _, t := range list[i].Poly {
			if len(t.Symbols) > 1 {
				return true
			}
		}
		if multiplies(list[i].Parts) {
			return true
		}
	}
	return false
}
