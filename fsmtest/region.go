package fsmtest

import (
	"fmt"
	"reflect"
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

// compareWithin says what is active otherwise than the method Within says.
func (h *harness) compareWithin(m Config, got any) error {
	active := h.active(m)
	for _, p := range h.Places {
		if is := slices.Contains(active, p.Name); h.Within(got, p.Value) != is {
			return fmt.Errorf("method Within(%v) is %t", p.Value, !is)
		}
	}
	first := reflect.TypeOf(h.Places[0].Value)
	for _, none := range beyond(first, len(h.Places)) {
		if place := reflect.ValueOf(none).Convert(first); h.Within(got, place.Interface()) {
			return fmt.Errorf("method Within(%v) is true, but there is no such state", place)
		}
	}
	return nil
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
