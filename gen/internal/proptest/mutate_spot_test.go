package proptest

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// spot is where a machine is: the values of its state and of implied variables by their fields, and whether other conditions hold.
type spot struct {
	at        map[string]int64
	otherwise map[string]bool
}

// region returns the region whose variable a field has, or nil.
func (a *agreement) region(field string) *core.Region {
	if v, ok := a.vars[field]; ok {
		return a.m.core.RegionOf(v)
	}
	return nil
}

// possible reports whether a machine can be in a place.
func (a *agreement) possible(p spot) bool {
	m, state := a.m.core, int(p.at["state"])
	event := a.event()
	vars := make([]int64, len(m.Vars))
	has := map[int]bool{}
	for field, value := range p.at {
		v, ok := a.vars[field]
		if !ok {
			continue
		}
		vars[v], has[v] = value, true
		of := &m.Vars[v]
		switch {
		case of.State < 0:
		case of.State != state:
			if value != 0 {
				return false // outside of their state, data are zero
			}
		case of.Pending() && event >= 0 && !m.Events[event].Eventless && value != 0:
			return false // an event comes where the machine rests
		}
	}
	for field := range p.at {
		r := a.region(field)
		if r == nil || r.Inside == nil || m.Vars[r.Var].State != state {
			continue
		}
		outer := m.States[state].Regions[r.Inside.Region].Var
		if (vars[outer] == int64(r.Inside.Leaves[0])) == r.Leaves[vars[r.Var]].None {
			return false
		}
	}
	for _, inv := range m.Left() {
		unknown := expr.Uses(inv.Expr, func(s *expr.Symbol) bool { return s.Scope != expr.Var || !has[s.Index] })
		if value, err := expr.Eval(inv.Expr, &expr.Env{Vars: vars}); inv.State == state && !unknown && (err != nil || value == 0) {
			return false
		}
	}
	senders := a.senders()
	return len(p.at) == 0 || len(senders) == 0 || slices.ContainsFunc(senders, func(s sender) bool {
		return slices.Contains(s.states, state) && (s.within == nil || slices.Contains(s.within.Leaves, int(vars[m.States[state].Regions[s.within.Region].Var])))
	})
}

// sender is a timer or a call, and where it runs.
type sender struct {
	states []int
	within *core.Within
}

// senders returns what sends the event of the function that the walk is in: none for an event that the program can send at any time.
func (a *agreement) senders() (list []sender) {
	m, event := a.m.core, a.event()
	switch {
	case event < 0:
	case m.Events[event].Result:
		for i := range m.Invocations {
			if m.Invocations[i].Call == m.Caller(event) {
				list = append(list, sender{m.Invocations[i].States, m.Invocations[i].Within})
			}
		}
	case m.Events[event].Internal:
		for i := range m.Timers {
			if m.Timers[i].Event == event {
				list = append(list, sender{m.Timers[i].States, m.Timers[i].Within})
			}
		}
	}
	return list
}

// event returns the event that the function handles in which the walk is, or -1.
func (a *agreement) event() int {
	name := a.m.in.Name.Name
	for e, of := range a.m.names.Events {
		if receiver(a.m.in) == a.m.names.Machine && (name == of.Handle || name == of.Method && of.Handle == "") {
			return e
		}
	}
	return -1
}
