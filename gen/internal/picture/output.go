package picture

import "github.com/fsmgen/fsmgen/spec/core"

// own returns the names of the outputs of a transition itself.
func own(m *core.Machine, t *core.Transition) []string {
	var list []string
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			list = append(list, m.Outputs[e.Output].Name)
		}
	}
	return list
}

// visit is the entry or exit of a state or composite state.
type visit struct {
	state string
	cause core.Cause
}

// outputs adds the entry and exit outputs to the nodes and blocks. Each transition into or out of a
// state has all of them, so the first one is sufficient.
func (d *drawing) outputs() {
	known := make(map[visit]bool)
	d.visits(d.machine.Start, known)
	for i := range d.machine.Transitions {
		d.visits(d.machine.Transitions[i].Emits, known)
	}
	clear(known)
	d.raises(d.machine.StartRaises, known)
	for i := range d.machine.Transitions {
		d.raises(d.machine.Transitions[i].Raises, known)
	}
}

func (d *drawing) visits(list []core.Emission, known map[visit]bool) {
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
		text := d.machine.RaiseText(r)
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
	for i := range d.Nodes {
		if n := &d.Nodes[i]; n.Name == name && !n.Any && !n.Whole {
			return &n.Visit
		}
	}
	if b, ok := d.blocks[name]; ok {
		return &d.Blocks[b].Visit
	}
	return &Visit{}
}
