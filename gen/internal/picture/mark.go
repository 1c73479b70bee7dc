package picture

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Mark shows how a part of a picture of two versions has changed.
type Mark uint8

// The marks. A part of an ordinary picture is Same.
const (
	Same Mark = iota
	Added
	Removed
	Changed
)

// Sign returns the sign that stands before the text of a part, so that the change does not depend on color.
func (m Mark) Sign() string { return [...]string{"", "+ ", "− ", "~ "}[m] }

// Start is an arrow to the initial state.
type Start struct {
	Node int
	Mark Mark
}

// LabelOf returns the label of a transition without timers.
func LabelOf(m *core.Machine, i int) Label {
	t := &m.Transitions[i]
	l := newLabel(m, t)
	l.Otherwise, l.Of = source.Otherwise(m, i), []int{i}
	switch t.Effect {
	case core.Ignore:
		l.Updates = []string{"ignored"}
	case core.Reject:
		l.Updates = []string{"rejected"}
	}
	return l
}

// String returns the whole label on one line: "trigger [guard] / actions".
func (l Label) String() string {
	same := func(s string) string { return s }
	return strings.TrimSpace(l.Head(same) + " " + l.Action(same))
}

// Marked reports whether anything in the node has changed.
func (n *Node) Marked() bool {
	if n.Mark != Same {
		return true
	}
	for _, l := range n.Stays {
		if l.Mark != Same {
			return true
		}
	}
	return false
}

// Marked reports whether any of the transitions of the edge has changed.
func (e *Edge) Marked() bool {
	for _, l := range e.Labels {
		if l.Mark != Same {
			return true
		}
	}
	return false
}

// Marked reports whether anything in the picture has changed.
func (p *Picture) Marked() bool {
	for i := range p.Nodes {
		if p.Nodes[i].Marked() {
			return true
		}
	}
	for i := range p.Blocks {
		if p.Blocks[i].Mark != Same {
			return true
		}
	}
	for i := range p.Edges {
		if p.Edges[i].Marked() {
			return true
		}
	}
	for _, s := range p.Starts {
		if s.Mark != Same {
			return true
		}
	}
	return false
}
