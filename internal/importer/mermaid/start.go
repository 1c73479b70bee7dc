package mermaid

import (
	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// begins finds the initial states of the machine, its composite states, and its regions.
func (b *builder) begins() {
	top := text{line: 1, column: 1}
	switch list := b.starts[nil]; {
	case len(b.drawing.draft.Root.Inner()) == 0:
		b.drawing.fail(diag.CodeMissing, top, "the diagram has no states")
		return
	case !b.moves():
		b.drawing.fail(diag.CodeMissing, top, "the diagram is no state machine: no arrow leads from one of its states to another").
			Helpf("a transition is an arrow such as A --> B : event")
		return
	case len(list) == 0:
		b.source()
	case len(list) == 1 && list[0].to != nil && b.of[list[0].to] != nil && list[0].label.string == "":
		b.drawing.draft.Initial = b.of[list[0].to]
	default:
		b.drawing.draft.Initial = b.start(b.drawing.draft.Root, list)
	}
	for _, n := range b.drawing.nodes {
		s, list := b.of[n], b.starts[n]
		switch {
		case s == nil || len(s.Inner()) == 0:
		case len(list) > 0:
			b.beginsIn(s, list)
		case !n.parallel && len(b.shape.entering(n)) > 0:
			b.chooseIn(s, n)
		}
	}
}

// chooseIn finds the initial state of a composite state without an initial arrow: the only one inside it to which no arrow
// leads. If there is no such state, the draft chooses the first one.
func (b *builder) chooseIn(s *draft.State, n *node) {
	var first *node
	for _, i := range b.drawing.nodes {
		if i.parent != n || b.shape.isMark(i) || len(b.shape.entering(i)) > 0 {
			continue
		}
		if first != nil {
			return
		}
		first = i
	}
	if first == nil || b.of[first] != nil && s.Inner()[0] == b.of[first] {
		return
	}
	b.drawing.warn(n.at, "the composite state `%s` has no initial arrow [*] -->: the import begins in `%s`, to which no arrow leads", diag.Clip(n.id), diag.Clip(first.id))
	b.beginsIn(s, []arrow{{to: first, block: n, at: first.at}})
}

// beginsIn finds the initial state of a composite state.
func (b *builder) beginsIn(s *draft.State, list []arrow) {
	if len(list) > 1 || list[0].to == nil || b.of[list[0].to] == nil {
		s.Initial = b.start(s, list)
		return
	}
	a := list[0]
	to := b.of[a.to]
	if to.Parent() != s {
		b.drawing.fail(diag.CodeShape, a.at, "the initial state of a composite state must be directly inside it")
		return
	}
	if a.label.string != "" {
		b.drawing.ignore(a.at, "the import drops the label of this arrow: a composite state begins without an event")
	}
	s.Initial = to
}

// start adds a state in which a composite state, or the machine, waits until one of several arrows is taken, or one with
// an event.
func (b *builder) start(s *draft.State, list []arrow) *draft.State {
	start := &draft.State{Want: "Start", Doc: "The initial state."}
	if s != b.drawing.draft.Root {
		start = &draft.State{Want: s.Want + "_start", Doc: "The initial state of " + s.Want + "."}
	}
	b.drawing.draft.AddFirst(s, start)
	for _, a := range list {
		for _, l := range labels(a.label) {
			b.transition(start, a, l, nil)
		}
	}
	return start
}

// moves reports whether something can happen in the diagram.
func (b *builder) moves() bool {
	for _, a := range b.drawing.arrows {
		if a.from != nil {
			return true
		}
	}
	for _, n := range b.drawing.nodes {
		for _, r := range n.rows {
			if b.isRow(parse(r), r.string) {
				return true
			}
		}
	}
	return false
}

// source chooses the state from which all others can be reached as the initial one, if the diagram has no arrow that
// says where the machine begins.
func (b *builder) source() {
	for _, n := range b.drawing.nodes {
		s := b.of[n]
		if s == nil || s.Parent() != b.drawing.draft.Root || !b.reachesAll(n) {
			continue
		}
		b.drawing.draft.Initial = s
		b.drawing.warn(n.at, "the diagram has no initial arrow [*] -->: the import starts the machine in this state, from which all others can be reached")
		return
	}
	b.drawing.fail(diag.CodeMissing, text{line: 1, column: 1}, "the diagram does not say where the machine begins, and from none of its states can all others be reached").
		Helpf("add an arrow [*] --> to the state in which it begins")
}

// reachesAll reports whether arrows lead from a node, and the composite states into which they lead, to all others. A
// composite state can begin in each of the states inside it that no initial arrow rules out.
func (b *builder) reachesAll(from *node) bool {
	seen := make(map[*node]bool)
	var next []*node
	reach := func(n *node) {
		for ; n != nil && !seen[n]; n = n.parent {
			seen[n] = true
			next = append(next, n)
		}
	}
	for reach(from); len(next) > 0; next = next[1:] {
		n := next[0]
		for _, a := range b.from[n] {
			reach(a.to)
		}
		first := len(b.starts[n]) == 0
		for _, i := range b.drawing.nodes {
			switch {
			case i.parent != n:
			case i.kind == region || i.isRegion:
				reach(i)
			case first && b.of[i] != nil:
				reach(i)
				first = false
			}
		}
		for _, a := range b.starts[n] {
			reach(a.to)
		}
	}
	for _, n := range b.drawing.nodes {
		if !seen[n] && (b.of[n] != nil || !b.shape.isMark(n)) {
			return false
		}
	}
	return true
}
