package search

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Findings is the result of a phase: everything that is known so far.
type Findings struct {
	Candidates []Candidate
	Answers    []Answer
	// Progress is the synthesized progress function, and Attempt the best candidate
	// that could not be proved; either may be nil. Mathematical is as in
	// [verdict.Case].
	Progress, Attempt [][]expr.Expr
	Mathematical      bool
	// paid is evidence for a bound that does not follow from the progress function, or nil.
	paid *paying
}

// Ranked returns m with the synthesized progress function, if there is one.
func (f *Findings) Ranked(m *core.Machine) *core.Machine { return verdict.Declaring(m, f.Progress) }

// Theory returns the theory that assumes the candidates that stand.
func (f *Findings) Theory(in *Input) *encode.Theory {
	return in.Theory.Assuming(standing(f.Candidates))
}

// Terminates reports whether there is a proof of each obligation on which
// termination depends, except perhaps that values fit in Go's int.
func (f *Findings) Terminates(m *core.Machine) bool {
	for i := range f.Answers {
		if a := &f.Answers[i]; a.Kind.Terminates() && a.Kind != obligation.Overflow && a.Status != obligation.Proved {
			return false
		}
	}
	return f.Ranked(m).Rank > 0
}

// Answer is what is known about one obligation.
type Answer struct {
	obligation.Obligation
	Status obligation.Status
	// Evidence proves the obligation. Uses lists the claims that the proofs need,
	// including those of an incomplete attempt.
	Evidence verdict.Evidence
	Uses     []encode.Claim
	// Change is, for [obligation.Decrease], the change of each component of the
	// progress function.
	Change []string
	// Run is the counterexample of a refuted obligation, and Attempt the event after it that
	// takes no transition, if that is what violates the obligation.
	Run     *trace.Run
	Attempt *trace.Attempt
	// Set is, for a refuted [obligation.Possible], the closed set that Run leads into.
	Set *verdict.Closed
	// Missing and Suggested are, for an unknown obligation, values that would violate
	// it and a fact that would prove it.
	Missing   string
	Suggested expr.Expr
}
