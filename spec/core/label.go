package core

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Label returns a name of transition i for people and tools, such as
//
//	Selecting --Select[remaining > 0]--> Attempting
//
// Two alternatives of the same state and event have the same label only if they
// have the same condition and target, as their author wrote them.
func (m *Machine) Label(i int) string {
	t := &m.Transitions[i]
	var b strings.Builder
	from, to := Route(m, t)
	b.WriteString(from + " --" + m.Trigger(t))
	if t.Written != nil {
		b.WriteString("[" + expr.Print(t.Written, expr.Spec) + "]")
	} else if slices.ContainsFunc(m.Before(i), func(j int) bool { return m.Transitions[j].Written != nil }) {
		b.WriteString("[otherwise]")
	}
	switch t.Effect {
	case Ignore:
		b.WriteString("--> ignored")
	case Reject:
		b.WriteString("--> rejected")
	default:
		b.WriteString("--> " + to)
	}
	if to := t.Returns.String(); to != "" {
		b.WriteString(" (" + to + ")")
	}
	return b.String()
}

// Trigger returns the name of the event that a transition handles: for a raised one, which is
// handled without an event from outside, the name of that event. For one that applies when all
// regions are in final states, it is "done".
func (m *Machine) Trigger(t *Transition) string {
	if t.Done {
		return "done"
	}
	if t.Handles != "" {
		return t.Handles
	}
	return m.Events[t.Event].Name
}

// Route returns the names of the states between which a transition leads, as its author wrote them: inside
// regions, those of the states there.
func Route(m *Machine, t *Transition) (from, to string) {
	s := &m.States[t.From]
	from = s.Name
	if t.Effect == Take {
		to = m.States[t.To].Name
	}
	if t.Move == nil {
		return from, to
	}
	from = s.Regions[t.Move.Region].Leaves[t.Move.From].Name
	switch {
	case t.Effect != Take:
	case t.Move.Internal:
		to = from
	case t.Move.To >= 0:
		to = s.Regions[t.Move.ToRegion].Leaves[t.Move.To].Name
	}
	return from, to
}
