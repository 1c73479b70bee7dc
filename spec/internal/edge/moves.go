package edge

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Goes completes a transition from a state to goal, which is the one named or inside it; without a target, named is nil, and own are
// the outputs of the transition itself.
func (l *Edges) Goes(t *core.Transition, from, named, goal *tree.Node, own []core.Emission) {
	if r := from.Domain(named); r != nil {
		l.move(t, from, named, goal, r, own)
	} else {
		l.cross(t, from, named, goal, own)
	}
}

// cross adds the emitted outputs and the started timers to a transition. named is
// the state or composite state that the spec names as its target, and goal the state inside it
// that is entered; own are the outputs of the transition itself.
func (l *Edges) cross(t *core.Transition, from, named, goal *tree.Node, own []core.Emission) {
	if t.Internal {
		t.Emits = own
		return
	}
	if r := from.Region; r != nil {
		t.Move = &core.Move{Region: r.Number, From: r.Index(from), ToRegion: -1, To: -1}
	}
	to := goal.Place()
	if named.Region != nil {
		named = to // which is left, if the machine is in it
	}
	exits, entries := between(from, named, to)
	if p := from.Place(); slices.Contains(exits, p) {
		l.checkLeft(t, from, p.Parts())
	}
	entries = append(entries, l.enterRegions(t, to, goal)...)
	raises := t.Raises
	t.Raises = nil
	for _, n := range exits {
		t.Emits = append(t.Emits, l.leave(n, t.Event)...)
		t.Raises = append(t.Raises, l.Raised(n.Decl.RaiseExit, core.ByExit, n)...)
		if !l.machine.Terminal(t.To) {
			t.Updates = append(t.Updates, l.effects.Memories.Leave(from.Place(), n, t.Span)...)
		}
	}
	t.Raises = append(t.Raises, raises...)
	t.Emits = append(t.Emits, own...)
	for _, n := range entries {
		t.Emits = append(t.Emits, l.enter(n, t.Event)...)
		t.Raises = append(t.Raises, l.Raised(n.Decl.RaiseEntry, core.ByEntry, n)...)
		for _, i := range l.effects.Timers[n] {
			// No timer runs in a terminal state inside a composite state.
			if slices.Contains(l.machine.Timers[i].States, t.To) {
				t.Starts = append(t.Starts, i)
			}
		}
		for _, i := range l.effects.Invocations[n] {
			if slices.Contains(l.machine.Invocations[i].States, t.To) {
				t.Invokes = append(t.Invokes, i)
			}
		}
	}
}

// move completes a transition of a leaf that stays inside a region around it, the domain.
func (l *Edges) move(t *core.Transition, leaf, named, goal *tree.Node, domain *tree.Region, own []core.Emission) {
	t.Internal = true
	t.Move = leaf.Region.Stay(leaf)
	if named == nil {
		t.Emits = own
		return
	}
	from, to := domain.Around(leaf), domain.Around(goal)
	if named.Region != domain {
		named = to // which is left, if it is active
	}
	t.Move.Internal, t.Move.ToRegion, t.Move.To = false, goal.Region.Number, goal.Region.Index(goal)
	if domain != leaf.Region {
		t.Guard = expr.Both(t.Guard, domain.In([]*tree.Node{from})) // which is so, but nothing else tells provers
	}
	_, entries := between(from, named, to)
	var exits []*tree.Node
	for n := leaf; !named.Parent.Inside(n); n = n.Parent {
		exits = append(exits, n)
	}
	if slices.Contains(exits, from) {
		l.checkLeft(t, leaf, from.Parts())
	}
	raises := t.Raises
	t.Raises = nil
	for _, n := range exits {
		t.Emits = append(t.Emits, l.leave(n, t.Event)...)
		t.Raises = append(t.Raises, l.Raised(n.Decl.RaiseExit, core.ByExit, n)...)
	}
	t.Raises = append(t.Raises, raises...)
	t.Emits = append(t.Emits, own...)
	if to != from {
		t.Updates = append(t.Updates, domain.Sets(to, t.Span))
		tree.StopRegions(t, from)
	}
	for _, n := range append(entries, l.enterRegions(t, to, goal)...) {
		t.Emits = append(t.Emits, l.enter(n, t.Event)...)
		t.Raises = append(t.Raises, l.Raised(n.Decl.RaiseEntry, core.ByEntry, n)...)
		t.Starts = append(t.Starts, l.effects.Timers[n]...)
		t.Invokes = append(t.Invokes, l.effects.Invocations[n]...)
	}
}

// Start adds to the machine what happens when it enters the initial state.
func (l *Edges) Start() {
	if len(l.tree.Plain) == 0 {
		return
	}
	n := l.tree.Plain[l.machine.Initial]
	_, entries := between(nil, &tree.Node{}, n)
	if l.tree.First != nil {
		entries = append(entries, l.enterRegions(&core.Transition{}, n, l.tree.First)...)
	}
	for _, n := range entries {
		l.machine.Start = append(l.machine.Start, l.enter(n, -1)...)
		l.machine.StartRaises = append(l.machine.StartRaises, l.Raised(n.Decl.RaiseEntry, core.ByEntry, n)...)
	}
}

// Moves reports whether a transition leaves a state: it has a target, which may be in the same region.
func Moves(t *core.Transition) bool { return !t.Internal || t.Move != nil && !t.Move.Internal }

// between lists the states that a transition leaves, from the inside out, and
// those that it enters, from the outside in. The transition does not leave the
// composite states around the named target.
func between(from, named, to *tree.Node) (exits, entries []*tree.Node) {
	around := map[*tree.Node]bool{}
	for n := named.Parent; n != nil; n = n.Parent {
		around[n] = true
	}
	n := from
	for ; n != nil && !around[n]; n = n.Parent {
		exits = append(exits, n)
	}
	for e := to; e != n; e = e.Parent {
		entries = append(entries, e)
	}
	slices.Reverse(entries)
	return exits, entries
}
