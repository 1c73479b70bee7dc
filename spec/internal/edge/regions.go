package edge

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
	"github.com/fsmgen/fsmgen/spec/internal/walk"
)

// enterRegions adds the updates with which the regions of p begin: that of goal there, if goal is in
// one, and the others in their initial states. It returns the states that are entered, in order.
func (l *Edges) enterRegions(t *core.Transition, p, goal *tree.Node) (entries []*tree.Node) {
	active := map[*tree.Region]*tree.Node{}
	l.tree.Configure(p, goal, active)
	for _, r := range p.Parts() {
		leaf := active[r]
		if leaf == nil && r.Outer == nil {
			continue // reported
		}
		t.Updates = append(t.Updates, r.Sets(leaf, t.Span))
		first := len(entries)
		for n := leaf; n != nil && n != r.Owner; n = n.Parent {
			entries = append(entries, n)
		}
		slices.Reverse(entries[first:])
	}
	if v := l.effects.Rests[p]; v != nil {
		t.Updates = append(t.Updates, core.Update{Var: v.Index, Value: &expr.Lit{T: v.Type}, Implied: true, Span: t.Span})
	}
	return entries
}

// checkLeft reports a transition that leaves regions, other than those around its source, whose states
// have outputs on exit, because which of them are left depends on where the regions are.
func (l *Edges) checkLeft(t *core.Transition, from *tree.Node, left []*tree.Region) {
	for _, r := range left {
		if from.Inside(r.Root) {
			continue
		}
		walk.EachState([]*syntax.State{r.Root.Decl}, func(s *syntax.State) {
			if len(s.Exit)+len(s.RaiseExit) > 0 && l.tree.Nodes[s.Name.Value].Region == r {
				l.diags.Errorf(diag.CodeParallel, t.Span, "this transition leaves state `%s`, but what state `%s` in the region `%s` emits or raises on exit depends on where the region is", r.Owner.Decl.Name.Value, s.Name.Value, r.Root.Decl.Name.Value).
					Note(s.Name.Span, "declared here").Helpf("emit the outputs in the transitions out of `%s`, or on entry of the next state", s.Name.Value)
			}
		})
	}
}
