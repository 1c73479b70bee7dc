package picture

import (
	"fmt"
	"slices"
)

// Detail is the level of detail of a picture.
type Detail uint8

const (
	// Full shows everything.
	Full Detail = iota
	// Guards omits actions: updates, outputs, and calls.
	Guards
	// Choices also omits timers, the guards that do not tell arrows with the same event apart, and what states do by themselves.
	Choices
	// Events also omits guards, timers, and the rows inside states.
	Events
	// States shows only names and arrows.
	States
)

var details = []string{Full: "full", Guards: "guards", Choices: "choices", Events: "events", States: "states"}

// Details returns the words for all levels of detail, from the highest to the lowest.
func Details() []string { return slices.Clone(details) }

// String returns the word for the level of detail.
func (d Detail) String() string { return details[d] }

// Shows describes what a level of detail shows, after "only".
func (d Detail) Shows() string {
	return []string{"everything", "events and guards", "events, with guards where arrows need them", "the events that lead to other states", "states"}[d]
}

// ParseDetail returns the level of detail for a word.
func ParseDetail(word string) (Detail, error) {
	i := slices.Index(details, word)
	if i < 0 {
		return 0, fmt.Errorf("unknown detail %q: expected one of %v", word, details)
	}
	return Detail(i), nil
}

// Brief returns the picture with only the names of the events on its edges and only names inside its
// nodes and blocks, for machines that are too large for more. It keeps the steps of a run.
func (p *Picture) Brief() *Picture { return p.At(Events) }

// At returns the picture at a level of detail. It does not change the receiver.
func (p *Picture) At(d Detail) *Picture {
	if d == Full {
		return p
	}
	less := *p
	less.Detail = d
	less.Nodes, less.Blocks, less.Edges = slices.Clone(p.Nodes), slices.Clone(p.Blocks), slices.Clone(p.Edges)
	divided := p.divided()
	for i := range less.Nodes {
		n := &less.Nodes[i]
		stays := n.Stays
		if n.Full == nil {
			n.Full = &p.Nodes[i]
		}
		n.Visit, n.Stays = Visit{}, nil
		for _, l := range stays {
			if d <= Choices || len(l.Steps) > 0 {
				n.Stays = l.at(d, divided[choice{i, l.Event}]).among(n.Stays)
			}
		}
		if d > Guards {
			n.Ignores = nil
		}
	}
	for i := range less.Blocks {
		b := &less.Blocks[i]
		if b.Full == nil {
			b.Full = &p.Blocks[i]
		}
		b.Visit = Visit{}
	}
	for i := range less.Edges {
		e := &less.Edges[i]
		labels := e.Labels
		e.Labels = nil
		for _, l := range labels {
			if d != States || len(l.Steps) > 0 {
				e.add(l.at(d, divided[choice{e.From, l.Event}]))
			}
		}
	}
	less.dropIdle()
	return &less
}

// choice is an event in a node.
type choice struct {
	node  int
	event string
}

// divided returns the events by which arrows lead from a node to different others, or by which the node also stays. Their guards tell
// the arrows apart. What leads on without an event has nothing else to say.
func (p *Picture) divided() map[choice]bool {
	list, first := make(map[choice]bool), make(map[choice]int)
	add := func(from, to int, labels []Label) {
		for _, l := range labels {
			c := choice{from, l.Event}
			at, ok := first[c]
			if !ok {
				first[c] = to
			}
			if ok && at != to || l.Event == "always" || l.Event == "done" {
				list[c] = true
			}
		}
	}
	for i := range p.Edges {
		add(p.Edges[i].From, p.Edges[i].To, p.Edges[i].Labels)
	}
	for i := range p.Nodes {
		add(i, i, p.Nodes[i].Stays)
	}
	return list
}

// dropIdle removes the nodes for any state that have become empty.
func (p *Picture) dropIdle() {
	busy := make([]bool, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		busy[i] = !n.Any || len(n.Stays)+len(n.Ignores) > 0
	}
	for i := range p.Edges {
		busy[p.Edges[i].From] = true
	}
	place, kept := make([]int, len(p.Nodes)), 0
	for i := range p.Nodes {
		place[i] = kept
		if busy[i] {
			p.Nodes[kept] = p.Nodes[i]
			kept++
		}
	}
	p.Nodes = p.Nodes[:kept]
	for i := range p.Edges {
		e := &p.Edges[i]
		e.From, e.To = place[e.From], place[e.To]
	}
}

// at returns a label at a level of detail. With divided, the guard tells the arrow apart from others.
func (l Label) at(d Detail, divided bool) Label {
	full := l.Full
	if full == nil {
		full = []Label{l}
	}
	switch d {
	case Full:
		return l
	case Guards:
		l.Updates, l.Emits, l.Full = nil, nil, full
		return l
	case Choices:
		less := l.at(Events, false)
		if divided {
			less.Guard, less.Order, less.Otherwise = l.Guard, l.Order, l.Otherwise
		}
		return less
	case Events:
		return Label{Event: l.Event, Text: l.Text, Environment: l.Environment, Reenter: l.Reenter, Forks: divided, Steps: l.Steps, Full: full}
	}
	return Label{Steps: l.Steps, Full: full}
}

// Omitted returns the number of rows about entry, exit, and calls that the node does not show.
func (n *Node) Omitted() int {
	if n.Full == nil {
		return 0
	}
	return len(n.Full.Visit.rows(0, plain)) - len(n.Visit.rows(0, plain))
}

// Omitted returns the number of rows that the frame does not show.
func (b *Block) Omitted() int {
	if b.Full == nil {
		return 0
	}
	return len(b.Full.Visit.rows(0, plain)) - len(b.Visit.rows(0, plain))
}

func plain(s string) string { return s }
