package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// SharedWith returns the variables that share the field of variable i, including i.
func (m *Machine) SharedWith(i int) []int {
	var out []int
	for j := range m.Vars {
		if m.Names.Vars[j].Field == m.Names.Vars[i].Field {
			out = append(out, j)
		}
	}
	return out
}

// StatesOf names the states that data belong to.
func (m *Machine) StatesOf(data []int) []string {
	var out []string
	for _, v := range data {
		out = append(out, m.States[m.Vars[v].State].Name)
	}
	return out
}

// PendingIn returns the datum of a state that says what is still to be done before the machine is
// at rest, or nil. What is carried for that is none of it.
func (m *Machine) PendingIn(state int) *core.Var {
	for _, i := range m.DataOf(state) {
		if m.Vars[i].Implied == core.Pending {
			return &m.Vars[i]
		}
	}
	return nil
}

// DataOf returns the data of a state, or the variables of the machine for -1.
func (m *Machine) DataOf(state int) []int {
	var out []int
	for i, v := range m.Vars {
		if v.State == state {
			out = append(out, i)
		}
	}
	return out
}

// VarNames returns the names of variables in the spec.
func (m *Machine) VarNames(vars []int) []string {
	var out []string
	for _, v := range vars {
		out = append(out, m.Vars[v].Name)
	}
	return out
}

// Left returns the data of one state whose fields the other state does not use.
func (m *Machine) Left(from, to int) []int {
	var out []int
	for i, v := range m.Vars {
		if v.State != from {
			continue
		}
		kept := slices.ContainsFunc(m.SharedWith(i), func(j int) bool { return m.Vars[j].State == to })
		if !kept {
			out = append(out, i)
		}
	}
	return out
}

// HasClaims reports whether there are claims about values.
func (m *Machine) HasClaims() bool {
	for s := -1; s < len(m.States); s++ {
		if m.ClaimsIn(s) {
			return true
		}
	}
	return false
}

// ClaimsIn reports whether there are claims about a state and its data, or for
// -1 about all states and the variables.
func (m *Machine) ClaimsIn(state int) bool {
	for _, i := range m.Invariants {
		if i.State == state {
			return true
		}
	}
	for _, c := range m.Conditions {
		if c.State == state {
			return true
		}
	}
	for _, i := range m.DataOf(state) {
		if v := &m.Vars[i]; v.Min != nil || v.Max != nil {
			return true
		}
	}
	return false
}

// Renames reports whether a parameter, variable or datum has an old name.
func (m *Machine) Renames() bool {
	for _, p := range m.Params {
		if len(p.Was) > 0 {
			return true
		}
	}
	for _, v := range m.Vars {
		if len(v.Was) > 0 {
			return true
		}
	}
	return false
}
