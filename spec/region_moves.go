package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// move completes a transition that stays inside the region of a leaf.
func (l *flow) move(t *core.Transition, leaf, named, goal *node, own []core.Emission) {
	r := leaf.region
	index := func(n *node) int { return slices.Index(r.leaves, n) }
	t.Internal = true
	t.Move = &core.Move{Region: slices.Index(r.owner.regions, r), From: index(leaf), To: index(goal), Internal: named == nil}
	if named == nil {
		t.Emits = own
		return
	}
	exits, entries := l.between(leaf, named, goal)
	raises := t.Raises
	t.Raises = nil
	for _, n := range exits {
		t.Emits = append(t.Emits, l.leave(n)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseExit, core.ByExit, n)...)
	}
	t.Raises = append(t.Raises, raises...)
	t.Emits = append(t.Emits, own...)
	for _, n := range entries {
		t.Emits = append(t.Emits, l.enter(n)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseEntry, core.ByEntry, n)...)
		t.Starts = append(t.Starts, l.timersOf[n]...)
		t.Invokes = append(t.Invokes, l.callsOf[n]...)
	}
	if goal != leaf {
		t.Updates = append(t.Updates, r.sets(goal, t.Span))
	}
}

// sets returns the update with which a leaf becomes active.
func (r *region) sets(leaf *node, at diag.Span) core.Update {
	return core.Update{Var: r.symbol.Index, Value: r.at(leaf), Implied: true, Span: at}
}

// enterRegions adds the updates with which the regions of p begin: that of goal there, if goal is in
// one, and the others in their initial states. It returns the states that are entered, in order.
func (l *flow) enterRegions(t *core.Transition, p, goal *node) (entries []*node) {
	for _, r := range p.regions {
		leaf := goal
		if goal.region != r {
			leaf = l.target(r.root.decl.Name)
		}
		if leaf == nil {
			continue // reported
		}
		t.Updates = append(t.Updates, r.sets(leaf, t.Span))
		var path []*node
		for n := leaf; n != p; n = n.parent {
			path = append(path, n)
		}
		slices.Reverse(path)
		entries = append(entries, path...)
	}
	if v := l.restOf[p]; v != nil {
		t.Updates = append(t.Updates, core.Update{Var: v.Index, Value: &expr.Lit{T: v.Type}, Implied: true, Span: t.Span})
	}
	return entries
}

// checkLeft reports a transition that leaves a state with regions whose inner states have outputs on
// exit, because which of them are left depends on where the regions are.
func (l *flow) checkLeft(t *core.Transition, from *node, exits []*node) {
	p := from.place()
	if !slices.Contains(exits, p) {
		return
	}
	for _, r := range p.regions {
		if from.region == r {
			continue
		}
		l.eachOf([]*syntax.State{r.root.decl}, func(s *syntax.State) {
			if len(s.Exit)+len(s.RaiseExit) > 0 {
				l.diags.Errorf(diag.CodeParallel, t.Span, "this transition leaves state `%s`, but what state `%s` in the region `%s` emits or raises on exit depends on where the region is", p.decl.Name.Value, s.Name.Value, r.root.decl.Name.Value).
					Note(s.Name.Span, "declared here").Helpf("emit the outputs in the transitions out of `%s`, or on entry of the next state", s.Name.Value)
			}
		})
	}
}
