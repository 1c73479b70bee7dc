package oracle

import (
	"slices"
)

// Accepts reports whether the spec does more than reject an event of the program in the present
// state, wherever its regions are.
func (o *Oracle) Accepts(m Config, event int) bool {
	return !o.Spec.Events[event].Internal && o.Calls.awaits(m, event) && slices.ContainsFunc(o.Cells[m.State*len(o.Spec.Events)+event], func(row int) bool { return o.Moves[row].Effect != Reject })
}

// Can is what the method Can is to return: whether the spec can do more than reject an event of the program in the present
// state, with what is active in its regions, whatever the other conditions of its rows say.
func (o *Oracle) Can(m Config, event int) bool {
	if o.Spec.Events[event].Internal || !o.Calls.awaits(m, event) {
		return false
	}
	for _, i := range o.Cells[m.State*len(o.Spec.Events)+event] {
		r := &o.Spec.Rows[i]
		holds, can := r.Guard == nil, true
		switch {
		case r.Regional:
			holds = r.Guard(m.Vars, nil)
			can = holds
		case r.Where != nil:
			holds, can = r.Where(m.Vars, false), r.Where(m.Vars, true)
		}
		if can && r.Effect != Reject {
			return true
		}
		if holds {
			return false
		}
	}
	return false
}

// Untaken returns the conditions of the transitions of a state for an event that come before a row; of all of them if the row is
// negative.
func (o *Oracle) Untaken(state, event, row int) []string {
	var out []string
	for _, i := range o.Cells[state*len(o.Spec.Events)+event] {
		if i == row {
			break
		}
		if when := o.Spec.Rows[i].When; o.Moves[i].Effect == Take && when != "" {
			out = append(out, when)
		}
	}
	return out
}
