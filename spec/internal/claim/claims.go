package claim

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// claims are what a spec claims of its states.
type claims struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	tree    *tree.Tree
	env     *scope.Env
}
