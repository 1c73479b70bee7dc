package core

import (
	"slices"
)

// nested returns the values of an implied variable with which a transition can be taken, whatever sends its event. A region inside a
// leaf is active with that leaf, and only with it: other variables say whether it is.
func nested(m *Machine, t *Transition, v *Var) []int64 {
	values := admitted(m, t, v)
	if v.Implied != Active || v.State != t.From {
		return values
	}
	state := &m.States[t.From]
	r := slices.IndexFunc(state.Regions, func(r Region) bool { return m.Vars[r.Var].Symbol == v.Symbol })
	values = around(m, t, r, values)
	in := state.Regions[r].Inside
	if in == nil {
		return values
	}
	with, without := divided(nested(m, t, &m.Vars[state.Regions[in.Region].Var]), int64(in.Leaves[0]))
	none := int64(len(state.Regions[r].Leaves) - 1)
	return slices.DeleteFunc(values, func(value int64) bool { return value == none && !without || value != none && !with })
}

// around narrows the values of the variable of a region: those with which the regions inside its leaves are active where they can only be
// active, and not where they cannot.
func around(m *Machine, t *Transition, region int, values []int64) []int64 {
	state := &m.States[t.From]
	for i := range state.Regions {
		in := state.Regions[i].Inside
		if in == nil || in.Region != region {
			continue
		}
		v := &m.Vars[state.Regions[i].Var]
		inactive, active := divided(around(m, t, i, admitted(m, t, v)), int64(len(state.Regions[i].Leaves)-1))
		leaf := int64(in.Leaves[0])
		values = slices.DeleteFunc(values, func(value int64) bool { return value == leaf && !active || value != leaf && !inactive })
	}
	return values
}

// divided tells whether a value is among some, and whether others are.
func divided(values []int64, value int64) (is, others bool) {
	return slices.Contains(values, value), slices.ContainsFunc(values, func(v int64) bool { return v != value })
}
