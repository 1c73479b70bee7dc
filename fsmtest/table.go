package fsmtest

import (
	"slices"
	"testing"
)

// testTable makes a machine for each row of the table, and for each event that a
// state does not accept, and runs it there.
func (h *checks) testTable(t *testing.T) {
	for _, c := range h.cover(t) {
		r, last, name := h.begin(c.params), "the start", "the machine begins"
		of := h.opening(c.params)
		from := of.from
		for _, e := range c.events {
			from = r.oracle
			r.take(e)
			of = r.last
			last = h.inputText(e)
			name = h.States[from.state].Name + " refuses " + h.Events[e.event].Name
		}
		if c.row >= 0 {
			name = h.rowText(c.row)
		}
		if len(h.Timers) > 0 && r.fault == nil {
			r.fault = h.timelessRun(c)
		}
		t.Run(name, func(t *testing.T) {
			switch {
			case r.fault != nil:
				t.Errorf("%v\nafter %s\nwith %s", r.fault, h.inputsText(c.events), h.paramsText(c.params))
			case c.row != of.row && !slices.Contains(of.rows(), c.row):
				t.Errorf("%s in %s takes the transitions %v of the table, want %d", last, h.text(from), of.rows(), c.row)
			}
		})
	}
}
