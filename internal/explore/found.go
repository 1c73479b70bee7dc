package explore

import (
	"cmp"
	"errors"
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
)

// found holds the first finding of each kind. Because the search is breadth first, it is
// the one with the shortest run.
type found struct {
	reached, taken []bool
	// stuck holds, for each state and code, the number of the first configuration
	// with a gap, plus one; dead does the same for the deadlocks of each state.
	stuck [][]uint32
	dead  []uint32
	// failed does the same for the faults of each transition, with the code that
	// failed.
	failed []failure
}

type failure struct {
	at          uint32
	state, code int32
}

func newFound(w *walker) found {
	f := found{
		reached: make([]bool, len(w.m.States)),
		taken:   make([]bool, len(w.m.Transitions)),
		stuck:   make([][]uint32, len(w.m.States)),
		dead:    make([]uint32, len(w.m.States)),
		failed:  make([]failure, len(w.m.Transitions)),
	}
	for s, r := range w.rows {
		f.stuck[s] = make([]uint32, len(r.codes))
	}
	return f
}

// note records a move of configuration id that takes no transition. It reports
// whether the move fails.
func (f *found) note(w *walker, id int, m move) bool {
	if t, ok := m.outcome.failed(); ok {
		if f.failed[t].at == 0 {
			f.failed[t] = failure{uint32(id + 1), int32(w.state), m.code}
		}
		return true
	}
	if m.outcome == idle {
		return false
	}
	if at := &f.stuck[w.state][m.code]; *at == 0 {
		*at = uint32(id + 1)
	}
	return false
}

// stop records that configuration id has no successors.
func (f *found) stop(w *walker, id int) {
	if f.dead[w.state] == 0 && !w.m.Terminal(w.state) {
		f.dead[w.state] = uint32(id + 1)
	}
}

// Gaps returns a shortest gap of each state and event that has one, ordered by
// state and event.
func (g *Graph) Gaps() []Gap {
	type place struct{ id, state, code int }
	var gaps []Gap
	for state, ids := range g.found.stuck {
		first := map[int]place{} // by event
		var events []int
		row := &g.walker.rows[state]
		for code, at := range ids {
			if at == 0 {
				continue
			}
			event := row.choices[row.codes[code].choice].event
			if g.Machine.Events[event].Eventless {
				continue // without one that applies, the machine waits
			}
			known, ok := first[event]
			if !ok {
				events = append(events, event)
			}
			if !ok || int(at)-1 < known.id {
				first[event] = place{int(at) - 1, state, code}
			}
		}
		slices.Sort(events)
		for _, event := range events {
			p := first[event]
			c := &row.choices[row.codes[p.code].choice]
			gaps = append(gaps, Gap{g.Path(p.id), state, event, c.fields, c.externals})
		}
	}
	return gaps
}

// Faults returns a shortest fault of each transition that has one, ordered by the length
// of the run. If the machine cannot start, the reason is the only fault.
func (g *Graph) Faults() []Fault {
	if g.broken != nil {
		return []Fault{*g.broken}
	}
	var faults []Fault
	var transitions []int
	for t, f := range g.found.failed {
		if f.at > 0 {
			transitions = append(transitions, t)
		}
	}
	slices.SortStableFunc(transitions, func(a, b int) int {
		return cmp.Compare(g.found.failed[a].at, g.found.failed[b].at)
	})
	for _, t := range transitions {
		f := g.found.failed[t]
		row := &g.walker.rows[f.state]
		c := &row.choices[row.codes[f.code].choice]
		fault := Fault{Run: g.Path(int(f.at - 1)), Transition: t, Fields: c.fields, Externals: c.externals}
		g.blame(&fault)
		faults = append(faults, fault)
	}
	return faults
}

// blame fills in what fails and why, according to the interpreter.
func (g *Graph) blame(f *Fault) {
	i, _ := interpreter(g.Machine, g.Params)
	t := &g.Machine.Transitions[f.Transition]
	_, err := i.Step(interp.Config{State: t.From, Vars: f.Run.End()}, interp.Input{Event: t.Event, Fields: f.Fields, Answers: f.Externals})
	if !f.describe(err) {
		panic("unreachable: the transition can be computed")
	}
}

// describe fills in the details from an error of the interpreter. It reports whether the
// error belongs to the fault's transition.
func (f *Fault) describe(err error) bool {
	var at *interp.Fault
	if !errors.As(err, &at) || at.Transition != f.Transition {
		return false
	}
	f.Var, f.Emission, f.Err = at.Var, at.Emission, at.Err
	return true
}

// Deadlocks returns a shortest deadlock of each state that has one, ordered by
// state.
func (g *Graph) Deadlocks() []Deadlock {
	var list []Deadlock
	for state, at := range g.found.dead {
		if at > 0 {
			list = append(list, Deadlock{g.Path(int(at - 1)), state, g.walker.rows[state].exact})
		}
	}
	return list
}

// Violations returns a shortest violation of each variable that has one,
// ordered by variable.
func (g *Graph) Violations() []Violation {
	if r := g.walker.radix; g.broken != nil || r != nil && r.strict {
		return nil
	}
	var list []Violation
	seen := make([]bool, len(g.claims))
	for c := range g.All() {
		for v, value := range c.Vars {
			if seen[v] || !g.Machine.Exists(v, c.State) || g.claims[v].admits(value) {
				continue
			}
			seen[v] = true
			list = append(list, Violation{g.Path(c.ID), c.State, v, value})
		}
	}
	slices.SortFunc(list, func(a, b Violation) int { return cmp.Compare(a.Var, b.Var) })
	return list
}
