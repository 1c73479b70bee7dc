package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// events lists the events, but not the transitions without one.
func events(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Event", "Payload", "Meaning")
	for i := range m.Events {
		e := &m.Events[i]
		if e.Eventless {
			continue
		}
		t.Row(markdown.Text(e.Name), strings.Join(fields(e.Fields), ", "), described(e.Doc, raised(m, i)))
	}
	return t
}

// raised names the sources of an event other than the program.
func raised(m *core.Machine, event int) []string {
	var parts []string
	timed := slices.ContainsFunc(m.Timers, func(t core.Timer) bool { return t.Event == event })
	switch raised := source.Raised(m, event); {
	case m.Events[event].Internal && raised && timed:
		parts = append(parts, "Raised only by timers and the machine itself.")
	case m.Events[event].Internal && raised:
		parts = append(parts, "Raised only by the machine itself.")
	case m.Events[event].Internal:
		parts = append(parts, "Raised only by timers.")
	case raised:
		parts = append(parts, "Raised by the machine itself, too.")
	}
	if call := m.Caller(event); call >= 0 {
		parts = append(parts, "Result of "+markdown.Text(m.Calls[call].Name)+".")
	}
	if m.Events[event].Environment {
		parts = append(parts, "Raised by the environment, any number of times.")
	}
	for i := range m.Timers {
		t := &m.Timers[i]
		part := "Raised by a timer of " + markdown.Text(t.Owner) + "."
		if t.Event == event && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return parts
}

// fields writes the fields of a payload, with their types and ranges.
func fields(list []core.Field) []string {
	parts := typed(list)
	for i, text := range parts {
		parts[i] = markdown.Code(text)
		if r := span(list[i].Min, list[i].Max); r != "" {
			parts[i] += " (" + r + ")"
		}
	}
	return parts
}
