package scope

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Env is what the scopes of all states have in common.
type Env struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	// asks finds the calls of external guards that are in the machine already.
	asks map[string]int
}

// New returns the environment of a machine that has its states. Scopes add to the machine the external guards that conditions call,
// and note in the declarations which guards are used.
func New(in pass.Input, decls *decl.Declarations, states *tree.Tree) *Env {
	return &Env{file: in.File, machine: in.Machine, names: in.Names, diags: in.Diags, decls: decls, tree: states, asks: map[string]int{}}
}
