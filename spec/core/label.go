package core

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Label names transition i for people and tools, as in
//
//	Selecting --Select[remaining > 0]--> Attempting
//
// It is unique within a machine up to alternatives with the same guard and
// target.
func (m *Machine) Label(i int) string {
	t := &m.Transitions[i]
	var b strings.Builder
	b.WriteString(m.States[t.From].Name + " --" + m.Events[t.Event].Name)
	if t.Guard != nil {
		b.WriteString("[" + expr.Print(t.Written, expr.Spec) + "]")
	} else if m.Priority(i) > 0 {
		b.WriteString("[otherwise]")
	}
	switch t.Effect {
	case Ignore:
		b.WriteString("--> ignored")
	case Reject:
		b.WriteString("--> rejected")
	default:
		b.WriteString("--> " + m.States[t.To].Name)
	}
	return b.String()
}

// Assignments writes the updates of t, but for the implied ones, as "remaining: remaining - 1, retries: 0".
func (m *Machine) Assignments(t *Transition) string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, m.Vars[u.Var].Name+": "+expr.Print(u.Value, expr.Spec))
		}
	}
	return strings.Join(parts, ", ")
}
