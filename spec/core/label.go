package core

import (
	"strings"
	"time"

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

// After writes the time of a timer as the spec does: "1m30s", or the name of
// the delay with its arguments.
func (m *Machine) After(t *Timer) string {
	if t.Delay < 0 {
		return Duration(t.Constant)
	}
	name := m.Delays[t.Delay].Name
	if len(t.Args) == 0 {
		return name
	}
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = expr.Print(a, expr.Spec)
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// Duration writes d without the zeros that [time.Duration.String] ends in.
func Duration(d time.Duration) string {
	text := d.String()
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}
