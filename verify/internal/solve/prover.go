package solve

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// guessShare is the factor by which the work limit for guesses is lower than that for
// obligations.
const guessShare = 4

// patience is the factor by which the work limit of a patient prover is higher.
const patience = 10

// Prover looks for proofs until its context is done or its budget is used up. The
// zero value is not usable.
type Prover struct {
	ctx   context.Context
	limit int
	// left is the number of proofs that may still be tried; nil means no limit.
	left *int
	// budget is shared with all provers that were derived from this one.
	budget *budget
}

// NewProver returns a prover with the whole budget of a verification.
func NewProver(ctx context.Context) *Prover {
	return &Prover{ctx, DefaultLimit, nil, &budget{left: totalWork}}
}

// Guessing returns a prover that tries at most the given number of proofs, with a lower
// work limit for each. It shares the budget of p.
func (p *Prover) Guessing(proofs int) *Prover {
	return &Prover{p.ctx, p.limit / guessShare, &proofs, p.budget}
}

// Patient returns a prover with a higher work limit for each proof, for proofs with many
// cases that are known to be right. It shares the budget of p.
func (p *Prover) Patient() *Prover {
	return &Prover{p.ctx, p.limit * patience, p.left, p.budget}
}

// Half returns a prover that may use half of what is left of the budget, for a search that
// can fail without harm and should leave enough for others.
func (p *Prover) Half() *Prover {
	return &Prover{p.ctx, p.limit, p.left, &budget{left: p.budget.left / 2, whole: p.budget}}
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
	allowed := p.budget.allow(hypotheses, limit)
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
	allowed := p.budget.allow(hypotheses, limit)
	if allowed <= 0 {
		return nil, false
	}
	values, used := model(hypotheses, allowed)
	p.budget.spend(used, false)
	return values, values != nil
}
