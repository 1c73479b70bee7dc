package fsmtest

import "testing"

// testTable makes a machine for each row of the table, and for each event that a
// state does not accept, and runs it there.
func (h *checks) testTable(t *testing.T) {
	for _, c := range h.cover(t) {
		r := h.begin(c.params)
		row := -1
		from := r.oracle
		for _, e := range c.events {
			from = r.oracle
			row = r.take(e)
		}
		last := c.events[len(c.events)-1]
		name := h.States[from.state].Name + " refuses " + h.Events[last.event].Name
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
			case row != c.row:
				t.Errorf("%s in %s takes transition %d of the table, want %d", h.inputText(last), h.text(from), row, c.row)
			}
		})
	}
}
