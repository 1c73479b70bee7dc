// Package remark finds two things about a machine that are not errors: dead
// alternatives, which are proved never to be chosen, and pairs of alternatives whose
// order decides.
//
// A warning is based on a proof from facts that hold, and the example values of an
// overlap have been evaluated. No verdict depends on either.
package remark

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Input is the input of the package. It does not change.
type Input struct {
	Machine *core.Machine
	// Graphs are the explored graphs, those for the smallest parameters first.
	Graphs []*explore.Graph
	Prover *solve.Prover
	// Theory assumes the proved facts.
	Theory *encode.Theory
}
