package fsmtest

import (
	"cmp"
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

// reasonsOf returns the reasons that an error, a pointer to a struct, has.
func reasonsOf(err any) []error {
	reasons, _ := reflect.ValueOf(err).Elem().FieldByName("Reasons").Interface().([]error)
	return reasons
}

// because returns an expected error with the reasons that the host of a run has given, if it is a refusal.
func (d *script) because(want error) error {
	if d.host != nil && len(d.host.reasons) > 0 {
		if refusal := cmp.Or(errorLike(want, d.Errors.Rejected), errorLike(want, d.Errors.Illegal)); refusal != nil {
			reflect.ValueOf(refusal).Elem().FieldByName("Reasons").Set(reflect.ValueOf(d.host.reasons))
		}
	}
	return want
}
