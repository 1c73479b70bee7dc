package fsmtest

import "slices"

// accepts reports whether the spec does more than reject an event of the program in the present
// state, wherever its regions are.
func (o *oracle) accepts(m Config, event int) bool {
	return !o.Events[event].Internal && o.awaits(m, event) && slices.ContainsFunc(o.cells[m.state*len(o.Events)+event], func(row int) bool { return o.rows[row].effect != Reject })
}

// can is what the method Can is to return: whether the spec can do more than reject an event of the program in the present
// state, with what is active in its regions, whatever the other conditions of its rows say.
func (o *oracle) can(m Config, event int) bool {
	if o.Events[event].Internal || !o.awaits(m, event) {
		return false
	}
	for _, i := range o.cells[m.state*len(o.Events)+event] {
		r := &o.Spec.Rows[i]
		holds, can := r.Guard == nil, true
		switch {
		case r.Regional:
			holds = r.Guard(m.vars, nil)
			can = holds
		case r.Where != nil:
			holds, can = r.Where(m.vars, false), r.Where(m.vars, true)
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
