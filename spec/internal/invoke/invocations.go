package invoke

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Invocations are the calls and the child machines that run in the states.
type Invocations struct {
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	env     *scope.Env
	// doubled are the invocations that have been reported to run beside another one.
	doubled map[diag.Span]bool

	// Started lists the invocations that each state starts when it is entered, by their numbers in the machine.
	Started map[*tree.Node][]int
	// Results are the transitions of each state for the results of its invocations.
	Results map[*tree.Node][]syntax.Handler
	// Unsure is set when an invocation was reported as wrong, so that there may be too few results.
	Unsure bool
}
