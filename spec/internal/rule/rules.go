package rule

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/edge"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Rules applies the rules `limit` and `stall` to transitions.
type Rules struct {
	machine *core.Machine
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	edges   *edge.Edges
}

// New returns the rules that a spec declares.
func New(in pass.Input, decls *decl.Declarations, states *tree.Tree, edges *edge.Edges) *Rules {
	return &Rules{in.Machine, in.Diags, decls, states, edges}
}

// exit returns the transition of the rule that takes the place of t in a state and emits own
// between the outputs of the states that it leaves and enters. ok is false if the rule
// is wrong, which has been reported.
func (l *Rules) exit(c *decl.Counter, from *tree.Node, t core.Transition, guard expr.Expr, own []core.Emission) (core.Transition, bool) {
	if c.Rule.To.Value == "" {
		return t, false // reported as missing
	}
	goal := l.tree.Target(c.Rule.To)
	if goal == nil {
		return t, false
	}
	to := goal.Place().Index
	if data := l.tree.Data[to]; len(data) > 0 {
		v := l.machine.Vars[data[0]]
		l.diags.Errorf(diag.CodeUnset, c.Rule.To.Span, "the `%s` rule goes to state `%s` without setting its datum `%s`", c.Name, l.machine.States[to].Name, v.Name).
			Note(v.Span, "declared here").Helpf("go to a state that has no data")
		return t, false
	}
	t.To, t.Internal, t.Effect, t.Rule, t.Updates = to, false, core.Take, c.Name, nil
	if !l.machine.Terminal(to) {
		if c == l.decls.Limit {
			l.diags.Errorf(diag.CodeTerminalExit, c.Rule.To.Span, "the `limit` rule goes to state `%s`, which is not terminal", l.machine.States[to].Name).
				Helpf("a limit ends the machine: list `%s` under `terminal:`, or go to a terminal state", l.machine.States[to].Name)
			return t, false
		}
		t.Updates = []core.Update{c.Set(expr.Number(0))}
	}
	t.Guard, t.Written = guard, guard
	t.Composite, t.Span, t.Doc, t.Requirements = "", c.Rule.Span, "", nil
	t.Emits, t.Starts, t.Invokes, t.Move, t.Returns = nil, nil, nil, nil, core.Return{}
	if c == l.decls.Limit { // the stall rule changes only where the transition leads
		t.Raises = nil
	}
	l.edges.Goes(&t, from, l.tree.Nodes[c.Rule.To.Value], goal, own)
	return t, true
}

// CountStalls applies the stall rule to a transition: one without a target that sets
// nothing increments the counter or, at the limit, leads to the state of the rule and
// emits the same outputs; any other transition resets the counter, unless it ends the
// machine.
func (l *Rules) CountStalls(from *tree.Node, t core.Transition) []core.Transition {
	c := l.decls.Stall
	if c == nil {
		return []core.Transition{t}
	}
	if edge.Moves(&t) || len(t.Updates) > 0 {
		if !l.machine.Terminal(t.To) {
			t.Updates = append(t.Updates, c.Set(expr.Number(0)))
		}
		return []core.Transition{t}
	}
	full := expr.Expr(&expr.Binary{Op: expr.Ge, X: c.Next(), Y: c.At})
	written := full
	if t.Guard != nil {
		full = &expr.Binary{Op: expr.And, X: t.Guard, Y: full}
		written = expr.Both(t.Written, written)
	}
	away, ok := l.exit(c, from, t, full, t.Emits)
	if !ok {
		return nil
	}
	away.Written = written
	t.Updates = append(t.Updates, c.Set(c.Next()))
	return []core.Transition{away, t}
}
