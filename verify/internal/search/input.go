package search

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Input is the input of all phases. It does not change.
type Input struct {
	// Machine is the machine as the spec declares it.
	Machine *core.Machine
	// Graphs are the explored graphs, those for the smallest parameters first.
	Graphs []*explore.Graph
	Prover *solve.Prover
	// Theory is about Machine, and assumes no claim.
	Theory *encode.Theory
	// Children are the cases of the child machines, and Ends tells which of these are proved to
	// end within their bounds.
	Children []*verdict.Case
	Ends     map[*core.Machine]bool
	// Timely tells which child machines are proved to end within the time that they claim.
	Timely map[*core.Machine]bool

	// without tells which parameters conditions must not mention to suggest a part of a function; nil: none.
	without func(*expr.Symbol) bool
}

// NewInput returns the input for m.
func NewInput(m *core.Machine, graphs []*explore.Graph, prover *solve.Prover) *Input {
	return &Input{Machine: m, Graphs: graphs, Prover: prover, Theory: encode.Empty(m)}
}
