package passtest

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// States are the results of the first passes.
type States struct {
	pass.Input
	// Decls, Tree, and Env are what packages decl, tree, and scope return.
	Decls *decl.Declarations
	Tree  *tree.Tree
	Env   *scope.Env
}

// Build reads a spec, whose declarations and states must be right. It has no child machines.
func Build(t *testing.T, text string) States {
	t.Helper()
	in := Read(t, text)
	decls := decl.Declare(in, func(syntax.Use) *core.Machine { return nil })
	states := tree.Build(in, decls)
	Clean(t, in)
	return States{in, decls, states, scope.New(in, decls, states)}
}
