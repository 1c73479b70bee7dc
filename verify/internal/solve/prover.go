package solve

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// guessShare is the factor by which the work limit for guesses is lower than that for
// obligations.
const guessShare = 4

// Prover looks for proofs until its context is done or its budget is used up. The
// zero value is not usable.
type Prover struct {
	ctx   context.Context
	limit int
	// left is the number of proofs that may still be tried; nil means no limit.
	left *int
	// tabular means that proofs begin with the cases of the longest disjunction.
	tabular bool
	// part means that the budget is one of [Prover.Part].
	part bool
	// budget is shared with all provers that were derived from this one.
	budget *budget
}

// NewProver returns a prover with the whole budget of a verification.
func NewProver(ctx context.Context) *Prover {
	return &Prover{ctx: ctx, limit: DefaultLimit, budget: &budget{left: totalWork}}
}

// Guessing returns a prover that tries at most the given number of proofs, with a lower
// work limit for each. It shares the budget of p.
func (p *Prover) Guessing(proofs int) *Prover {
	q := *p
	q.limit, q.left = p.limit/guessShare, &proofs
	return &q
}

// Half returns a prover that may use half of what is left of the budget, for a search that
// can fail without harm and should leave enough for others.
func (p *Prover) Half() *Prover {
	q := *p
	q.budget = &budget{left: p.budget.left / 2, whole: p.budget}
	return &q
}

// Part returns a prover with at most the given work, and at most half of what is left of the budget, for a
// search that can fail without harm.
func (p *Prover) Part(work int) *Prover {
	part := p.Half()
	part.budget.left = min(part.budget.left, work)
	part.part = true
	return part
}

// Tabular returns a prover that goes through the cases of the longest disjunction first: the
// rows of a table that lists all values. It shares the budget of p.
func (p *Prover) Tabular() *Prover {
	q := *p
	q.limit, q.tabular = p.limit*tableWork, true
	return &q
}

// share is the part of the budget that one search may use.
func (p *Prover) share() int {
	if p.tabular || p.part {
		return tableShare
	}
	return fairShare
}

// Done reports whether the context is done or the budget is used up.
func (p *Prover) Done() bool { return p.ctx.Err() != nil || p.budget.spent() }

// Cut reports whether the budget was too small for some search.
func (p *Prover) Cut() bool { return p.budget.cut }

// Charge takes off the work to prepare that many inequalities and equalities outside of
// this package.
func (p *Prover) Charge(atoms int) { p.budget.spend(atomWork*atoms, false) }

// Context returns the context of the prover.
func (p *Prover) Context() context.Context { return p.ctx }

// Prove returns a replayed proof that the hypotheses imply the goal, or nil.
func (p *Prover) Prove(hypotheses []certificate.Formula, goal certificate.Formula) *certificate.Proof {
	if p.Done() {
		return nil
	}
	if p.left != nil {
		if *p.left == 0 {
			return nil
		}
		*p.left--
	}
	all := append(slices.Clip(hypotheses), certificate.Not(goal))
	if p.tabular {
		if proof := p.byCases(all); proof != nil {
			return proof
		}
	}
	if len(hypotheses) >= many {
		proof := p.proveNear(hypotheses, all[len(hypotheses)])
		if proof != nil && certificate.Replay(all, proof) == nil {
			return proof
		}
	}
	return p.Refute(all, p.limit)
}

// Refute is [Refute] within the budget of p. The proof is nil if there is none.
func (p *Prover) Refute(hypotheses []certificate.Formula, limit int) *certificate.Proof {
	if p.ctx.Err() != nil {
		return nil
	}
	allowed := p.budget.allow(hypotheses, limit, p.share())
	if allowed <= 0 {
		return nil
	}
	proof, outcome, used := refute(hypotheses, allowed)
	p.budget.spend(used, outcome == Exhausted && allowed < limit)
	return proof
}

// Model is [Model] within the budget of p.
func (p *Prover) Model(hypotheses []certificate.Formula, limit int) (Assignment, bool) {
	if p.ctx.Err() != nil {
		return nil, false
	}
	allowed := p.budget.allow(hypotheses, limit, p.share())
	if allowed <= 0 {
		return nil, false
	}
	values, used := model(hypotheses, allowed)
	p.budget.spend(used, false)
	return values, values != nil
}

// byCases proves that hypotheses contradict each other, in each case of the longest
// disjunction among them. It returns nil if it fails in one.
func (p *Prover) byCases(hypotheses []certificate.Formula) *certificate.Proof {
	longest, most := -1, 1
	for i := range hypotheses {
		if n := count(&hypotheses[i]); n > most {
			longest, most = i, n
		}
	}
	if longest < 0 {
		return nil
	}
	proof := p.cases(hypotheses, longest)
	if proof == nil || certificate.Replay(hypotheses, proof) != nil {
		return nil
	}
	return proof
}

// cases proves that hypotheses contradict each other, in each case of one of them, which
// may be a disjunction of disjunctions.
func (p *Prover) cases(hypotheses []certificate.Formula, of int) *certificate.Proof {
	split := &certificate.Split{Fact: of}
	for _, part := range hypotheses[of].Parts {
		all := append(hypotheses[:len(hypotheses):len(hypotheses)], part)
		var proof *certificate.Proof
		if part.Op == certificate.Any {
			proof = p.cases(all, len(hypotheses))
		} else {
			proof = p.Refute(all, p.limit)
		}
		if proof == nil {
			return nil
		}
		split.Cases = append(split.Cases, proof)
	}
	return &certificate.Proof{Split: split}
}

// count counts the cases of a disjunction.
func count(f *certificate.Formula) (n int) {
	if f.Op != certificate.Any {
		return 1
	}
	for i := range f.Parts {
		n += count(&f.Parts[i])
	}
	return n
}
