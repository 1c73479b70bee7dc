package card

import (
	"path"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// calls lists the calls and child machines, each with its results and the states in which it runs.
// The name of a child machine links to its card.
func (w *page) calls() *markdown.Table {
	m := w.r.Machine
	t := &markdown.Table{}
	t.Head("Call", "Meaning and results", "Runs in", "Counts in the bound")
	for i := range m.Calls {
		c := &m.Calls[i]
		name := called(c.Name, c.Args)
		if c.Child != nil {
			name = w.childLink(c, markdown.Text(c.Name)) + " (a machine)"
			for _, arg := range fields(c.Args) {
				name += "<br>" + arg
			}
		}
		t.Row(name, described(c.Doc, results(m, c)), running(m, i), counted(m, i))
	}
	return t
}

// childLink links a text to the card of a child machine, which is next to its spec.
func (w *page) childLink(c *core.Call, text string) string {
	if w.spec == "" {
		return text
	}
	card := strings.TrimSuffix(path.Join(path.Dir(w.spec), c.Path), ".yaml") + ".md"
	return "[" + text + "](" + address(card) + ")"
}

// results lists the results of a call, with their fields.
func results(m *core.Machine, c *core.Call) []string {
	var parts []string
	for _, e := range c.Results {
		part := markdown.Text(m.Events[e].Name)
		if list := fields(m.Events[e].Fields); len(list) > 0 {
			part += ": " + strings.Join(list, ", ")
		}
		parts = append(parts, part)
	}
	return parts
}

// running lists the states in which a call runs, with its arguments and its timeout.
func running(m *core.Machine, call int) string {
	var parts []string
	for i := range m.Invocations {
		inv := &m.Invocations[i]
		if inv.Call != call {
			continue
		}
		part := markdown.Text(inv.Owner)
		var args []string
		for k, a := range inv.Args {
			args = append(args, m.Calls[call].Args[k].Name+" = "+expr.Print(a, expr.Math))
		}
		if len(args) > 0 {
			part += " with " + markdown.Code(strings.Join(args, ", "))
		}
		if t := core.Timeout(m, i); t >= 0 {
			part += " for at most " + markdown.Code(source.Delay(m, &m.Timers[t]))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "*never*"
	}
	return lines(parts)
}

// counted lists what each start of a child machine adds to the bound.
func counted(m *core.Machine, call int) string {
	var parts []string
	for i := range m.Invocations {
		if inv := &m.Invocations[i]; inv.Call == call && inv.Cost != nil {
			// A page breaks code only at spaces.
			parts = append(parts, markdown.Code(strings.ReplaceAll(expr.PrintNumber(inv.Cost, expr.Math), "·", " · ")))
		}
	}
	return lines(parts)
}

// callNote says what a start of a child machine adds to the bound, if there is one.
func callNote(m *core.Machine) string {
	if !core.HasChildren(m) {
		return ""
	}
	return "Each start of a child machine counts with the bound of that machine, for the values with which it starts."
}
