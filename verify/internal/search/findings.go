package search

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Findings are what is known after a phase.
type Findings struct {
	Candidates []Candidate
	Answers    []Answer
	// Progress is the progress function that was found, and Attempt the best
	// that was found and not proved; nil without. Mathematical is as in
	// [verdict.Case].
	Progress, Attempt [][]expr.Expr
	Mathematical      bool
}

// Ranked returns m with the progress function that was found.
func (f *Findings) Ranked(m *core.Machine) *core.Machine { return verdict.Declaring(m, f.Progress) }

// Theory returns what is assumed where the candidates that stand hold.
func (f *Findings) Theory(in *Input) *encode.Theory {
	return in.Theory.Assuming(standing(f.Candidates))
}

// Terminates reports whether there is a proof of each obligation on which
// termination depends.
func (f *Findings) Terminates(m *core.Machine) bool {
	for i := range f.Answers {
		if a := &f.Answers[i]; a.Kind.Terminates() && a.Status != obligation.Proved {
			return false
		}
	}
	return f.Ranked(m).Rank > 0
}

// Answer is what is known of one obligation.
type Answer struct {
	obligation.Obligation
	Status obligation.Status
	// Evidence is what proves it, and Uses the claims that the proofs need, those
	// of an incomplete attempt included.
	Evidence verdict.Evidence
	Uses     []encode.Claim
	// Change is, for [obligation.Decrease], the change of each component of the
	// progress function.
	Change []string
	// Run is what refutes it.
	Run *trace.Run
	// Missing and Suggested are, where it is unknown, values that would break it
	// and a fact that would prove it.
	Missing   string
	Suggested expr.Expr
}
