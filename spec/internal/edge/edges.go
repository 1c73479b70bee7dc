package edge

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Edges is what happens at the boundaries of states: when the machine enters and leaves them, they
// emit outputs, raise events, start timers and calls, and remember where it was.
type Edges struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	env     *scope.Env
	effects Effects
	// entered and left are the outputs of entering and leaving each state, by the event that leads there.
	entered, left map[passage][]core.Emission
	// lacking are the values that stand for those that an event does not give: see [Edges.emitted].
	lacking map[*expr.Symbol]lack
}

// Effects are what happens when states are entered and left, as far as earlier passes know.
type Effects struct {
	// Timers and Invocations are the numbers of those that each state starts when it is entered.
	Timers, Invocations map[*tree.Node][]int
	// Memories remember where composite states were left.
	Memories *history.Memories
	// Rests are the variables for what regions of a state are still to handle: see package broadcast.
	Rests map[*tree.Node]*expr.Symbol
}

// New returns the edges of the states of a spec. It adds nothing to the machine yet.
func New(in pass.Input, decls *decl.Declarations, states *tree.Tree, env *scope.Env, effects Effects) *Edges {
	return &Edges{
		file: in.File, machine: in.Machine, names: in.Names, diags: in.Diags, decls: decls, tree: states, env: env, effects: effects,
		entered: map[passage][]core.Emission{}, left: map[passage][]core.Emission{}, lacking: map[*expr.Symbol]lack{},
	}
}

// passage is the way into or out of a state: the event that leads there, or -1 for the start.
type passage struct {
	state *tree.Node
	event int
}

// Raised resolves a list of events that a transition raises, or a state on the way in or out.
func (l *Edges) Raised(list []syntax.Text, cause core.Cause, by *tree.Node) (out []core.Raise) {
	for _, t := range list {
		if e := l.decls.Event(t.Value); e >= 0 {
			r := core.Raise{Event: e, Cause: cause}
			if by != nil {
				r.State = by.Decl.Name.Value
			}
			out = append(out, r)
		}
	}
	return out
}

// lack is why a value of an output on the way into or out of a state is not known for an event that leads there.
type lack struct {
	passage
	// field is the one that the event does not have. It has no name if the event has all fields, and faults says what is wrong with the
	// value then.
	field  expr.FieldName
	faults diag.List
}
