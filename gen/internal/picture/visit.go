package picture

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Visit is what happens when the machine enters and leaves a state or composite state.
type Visit struct {
	// Entry and Exit are the names of the entry and exit outputs, in the order in which they are
	// emitted, and then the raised events, as "raise Event".
	Entry, Exit []string
	// Invokes are the calls and child machines that start on entry and stop on exit, with
	// their arguments.
	Invokes []string
}

// Empty reports whether nothing happens.
func (v *Visit) Empty() bool { return len(v.Entry)+len(v.Exit)+len(v.Invokes) == 0 }

// rows returns the lines of [Node.Rows] and [Block.Rows] about visits.
func (v *Visit) rows(width int, escape func(string) string) []string {
	var rows []string
	row := func(title string, names []string) {
		if len(names) > 0 {
			rows = append(rows, indented(Wrap(width, escape, listed(title, names)...))...)
		}
	}
	row("entry / ", v.Entry)
	row("exit / ", v.Exit)
	for _, call := range v.Invokes {
		row("invoke / ", []string{call})
	}
	return rows
}

// visit is the entry or exit of a state or composite state.
type visit struct {
	state string
	cause core.Cause
}

// visits adds the entry and exit outputs, and the events raised then, to the nodes and blocks. Each transition into or out of a
// state has all of them, so the first one is sufficient.
func (d *drawing) visits() {
	known := make(map[visit]bool)
	d.emits(d.machine.Start, known)
	for i := range d.machine.Transitions {
		d.emits(d.machine.Transitions[i].Emits, known)
	}
	clear(known)
	d.raises(d.machine.StartRaises, known)
	for i := range d.machine.Transitions {
		d.raises(d.machine.Transitions[i].Raises, known)
	}
}

// emits adds the outputs of one way in or out.
func (d *drawing) emits(list []core.Emission, known map[visit]bool) {
	var found []visit
	for _, e := range list {
		v := visit{e.State, e.Cause}
		if e.Cause == core.ByTransition || known[v] {
			continue
		}
		found = append(found, v)
		name := d.machine.Outputs[e.Output].Name
		if b := d.box(e.State); e.Cause == core.ByEntry {
			b.Entry = append(b.Entry, name)
		} else {
			b.Exit = append(b.Exit, name)
		}
	}
	for _, v := range found {
		known[v] = true
	}
}

// raises adds the events that are raised on the way in and out.
func (d *drawing) raises(list []core.Raise, known map[visit]bool) {
	var found []visit
	for _, r := range list {
		v := visit{r.State, r.Cause}
		if r.Cause == core.ByTransition || known[v] {
			continue
		}
		found = append(found, v)
		text := source.Raise(d.machine, r)
		if b := d.box(r.State); r.Cause == core.ByEntry {
			b.Entry = append(b.Entry, text)
		} else {
			b.Exit = append(b.Exit, text)
		}
	}
	for _, v := range found {
		known[v] = true
	}
}

// box returns what the picture says of the visits of the state or composite state with a name. A leaf can have the
// name of its region.
func (d *drawing) box(name string) *Visit {
	for i := range d.out.Nodes {
		if n := &d.out.Nodes[i]; n.Name == name && !n.Any && !n.Whole {
			return &n.Visit
		}
	}
	if b, ok := d.blocks[name]; ok {
		return &d.out.Blocks[b].Visit
	}
	return &Visit{}
}
