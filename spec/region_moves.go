package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// domain returns the innermost region around n that a transition to the named state does not leave,
// which is that of n without a target. It is nil if the transition leaves all of them, or none is
// around n.
func (n *node) domain(named *node) *region {
	r := n.region
	for r != nil && named != nil && !named.inside(r.root) {
		r = r.outer
	}
	return r
}

// goes completes a transition from a state to goal, which is the one named or inside it; without a target, named is nil.
func (l *crossing) goes(t *core.Transition, from, named, goal *node, own []core.Emission) {
	if r := from.domain(named); r != nil {
		l.move(t, from, named, goal, r, own)
	} else {
		l.cross(t, from, named, goal, own)
	}
}

// move completes a transition of a leaf that stays inside a region around it, the domain.
func (l *crossing) move(t *core.Transition, leaf, named, goal *node, domain *region, own []core.Emission) {
	t.Internal = true
	t.Move = leaf.region.stay(leaf)
	if named == nil {
		t.Emits = own
		return
	}
	from, to := domain.around(leaf), domain.around(goal)
	if named.region != domain {
		named = to // which is left, if it is active
	}
	t.Move.Internal, t.Move.ToRegion, t.Move.To = false, goal.region.number, goal.region.index(goal)
	if domain != leaf.region {
		t.Guard = expr.Both(t.Guard, domain.in([]*node{from})) // which is so, but nothing else tells provers
	}
	_, entries := between(from, named, to)
	var exits []*node
	for n := leaf; !named.parent.inside(n); n = n.parent {
		exits = append(exits, n)
	}
	if slices.Contains(exits, from) {
		l.checkLeft(t, leaf, from.parts())
	}
	raises := t.Raises
	t.Raises = nil
	for _, n := range exits {
		t.Emits = append(t.Emits, l.leave(n, t.Event)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseExit, core.ByExit, n)...)
	}
	t.Raises = append(t.Raises, raises...)
	t.Emits = append(t.Emits, own...)
	if to != from {
		t.Updates = append(t.Updates, domain.sets(to, t.Span))
		stopRegions(t, from)
	}
	for _, n := range append(entries, l.enterRegions(t, to, goal)...) {
		t.Emits = append(t.Emits, l.enter(n, t.Event)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseEntry, core.ByEntry, n)...)
		t.Starts = append(t.Starts, l.timing.started[n]...)
		t.Invokes = append(t.Invokes, l.invoking.started[n]...)
	}
}

// moves reports whether a transition leaves a state: it has a target, which may be in the same region.
func moves(t *core.Transition) bool { return !t.Internal || t.Move != nil && !t.Move.Internal }

// sets returns the update with which a leaf becomes active, or with which the region becomes inactive for nil.
func (r *region) sets(leaf *node, at diag.Span) core.Update {
	return core.Update{Var: r.symbol.Index, Value: r.at(leaf), Implied: true, Span: at}
}

// stopRegions adds the updates with which the regions of a leaf become inactive.
func stopRegions(t *core.Transition, leaf *node) {
	for _, r := range leaf.parts() {
		t.Updates = append(t.Updates, r.sets(nil, t.Span))
	}
}

// configure notes the leaf in which each region of owner begins, also in regions inside, where they are
// active: that of goal where it is in one, and the initial one elsewhere.
func (l *hierarchy) configure(owner, goal *node, active map[*region]*node) {
	for _, r := range owner.regions {
		leaf := r.around(goal)
		if leaf == nil {
			leaf = l.target(r.root.decl.Name)
		}
		if leaf == nil {
			continue // reported
		}
		if active[r] = leaf; leaf.regions != nil {
			l.configure(leaf, goal, active)
		}
	}
}

// enterRegions adds the updates with which the regions of p begin: that of goal there, if goal is in
// one, and the others in their initial states. It returns the states that are entered, in order.
func (l *crossing) enterRegions(t *core.Transition, p, goal *node) (entries []*node) {
	active := map[*region]*node{}
	l.configure(p, goal, active)
	for _, r := range p.parts() {
		leaf := active[r]
		if leaf == nil && r.outer == nil {
			continue // reported
		}
		t.Updates = append(t.Updates, r.sets(leaf, t.Span))
		first := len(entries)
		for n := leaf; n != nil && n != r.owner; n = n.parent {
			entries = append(entries, n)
		}
		slices.Reverse(entries[first:])
	}
	if v := l.restOf[p]; v != nil {
		t.Updates = append(t.Updates, core.Update{Var: v.Index, Value: &expr.Lit{T: v.Type}, Implied: true, Span: t.Span})
	}
	return entries
}

// checkLeft reports a transition that leaves regions, other than those around its source, whose states
// have outputs on exit, because which of them are left depends on where the regions are.
func (l *crossing) checkLeft(t *core.Transition, from *node, left []*region) {
	for _, r := range left {
		if from.inside(r.root) {
			continue
		}
		eachState([]*syntax.State{r.root.decl}, func(s *syntax.State) {
			if len(s.Exit)+len(s.RaiseExit) > 0 && l.nodes[s.Name.Value].region == r {
				l.diags.Errorf(diag.CodeParallel, t.Span, "this transition leaves state `%s`, but what state `%s` in the region `%s` emits or raises on exit depends on where the region is", r.owner.decl.Name.Value, s.Name.Value, r.root.decl.Name.Value).
					Note(s.Name.Span, "declared here").Helpf("emit the outputs in the transitions out of `%s`, or on entry of the next state", s.Name.Value)
			}
		})
	}
}

// stay returns the move of a transition that does not leave a leaf.
func (r *region) stay(leaf *node) *core.Move {
	at := r.index(leaf)
	return &core.Move{Region: r.number, From: at, ToRegion: r.number, To: at, Internal: true}
}
