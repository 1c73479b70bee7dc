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
}

// NewProver returns a prover without a budget.
func NewProver(ctx context.Context) *Prover { return &Prover{ctx, DefaultLimit, nil} }

// Guessing returns a prover that tries at most the given number of proofs, with a lower
// work limit for each.
func (p *Prover) Guessing(proofs int) *Prover {
	return &Prover{p.ctx, p.limit / guessShare, &proofs}
}

// Done reports whether the context is done.
func (p *Prover) Done() bool { return p.ctx.Err() != nil }

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
		proof := proveNear(hypotheses, all[len(hypotheses)], p.limit)
		if proof != nil && certificate.Replay(all, proof) == nil {
			return proof
		}
	}
	proof, _ := Refute(all, p.limit)
	return proof
}
