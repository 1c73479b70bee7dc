package broadcast

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Events lowers the events that several regions of a state handle. The first region that takes a
// transition does so for the event; a variable remembers that the others still have to, and they do
// without an event, one after the other. So each of them is a transition of its own.
type Events struct {
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	owner   *tree.Node
	// symbol is the variable, or nil if no event is for several regions. Its values are "none" and,
	// for each event and each region but the first, that the event is still to be handled by this region
	// and those after it.
	symbol *expr.Symbol
	// rest are the transitions of the later regions. They have no event.
	rest []core.Transition
	// loads are what the later regions read of payloads.
	loads []load

	// Dependent is set when regions handle an event, but not independently, which was reported.
	Dependent bool
}

// New returns the events of a state with regions, given the variable for what is left of one of them: see [Declare].
func New(in pass.Input, decls *decl.Declarations, states *tree.Tree, owner *tree.Node, rest *expr.Symbol) *Events {
	return &Events{machine: in.Machine, names: in.Names, diags: in.Diags, decls: decls, tree: states, owner: owner, symbol: rest}
}

func (b *Events) sets(value int64, at diag.Span) core.Update {
	return core.Update{Var: b.symbol.Index, Value: &expr.Lit{T: b.symbol.Type, Value: value}, Implied: true, Span: at}
}
