package core

import (
	"slices"
	"strings"
	"time"

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
	b.WriteString(m.States[t.From].Name + " --" + m.Trigger(t))
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
		b.WriteString("--> " + m.States[t.To].Name)
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

// Assignments returns the updates of t except the implied ones, as in
// "remaining: remaining - 1, retries: 0".
func (m *Machine) Assignments(t *Transition) string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, m.Vars[u.Var].Name+": "+expr.Print(m.Shown(u.Value), expr.Spec))
		}
	}
	return strings.Join(parts, ", ")
}

// After returns the duration of a timer in the syntax of a spec: "1m30s", or the
// name of the delay with its arguments.
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

// Duration returns d without the trailing zero units of
// [time.Duration.String]: "2m" instead of "2m0s".
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
