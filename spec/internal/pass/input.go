// Package pass has what all passes of the loader work on.
//
// A pass is a package beside this one. It takes an [Input] and the results of earlier passes, adds its part to the machine, and
// returns what later passes need to know. Package spec calls the passes in their order.
package pass

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// Input is a spec while it is loaded. All passes share what it points to.
type Input struct {
	// File is the spec as written, which no pass changes. It can be wrong.
	File *syntax.File
	// Machine is what the passes make of it.
	Machine *core.Machine
	// Names are the names that expressions can use in every state.
	Names *names.Table
	// Diags are the reports of the passes so far.
	Diags *diag.List
	// Partial says that some of the file could not be read, so that it may contain more than File.
	Partial bool
}

// New returns the input of the first pass: a machine of the given file of which only that is known, and no names.
func New(file string, f *syntax.File) Input {
	m, diags := &core.Machine{File: file}, &diag.List{}
	return Input{File: f, Machine: m, Names: names.New(m, diags), Diags: diags}
}
