// Package remark points out what is no fault of a machine but worth a word:
// alternatives that are proved never to be chosen, and alternatives whose order
// decides.
//
// A warning rests on a proof from facts that hold; the values of an overlap have been
// evaluated. No verdict depends on either.
package remark

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// Input is what the package works with. It does not change.
type Input struct {
	Machine *core.Machine
	// Graphs are what was explored, the smallest parameters first.
	Graphs []*explore.Graph
	Prover *solve.Prover
	// Theory assumes the facts that hold.
	Theory *encode.Theory
}
