package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// effects writes the next states for each state and event. The shorter of the two lists
// becomes the columns, in as many tables as fit on a page.
func (w *page) effects() {
	m := w.r.Machine
	var states []site
	for i := range m.States {
		if !m.Terminal(i) {
			states = append(states, sites(m, i)...)
		}
	}
	if len(states) == 0 || len(m.Events) == 0 {
		return
	}
	grid := matrix{corner: "Event \\ state"}
	events := columns(m)
	for _, e := range events {
		grid.rows = append(grid.rows, markdown.Text(m.Events[e].Name))
	}
	for _, s := range states {
		grid.columns = append(grid.columns, siteName(m, s))
	}
	grid.cell = func(row, column int) string { return cell(m, states[column], events[row]) }
	if len(states) >= len(m.Events) {
		grid = matrix{corner: "State \\ event", rows: grid.columns, columns: grid.rows}
		grid.cell = func(row, column int) string { return cell(m, states[row], events[column]) }
	}
	tables := grid.tables()
	w.section(w.heading("What each event does"))
	for _, t := range tables {
		w.section(tableText(t))
	}
	note := "— means that the event is not accepted in the state."
	if m.Events[events[0]].Eventless {
		note += " Under " + markdown.Text(m.Events[m.Eventless()].Name) + " is what the machine does without an event, before it accepts one."
	}
	if len(tables) > 1 {
		note += " Each table omits the rows in which it has no other entry."
	}
	for _, more := range []string{broadcastNote(m), rules(m)} {
		note = strings.TrimSpace(note + " " + more)
	}
	w.section(note)
}

// columns returns the events of the matrix: what needs none comes first, unless there is only what
// raised events do.
func columns(m *core.Machine) []int {
	var events []int
	for e := range m.Events {
		switch {
		case !m.Events[e].Eventless:
			events = append(events, e)
		case slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Event == e && t.Handles == "" }):
			events = slices.Insert(events, 0, e)
		}
	}
	return events
}

// rules names the target states of the rules, which the matrix omits.
func rules(m *core.Machine) string {
	var parts, seen []string
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Rule != "" && !unlisted(t) && !slices.Contains(seen, t.Rule) {
			seen = append(seen, t.Rule)
			parts = append(parts, "the "+markdown.Text(t.Rule)+" rule leads to "+markdown.Text(m.States[t.To].Name))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "In addition, " + strings.Join(parts, ", and ") + "."
}

// stays describes a transition that does not leave its state.
func stays(t *core.Transition) string {
	switch t.Effect {
	case core.Ignore:
		return "*ignored*"
	case core.Reject:
		return "*rejected*"
	}
	return "*stays*"
}

// target writes the state or leaf to which a transition leads, or that it does not leave its own.
func target(m *core.Machine, t *core.Transition) string {
	to, moves := destination(m, t)
	if !moves {
		return stays(t)
	}
	return siteName(m, to)
}

// none is the cell of an event that is not accepted in a state.
const none = "—"

// cell lists the targets of a state or leaf and an event, each once, except the targets of
// rules.
func cell(m *core.Machine, at site, event int) string {
	var targets []string
	for _, t := range m.From(at.state) {
		if handled := m.Trigger(&t) == m.Events[event].Name || t.Done && m.Events[event].Eventless; !handled || siteOf(&t) != at {
			continue
		}
		to := target(m, &t)
		if t.Done {
			to += " when done"
		}
		if t.Rule == "" && !slices.Contains(targets, to) {
			targets = append(targets, to)
		}
	}
	if len(targets) == 0 {
		return none
	}
	return strings.Join(targets, ", ")
}

// stepName names a transition by its states and its event.
func stepName(m *core.Machine, t *core.Transition) string {
	return stepFrom(m, siteName(m, siteOf(t)), t)
}

// stepFrom is stepName with the given name of the source state, as Markdown.
func stepFrom(m *core.Machine, from string, t *core.Transition) string {
	return from + ": " + markdown.Text(m.Trigger(t)) + " → " + target(m, t)
}
