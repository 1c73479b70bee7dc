package fsmtest

import (
	"reflect"
	"slices"
)

// untaken returns the conditions of the transitions of a state for an event that come before a row; of all of them if the row is
// negative.
func (o *oracle) untaken(state, event, row int) []string {
	var out []string
	for _, i := range o.cells[state*len(o.Events)+event] {
		if i == row {
			break
		}
		if when := o.Rows[i].When; o.rows[i].effect == Take && when != "" {
			out = append(out, when)
		}
	}
	return out
}

// refusalError returns the error of an event that a row rejects in a state, or, with a negative row, that is illegal there.
func (h *harness) refusalError(state, event, row int) error {
	about := []any{"State", h.States[state].Value, "Event", h.Events[event].Value, "Guards", h.untaken(state, event, row)}
	if row < 0 {
		return errorWith(h.Errors.Illegal, about...)
	}
	return errorWith(h.Errors.Rejected, append(about, "If", h.Rows[row].When)...)
}

// explains reports whether an error, a pointer to a struct, is that of an event that a row rejects in a state, or, with a negative
// row, that is illegal there, and names the conditions that do not hold.
func (h *harness) explains(err any, state, event, row int) bool {
	guards, ok := reflect.ValueOf(err).Elem().FieldByName("Guards").Interface().([]string)
	return ok && h.isAbout(err, state, event) && slices.Equal(guards, h.untaken(state, event, row)) &&
		(row < 0 || fieldsAre(err, "If", h.Rows[row].When))
}
