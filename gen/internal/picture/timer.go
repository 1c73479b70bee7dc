package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// after returns the delays of the timers that raise an event while some of the nodes are active, for a label of an
// arrow from a node.
func (d *drawing) after(event int, nodes []int, from int) []string {
	var list []string
	for i := range d.machine.Timers {
		t := &d.machine.Timers[i]
		runs := func(n int) bool { return d.runs(t, n) }
		if t.Event != event || !slices.ContainsFunc(nodes, runs) {
			continue
		}
		text := source.Delay(d.machine, t)
		if t.Owner != d.nameOf(from) {
			text += " in " + t.Owner
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// runs reports whether a timer may run while a node is active: one that is limited to leaves of a region may do so in
// all leaves of other regions.
func (d *drawing) runs(t *core.Timer, node int) bool {
	p := d.siteOf(node)
	return slices.Contains(t.States, p.state) &&
		(t.Within == nil || p.region != t.Within.Region || slices.Contains(t.Within.Leaves, p.leaf))
}

// nameOf returns the name of the state that a node shows; for a node for any state, it is that of the composite
// state, or "" for the machine.
func (d *drawing) nameOf(node int) string {
	switch n := &d.out.Nodes[node]; {
	case !n.Any && !n.Whole:
		return n.Name
	case n.Block >= 0:
		return d.out.Blocks[n.Block].Name
	}
	return ""
}

// unheard adds the timers whose event is not handled while a node is active to its lines, because there is no
// label for the event. No timers run in terminal states, and a transient state is left before they can fire.
func (d *drawing) unheard() {
	m := d.machine
	for n := range len(m.States) + len(d.leaves) {
		p := d.siteOf(n)
		if m.Terminal(p.state) || m.Transient(p.state) {
			continue
		}
		var events []int
		for i := range m.Timers {
			t := &m.Timers[i]
			if own := t.Within == nil && p.region < 0 || t.Within != nil && p.region == t.Within.Region; !own || !d.runs(t, n) ||
				slices.Contains(events, t.Event) || d.hears(p, t.Event) {
				continue
			}
			events = append(events, t.Event)
			e := &m.Events[t.Event]
			after := d.after(t.Event, []int{n}, n)
			d.out.Nodes[n].add(Label{Event: e.Name, Text: textOfEvent(e), Environment: e.Environment, After: after, Updates: []string{"rejected"}})
		}
	}
}

// hears reports whether an event may have an effect at a site, or in another region meanwhile.
func (d *drawing) hears(p site, event int) bool {
	return slices.ContainsFunc(d.machine.On(p.state, event), func(u core.Transition) bool {
		elsewhere := u.Move != nil && p.region == u.Move.Region && p.leaf != u.Move.From
		return u.Rule == "" && u.Effect != core.Reject && !elsewhere
	})
}
