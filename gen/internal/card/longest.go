package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
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
func (c *card) longest() {
	w := c.r.Bound.Worst
	if w == nil || len(w.Steps) == 0 {
		return
	}
	title := "The longest run that was found"
	if len(c.m.Params) > 0 {
		title += ", with " + verify.Params(c.m, w.Params)
	}
	names := []string{"Program", c.m.Name}
	lane := func(name string) int {
		for i, n := range names {
			if i > machine && n == name {
				return i
			}
		}
		names = append(names, name)
		return len(names) - 1
	}
	messages := []mermaid.Message{{From: machine, To: machine, Note: []string{c.m.States[c.m.Initial].Name}}}
	for _, s := range w.Steps {
		m := c.message(s)
		switch t := &c.m.Transitions[s.Transition]; {
		case c.m.Events[t.Event].Environment:
			m.From = lane("Environment")
		case c.timed(t):
			m.From = lane("Timer")
		}
		messages = append(messages, m)
	}
	c.fold(title+": "+count(len(w.Counted(c.m))), drawing(mermaid.Sequence(names, messages, maxSteps+1)))
}

// timed reports whether a timer of the source state raises the event of a transition.
func (c *card) timed(t *core.Transition) bool {
	return slices.ContainsFunc(c.m.Timers, func(timer core.Timer) bool {
		return timer.Event == t.Event && slices.Contains(timer.States, t.From)
	})
}

// message draws a step: the event with the guard that held, and a note with the new state,
// the variables that changed, and the outputs.
func (c *card) message(s trace.Step) mermaid.Message {
	t := &c.m.Transitions[s.Transition]
	m := mermaid.Message{From: program, To: machine, Text: []string{c.m.Events[t.Event].Name}}
	switch {
	case t.Guard != nil:
		m.Text = append(m.Text, "["+expr.Print(t.Written, expr.Math)+"]")
	case c.m.Otherwise(s.Transition):
		m.Text = append(m.Text, "[otherwise]")
	}
	if !t.Internal {
		m.Note = append(m.Note, c.m.States[t.To].Name)
	}
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		if v.Type.Scalar() && c.m.Exists(i, t.To) && (s.Before[i] != s.After[i] || v.State >= 0 && !t.Internal) {
			m.Note = append(m.Note, v.Name+" = "+c.value(v.Type, s.After[i]))
		}
	}
	var outputs []string
	for _, e := range t.Emits {
		outputs = append(outputs, c.m.Outputs[e.Output].Name)
	}
	if len(outputs) > 0 {
		m.Note = append(m.Note, "emits "+strings.Join(outputs, ", "))
	}
	return m
}
