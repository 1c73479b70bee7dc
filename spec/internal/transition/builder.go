package transition

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/broadcast"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/edge"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/rule"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Earlier are the results of earlier passes. All are needed.
type Earlier struct {
	// Each of these is the result of the package of its type.
	Decls    *decl.Declarations
	Tree     *tree.Tree
	Env      *scope.Env
	Handlers *handler.Table
	Memories *history.Memories
	Edges    *edge.Edges
	Rules    *rule.Rules
	// Rests are the variables for what regions of a state are still to handle of an event.
	Rests map[*tree.Node]*expr.Symbol
	// Unsure says that an alternative was reported as wrong.
	Unsure bool
}

// Result is what later passes need to know of the transitions.
type Result struct {
	// Lowered are the places of the alternatives that some state has.
	Lowered map[diag.Span]bool
	// Transient are the numbers of the states in which the machine never waits for an event.
	Transient map[int]bool
	// Undecided are the events that regions leave undecided.
	Undecided []Undecided
	// Full is set when there are more alternatives than the limits allow, which has been reported.
	Full bool
	// Unsure is set when an alternative was reported as wrong: what then seems to be missing need not be.
	Unsure bool
}

// builder makes transitions of alternatives.
type builder struct {
	file     *syntax.File
	machine  *core.Machine
	names    *names.Table
	diags    *diag.List
	decls    *decl.Declarations
	tree     *tree.Tree
	env      *scope.Env
	handlers *handler.Table
	memories *history.Memories
	edges    *edge.Edges
	rules    *rule.Rules
	out      *Result
}

// maxTransitions limits the alternatives of all states. Each state inside a composite
// state has copies of those of the composite state.
const maxTransitions = 10_000

// fits reports whether a machine may have another alternative, after the given number for
// the same state and event.
func (l *builder) fits(n *tree.Node, event, before int, at diag.Span) bool {
	switch {
	case l.out.Full:
		return false
	case before == broadcast.MaxAlternatives:
		l.diags.Errorf(diag.CodeTooBig, at, "state `%s` has more than %d alternatives %s", n.Decl.Name.Value, broadcast.MaxAlternatives, l.reaction(event)).
			Helpf("combine alternatives that do the same, or split the event into several")
	case len(l.machine.Transitions) >= maxTransitions:
		l.diags.Errorf(diag.CodeTooBig, at, "the machine has more than %d alternatives, counting those of a composite state once for each state inside it", maxTransitions).
			Helpf("split the machine into several")
	default:
		return true
	}
	// One report is enough: the rest is not looked at.
	l.out.Full, l.out.Unsure = true, true
	return false
}

// reaction says in a message when an alternative is tried.
func (l *builder) reaction(event int) string {
	e := &l.machine.Events[event]
	return syntax.Handler{Event: syntax.Text{Value: e.Name}, Eventless: e.Eventless}.Where()
}

// alternatives returns the transitions that an alternative of a state stands for, with a condition of the loader
// before its own, which may be nil.
func (l *builder) alternatives(n *tree.Node, event int, x handler.Listed, when expr.Expr) (out []core.Transition) {
	for _, form := range l.memories.Forms(n, x.Alternative) {
		form.When = expr.Both(when, form.When)
		list := l.alternative(n, event, form, x.Composite)
		if out == nil { // most alternatives have one form, and transitions are large
			out = list
		} else {
			out = append(out, list...)
		}
	}
	return out
}

// alternative returns the transition for one form of an alternative of a state: none if it is wrong, which has been reported, and
// two where a rule applies.
func (l *builder) alternative(n *tree.Node, event int, f history.Form, composite string) []core.Transition {
	a := f.Alternative
	l.out.Lowered[a.Span] = true
	from := n.Place().Index
	scope := scope.State{Env: l.env, At: from, Event: event, Guards: len(l.file.Guards)}
	t := core.Transition{From: from, Event: event, To: from, Internal: !a.To.Given(), Composite: composite, Doc: a.Doc.Value, Span: a.Span}
	if t.Written = l.names.Parse(a.If, expr.Type{Kind: expr.Bool}, scope); t.Written != nil {
		t.Guard = l.env.Expand(t.Written, a.If.Span, scope)
		t.Places = source.Places(l.machine, t.Guard)
	}
	if f.When != nil {
		t.Guard = expr.Both(f.When, t.Guard)
	}
	if a.Wrong {
		l.out.Unsure = true
		return nil
	}
	if l.machine.Events[event].Eventless && t.Guard != nil && expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External }) {
		l.diags.Errorf(diag.CodeEventless, a.If.Span, "an alternative under `always` cannot depend on an external guard: whether the machine waits must follow from its values").
			Helpf("use the guard in an alternative for the event that leads here, and store the answer in a variable")
		l.out.Unsure = true
		return nil
	}
	for _, r := range a.Requirements {
		t.Requirements = append(t.Requirements, r.Value)
	}
	if a.Otherwise.Given() {
		t.Effect = map[string]core.Effect{"ignore": core.Ignore, "reject": core.Reject}[a.Otherwise.Value]
		if n.Region != nil {
			t.Move = n.Region.Stay(n)
		}
		return []core.Transition{t}
	}
	goal := n
	if a.To.Given() {
		if goal = f.Goal; goal == nil {
			goal = l.tree.Target(a.To)
		}
		if goal == nil {
			l.out.Unsure = true
			return nil
		}
		t.To, t.Returns = goal.Place().Index, f.Returns
	} else if len(a.Set)+len(a.Clear)+len(a.Emit)+len(a.Raise) == 0 && l.decls.Stall == nil {
		way := "add one of these keys, list the event under `ignore:`, or limit such steps with a `stall:` rule"
		if l.machine.Events[event].Eventless {
			way = "add one of these keys, or remove the alternative"
		}
		l.diags.Errorf(diag.CodeMissing, a.Span, "this alternative %s does nothing: it has no `to:`, `set:`, `clear:`, `emit:`, or `raise:`", l.reaction(event)).
			Helpf("%s", way)
	}
	l.updates(&t, a, scope)
	l.checkDataSet(&t, a)
	t.Raises = l.edges.Raised(a.Raise, core.ByTransition, nil)
	own := l.edges.Emissions(a.Emit, scope)
	named := l.tree.Nodes[a.To.Value]
	l.edges.Goes(&t, n, named, goal, own)
	return l.rules.CountStalls(n, t)
}
