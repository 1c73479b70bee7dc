package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxSteps is the largest number of steps of a sequence diagram: a longer one takes more
// than ten pages.
const maxSteps = 40

// The participants that each sequence diagram has.
const (
	program = iota
	machine
)

// longest draws the longest run that exploration found as a sequence diagram, folded.
func (w *page) longest() {
	worst := w.r.Bound.Worst
	if worst == nil || len(worst.Steps) == 0 {
		return
	}
	m := w.r.Machine
	title := "The longest run that was found"
	if len(m.Params) > 0 {
		title += ", with " + verify.Params(m, worst.Params)
	}
	names := []string{"Program", m.Name}
	lane := func(name string) int {
		for i, n := range names {
			if i > machine && n == name {
				return i
			}
		}
		names = append(names, name)
		return len(names) - 1
	}
	messages := []mermaid.Message{{From: machine, To: machine, Note: []string{m.States[m.Initial].Name}}}
	for _, s := range worst.Steps {
		msg := message(m, s)
		switch t := &m.Transitions[s.Transition]; {
		case m.Events[t.Event].Eventless:
			msg.From = machine
		case m.Events[t.Event].Environment:
			msg.From = lane("Environment")
		case timed(m, t):
			msg.From = lane("Timer")
		}
		messages = append(messages, msg)
	}
	w.fold(title+": "+count(len(worst.Counted(m))), drawing(mermaid.Sequence(names, messages, maxSteps+1)))
}

// entered names the leaves of regions that a step makes active.
func entered(m *core.Machine, s trace.Step) (names []string) {
	t := &m.Transitions[s.Transition]
	domain := -1 // the region that the transition does not leave
	if t.Move != nil && t.Move.To >= 0 && !t.Move.Internal {
		domain, _, _ = source.Domain(m, t)
	}
	for r, region := range m.States[t.To].Regions {
		again := domain >= 0 && m.States[t.To].Contains(domain, r)
		now := s.After[region.Var]
		if (again || !t.Internal || s.Before[region.Var] != now) && !region.Leaves[now].None {
			names = append(names, region.Leaves[s.After[region.Var]].Name)
		}
	}
	return names
}

// timed reports whether a timer of the source state raises the event of a transition.
func timed(m *core.Machine, t *core.Transition) bool {
	return slices.ContainsFunc(m.Timers, func(timer core.Timer) bool {
		return timer.Event == t.Event && slices.Contains(timer.States, t.From)
	})
}

// message draws a step: the event with the guard that held, and a note with the new state,
// the variables that changed, and the outputs.
func message(m *core.Machine, s trace.Step) mermaid.Message {
	t := &m.Transitions[s.Transition]
	msg := mermaid.Message{From: program, To: machine, Text: []string{m.Trigger(t)}}
	switch {
	case t.Written != nil:
		msg.Text = append(msg.Text, "["+expr.Print(t.Written, expr.Math)+"]")
	case source.Otherwise(m, s.Transition):
		msg.Text = append(msg.Text, "[otherwise]")
	}
	if !t.Internal {
		msg.Note = append(msg.Note, m.States[t.To].Name)
	}
	msg.Note = append(msg.Note, entered(m, s)...)
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.Implied == core.Declared && v.Type.Scalar() && m.Exists(i, t.To) && (s.Before[i] != s.After[i] || v.State >= 0 && !t.Internal) {
			msg.Note = append(msg.Note, v.Name+" = "+value(m, v.Type, s.After[i]))
		}
	}
	var outputs []string
	for _, e := range t.Emits {
		outputs = append(outputs, m.Outputs[e.Output].Name)
	}
	if len(outputs) > 0 {
		msg.Note = append(msg.Note, "emits "+strings.Join(outputs, ", "))
	}
	var raised []string
	for _, r := range t.Raises {
		raised = append(raised, m.Events[r.Event].Name)
	}
	if len(raised) > 0 {
		msg.Note = append(msg.Note, "raises "+strings.Join(raised, ", "))
	}
	return msg
}
