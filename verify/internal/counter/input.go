package counter

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/effort"
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
	// Looks limits how much of the graphs is looked at; nil is no limit.
	Looks *Looks
}

// allLooks limits the looks of a verification, which take about two seconds.
const allLooks = 1 << 24

// Looks counts looks at configurations and moves of graphs, and stops them at a limit.
type Looks struct{ left, refused int }

// NewLooks returns a counter for a verification.
func NewLooks(level effort.Level) *Looks { return &Looks{left: level.Of(allLooks)} }

// Refused returns how many searches have been stopped.
func (l *Looks) Refused() int { return l.refused }

// take takes looks, and reports whether there were any left.
func (l *Looks) take(n int) bool {
	if l == nil {
		return true
	}
	if l.left <= 0 {
		l.refused++
		return false
	}
	l.left -= n
	return true
}
