package stored

import (
	"slices"
	"strconv"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// implication returns a machine whose invariants are the demands, in machines with any values that satisfy the claims of
// the old version, and the number of the invariant of each demand.
func implication(old *core.Machine, conditions []core.Invariant, demands []Demand, open []int) (m *core.Machine, places map[int]int) {
	m = &core.Machine{Name: "Question", Params: old.Params, Enums: old.Enums, Rank: 1, Vars: slices.Clone(old.Vars)}
	m.Outcomes = []core.Outcome{{Name: "asked"}}
	m.States = []core.State{{Name: "Asking", Outcome: -1, Progress: []expr.Expr{expr.Number(1)}}}
	for i := range m.Vars {
		v := &m.Vars[i]
		v.Min, v.Max, v.State, v.Init = nil, nil, -1, nil
		switch {
		case v.Type.Kind == expr.String:
			v.Init = &expr.Text{}
		case v.Type.Scalar():
			v.Init = &expr.Lit{T: v.Type}
		}
	}
	places = map[int]int{}
	at := map[int]int{} // the state of the question for each state of the demands
	for _, i := range open {
		state := demands[i].State
		if at[state] == 0 {
			at[state] = ask(m, old, conditions, state)
		}
		places[i] = len(m.Invariants)
		m.Invariants = append(m.Invariants, core.Invariant{State: at[state], Expr: demands[i].Holds})
	}
	m.Sort()
	return m, places
}

// ask adds an event to the question that leads to a state with any values that satisfy the claims in a state, and returns
// that state.
func ask(m, old *core.Machine, conditions []core.Invariant, state int) int {
	to, event := len(m.States), len(m.Events)
	name := "Any"
	if state >= 0 {
		name = old.States[state].Name
	}
	m.States = append(m.States, core.State{Name: name + "_", Outcome: 0, Progress: []expr.Expr{expr.Number(0)}})
	m.Outcomes[0].States = append(m.Outcomes[0].States, to)
	e := core.Event{Name: "Try" + name}
	fields := make([]expr.Expr, len(old.Vars))
	take := core.Transition{From: 0, Event: event, To: to}
	for i := range old.Vars {
		v := &old.Vars[i]
		if !v.Type.Scalar() || v.State >= 0 && v.State != state {
			continue
		}
		s := &expr.Symbol{Scope: expr.Field, Index: len(e.Fields), Name: "field" + strconv.Itoa(i), Type: v.Type}
		e.Fields = append(e.Fields, core.Field{Name: s.Name, Type: v.Type, Symbol: s})
		fields[i] = &expr.Ref{Symbol: s}
		take.Updates = append(take.Updates, core.Update{Var: i, Value: fields[i]})
	}
	given := expr.Expr(expr.Truth(true))
	Claims(old, conditions, func(of int, holds expr.Expr) {
		if of < 0 || of == state {
			given = and(given, expr.Substitute(holds, func(s *expr.Symbol) expr.Expr {
				if s.Scope == expr.Var {
					return fields[s.Index]
				}
				return nil
			}))
		}
	})
	m.Events = append(m.Events, e)
	if value, ok := constant(given); !ok || !value {
		take.Guard, take.Written = given, given
		m.Transitions = append(m.Transitions, take, core.Transition{From: 0, Event: event, To: 0, Effect: core.Ignore, Internal: true})
	} else {
		m.Transitions = append(m.Transitions, take)
	}
	return to
}
