package counter

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Input is the input of the search for counterexamples. It does not change.
type Input struct {
	Machine *core.Machine
	// Graphs are the explored graphs, those for the smallest parameters first.
	Graphs []*explore.Graph
	Prover *solve.Prover
	// Theory is about Machine, and assumes no claim.
	Theory *encode.Theory
}
