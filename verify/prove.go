package verify

import (
	"context"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Prover looks for certificates for statements of the caller, in the way in which the
// verifier looks for those of its own. It is for outputs that state what a report says in
// another form. A Prover comes from [NewProver], belongs to its creator, and must not be
// used concurrently.
type Prover struct{ search *solve.Prover }

// NewProver returns a prover that looks until the context is done. All its searches
// together have the work limit of a verification.
func NewProver(ctx context.Context) *Prover { return &Prover{solve.NewProver(ctx)} }

// Prove returns a certificate that facts imply a goal: a proof whose hypotheses are the
// facts, and after them the negation of the goal. [certificate.Replay] accepts it. The
// result is nil if none was found, which says nothing about the statement.
func (p *Prover) Prove(facts []certificate.Formula, goal certificate.Formula) *certificate.Proof {
	return p.search.Prove(facts, goal)
}
