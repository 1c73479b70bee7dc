package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Data are the variables of a machine, and the data of its states.
type Data struct{ m *Machine }

// Data returns the variables of the machine.
func (m *Machine) Data() Data { return Data{m} }

// SharedWith returns the variables that share the field of variable i, including i.
func (d Data) SharedWith(i int) []int {
	var out []int
	for j := range d.m.Core.Vars {
		if d.m.Names.Vars[j].Field == d.m.Names.Vars[i].Field {
			out = append(out, j)
		}
	}
	return out
}

// States names the states that data belong to.
func (d Data) States(data []int) []string {
	var out []string
	for _, v := range data {
		out = append(out, d.m.Core.States[d.m.Core.Vars[v].State].Name)
	}
	return out
}

// Pending returns the datum of a state that says what is still to be done before the machine is
// at rest, or nil. What is carried for that is none of it.
func (d Data) Pending(state int) *core.Var {
	for _, i := range d.In(state) {
		if d.m.Core.Vars[i].Implied == core.Pending {
			return &d.m.Core.Vars[i]
		}
	}
	return nil
}

// In returns the data of a state, or the variables of the machine for -1.
func (d Data) In(state int) []int {
	var out []int
	for i, v := range d.m.Core.Vars {
		if v.State == state {
			out = append(out, i)
		}
	}
	return out
}

// Names returns the names of variables in the spec.
func (d Data) Names(vars []int) []string {
	var out []string
	for _, v := range vars {
		out = append(out, d.m.Core.Vars[v].Name)
	}
	return out
}

// Left returns the data of one state whose fields the other state does not use.
func (d Data) Left(from, to int) []int {
	var out []int
	for i, v := range d.m.Core.Vars {
		if v.State != from {
			continue
		}
		kept := slices.ContainsFunc(d.SharedWith(i), func(j int) bool { return d.m.Core.Vars[j].State == to })
		if !kept {
			out = append(out, i)
		}
	}
	return out
}

// Claimed reports whether there are claims about values.
func (d Data) Claimed() bool {
	for s := -1; s < len(d.m.Core.States); s++ {
		if d.ClaimedIn(s) {
			return true
		}
	}
	return false
}

// ClaimedIn reports whether there are claims about a state and its data, or for
// -1 about all states and the variables.
func (d Data) ClaimedIn(state int) bool {
	for _, i := range d.m.Core.Invariants {
		if i.State == state {
			return true
		}
	}
	for _, c := range d.m.Conditions {
		if c.State == state {
			return true
		}
	}
	for _, i := range d.In(state) {
		if v := &d.m.Core.Vars[i]; v.Min != nil || v.Max != nil {
			return true
		}
	}
	return false
}

// Declares reports whether the machine has a parameter or variable of a name.
func (d Data) Declares(name string) bool {
	return slices.ContainsFunc(d.m.Core.Params, func(p core.Param) bool { return p.Name == name }) ||
		slices.ContainsFunc(d.m.Core.Vars, func(v core.Var) bool { return v.Name == name })
}
