package fsmtest

import (
	"slices"
)

// active returns the active states of a configuration of a machine with regions.
func (o *oracle) active(m Config) []string {
	s := &o.States[m.state]
	out := append(slices.Clone(s.Around), s.Name)
	for i := range o.slots {
		if p := &o.slots[i]; p.active != nil && slices.Contains(p.homes, m.state) {
			out = append(out, p.active[number(slot(m.vars, p))]...)
		}
	}
	return out
}

// regionsText writes the regions of the state as the machine's String method does.
func (o *oracle) regionsText(m Config) (text string) {
	for i := range o.slots {
		if p := &o.slots[i]; p.active != nil && slices.Contains(p.homes, m.state) {
			text += " " + p.name + "=" + p.write(slot(m.vars, p))
		}
	}
	return text
}
