package synthesis

import (
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Candidates returns progress functions with one component for m, the most promising
// first. It ignores graphs that are not complete. There are no candidates if a graph has an
// endless run, if no graph is complete, or if nothing fits the longest runs from some state
// on a cycle.
//
// Candidates that agree on the explored configurations can differ elsewhere. The first ones
// use parameters wherever those determine the value of a variable, and the others use
// variables, whose changes are often easier to reason about. Each candidate comes in its
// exact form, and in forms that are slightly higher but easier to prove.
//
// Candidates takes off the work that it does, in operations on coefficients, and gives up
// when none is left.
func Candidates(m *core.Machine, graphs []*explore.Graph, work *int) []*Candidate {
	tables := collect(m, graphs, work)
	if tables == nil {
		return nil
	}
	var found []*Candidate
	known := map[string]bool{}
	for _, first := range []expr.Scope{expr.Var, expr.Param} {
		exact := fitted(m, tables, first)
		if exact == nil {
			return nil
		}
		for _, c := range []*Candidate{exact, exact.lifted(), exact.scaled(), exact.lifted().scaled().raised()} {
			if c.write() && !known[c.text()] {
				known[c.text()] = true
				found = append(found, c)
			}
		}
	}
	return found
}

// fitted finds a shape for each state, or returns nil.
func fitted(m *core.Machine, tables []table, first expr.Scope) *Candidate {
	c := &Candidate{machine: m, tables: tables, shapes: make([]shape, len(m.States))}
	for s := range m.States {
		if m.Terminal(s) {
			continue
		}
		var ok bool
		if c.shapes[s], ok = tables[s].without(first).shape(); ok {
			continue
		}
		c.shapes[s] = shape{next: true}
		if onCycle(m, s) {
			p := tables[s].peaks(m)
			if p == nil {
				return nil
			}
			c.shapes[s] = shape{peaks: p}
		}
	}
	return c
}

// onCycle reports whether a path without environment events leads from a state back to it.
func onCycle(m *core.Machine, state int) bool {
	reached := make([]bool, len(m.States))
	for pending := []int{state}; len(pending) > 0; {
		s := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for _, t := range counted(m, s) {
			if !reached[t.To] {
				reached[t.To] = true
				pending = append(pending, t.To)
			}
		}
	}
	return reached[state]
}

// counted returns the transitions from a state that must decrease progress: all except
// those of environment events.
func counted(m *core.Machine, state int) (list []core.Transition) {
	for _, t := range m.From(state) {
		if t.Effect == core.Take && !m.Events[t.Event].Environment {
			list = append(list, t)
		}
	}
	return list
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}
