package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// after returns the delays of the timers that raise an event in some of the states, for a label of an arrow
// from a node.
func (d *drawing) after(event int, states []int, from int) []string {
	var list []string
	for i := range d.machine.Timers {
		t := &d.machine.Timers[i]
		runs := func(s int) bool { return slices.Contains(t.States, s) }
		if t.Event != event || !slices.ContainsFunc(states, runs) {
			continue
		}
		text := d.machine.After(t)
		if t.Owner != d.nameOf(from) {
			text += " in " + t.Owner
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// nameOf returns the name of the state that a node shows; for a node for any state, it is that of the composite
// state, or "" for the machine.
func (d *drawing) nameOf(node int) string {
	switch n := &d.Nodes[node]; {
	case !n.Any:
		return n.Name
	case n.Block >= 0:
		return d.Blocks[n.Block].Name
	}
	return ""
}

// unheard adds the timers whose event the state does not handle to the lines of its node, because there is no
// label for the event. No timers run in terminal states, and a transient state is left before they can fire.
func (d *drawing) unheard() {
	m := d.machine
	for s := range m.States {
		if m.Terminal(s) || m.Transient(s) {
			continue
		}
		var events []int
		for i := range m.Timers {
			t := &m.Timers[i]
			if !slices.Contains(t.States, s) || slices.Contains(events, t.Event) ||
				slices.ContainsFunc(m.On(s, t.Event), func(u core.Transition) bool { return u.Rule == "" && u.Effect != core.Reject }) {
				continue
			}
			events = append(events, t.Event)
			e := &m.Events[t.Event]
			after := d.after(t.Event, []int{s}, s)
			d.Nodes[s].add(Label{Event: e.Name, Environment: e.Environment, After: after, Updates: []string{"rejected"}})
		}
	}
}
