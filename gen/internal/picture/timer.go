package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// after returns the delays of the timers that raise an event in some of the states, for a label at the end
// from.
func (d *drawing) after(event int, states []int, from End) []string {
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

// nameOf returns the name of the state or composite state at an end; for a node for any state of a block, it
// is that of the block.
func (d *drawing) nameOf(e End) string {
	switch {
	case e.Node < 0:
		return d.Blocks[e.Block].Name
	case !d.Nodes[e.Node].Any:
		return d.Nodes[e.Node].Name
	case d.Nodes[e.Node].Block >= 0:
		return d.Blocks[d.Nodes[e.Node].Block].Name
	}
	return ""
}

// unheard adds the timers whose event the state does not handle to the lines of its node, because there is no
// label for the event. No timers run in terminal states.
func (d *drawing) unheard() {
	m := d.machine
	for s := range m.States {
		if m.Terminal(s) {
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
			after := d.after(t.Event, []int{s}, End{s, -1})
			d.Nodes[s].add(Label{Event: e.Name, Environment: e.Environment, After: after, Updates: []string{"rejected"}})
		}
	}
}
