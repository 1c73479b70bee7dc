package search

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Input is what all phases work with. It does not change.
type Input struct {
	// Machine is the machine as the spec declares it.
	Machine *core.Machine
	// Graphs are what was explored, the smallest parameters first.
	Graphs []*explore.Graph
	Prover *solve.Prover
	// Theory is about Machine, and assumes no claim.
	Theory *encode.Theory
}

// NewInput returns the input for m.
func NewInput(m *core.Machine, graphs []*explore.Graph, prover *solve.Prover) *Input {
	return &Input{m, graphs, prover, encode.Empty(m)}
}

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
	Run *explore.Run
	// Missing and Suggested are, where it is unknown, values that would break it
	// and a fact that would prove it.
	Missing   string
	Suggested expr.Expr
}

// Case is what the findings have to say for a verdict.
func (f *Findings) Case(in *Input) *verdict.Case {
	c := &verdict.Case{
		Machine: in.Machine, Progress: f.Progress, Mathematical: f.Mathematical,
		Facts: f.Facts(), Evidence: map[obligation.Obligation]verdict.Evidence{}, Bound: f.Bound(in),
	}
	if len(in.Graphs) > 0 {
		c.Params = in.Graphs[0].Params
	}
	for i := range f.Answers {
		c.Evidence[f.Answers[i].Obligation] = f.Answers[i].Evidence
	}
	return c
}
