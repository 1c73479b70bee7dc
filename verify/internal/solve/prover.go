package solve

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// guessShare is how much less work than for obligations is done for guesses.
const guessShare = 4

// Prover looks for proofs until its context is done or its budget is used up. The
// zero value is not usable.
type Prover struct {
	ctx   context.Context
	limit int
	// left is how many proofs may still be tried; nil is no limit.
	left *int
}

// NewProver returns a prover without a budget.
func NewProver(ctx context.Context) *Prover { return &Prover{ctx, DefaultLimit, nil} }

// Guessing returns a prover that tries at most so many proofs, and does less work
// for each.
func (p *Prover) Guessing(proofs int) *Prover {
	return &Prover{p.ctx, p.limit / guessShare, &proofs}
}

// Done reports whether the context is done.
func (p *Prover) Done() bool { return p.ctx.Err() != nil }

// Context is the one that the prover looks at.
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
	proof, _ := Refute(append(slices.Clip(hypotheses), certificate.Not(goal)), p.limit)
	return proof
}
