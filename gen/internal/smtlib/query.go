package smtlib

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// query collects the assumptions and the goal of one script, and the names that it must
// declare.
type query struct {
	report *verify.Report
	// machine has the progress function of the report.
	machine *core.Machine
	// start is set if the variables have their initial values.
	start bool
	// taken is the transition whose updates define the values after the step,
	// or -1 if there is no step.
	taken int
	// body holds the assertions, in lines.
	body []string
	// before and after hold the variables that are read before and after the
	// step; fields are the parts of the payload that are read.
	before, after []bool
	fields        map[int]*expr.Symbol
	// asks are the answers of external guards that are read.
	asks map[int]bool
	// texts are the string constants, in the order of their first use.
	texts []string
	// children defines the parameters of child machines, in lines.
	children []string
	// helpers are the functions and sorts that the script uses and SMT-LIB lacks.
	helpers map[string]bool
}

// newQuery returns a query that assumes valid parameters.
func newQuery(r *verify.Report) *query {
	m := r.Ranked()
	q := &query{
		report: r, machine: m, taken: -1,
		before: make([]bool, len(m.Vars)), after: make([]bool, len(m.Vars)),
		fields: map[int]*expr.Symbol{}, asks: map[int]bool{}, helpers: map[string]bool{},
	}
	q.note("valid parameters")
	for _, p := range m.Params {
		name := "param." + p.Name
		if p.Type.Kind == expr.Int {
			q.assert(q.fits(name))
		}
		if p.Min != nil {
			q.assert(apply(expr.Ge, name, q.term(p.Min, false)))
		}
		if p.Max != nil {
			q.assert(apply(expr.Le, name, q.term(p.Max, false)))
		}
	}
	if limit := limit(r.Machine); limit != nil {
		q.assert(q.fits(q.term(limit, false)))
	}
	return q
}

// limit returns the number of transitions that parameters must allow an int to hold: the bound of the spec
// or, without one, the value of its progress function at the start and the cost of the child machines that start there.
// It is nil if the spec declares neither.
func limit(m *core.Machine) expr.Expr {
	if m.Bound != nil || m.Rank != 1 {
		return m.Bound
	}
	first := m.States[m.Initial].Progress[0]
	if cost := m.ChildCost(m.Invoked()); cost != nil {
		first = &expr.Binary{Op: expr.Add, X: first, Y: cost}
	}
	return expr.Substitute(first, initial(m))
}

// initial maps variables to their initial values.
func initial(m *core.Machine) func(*expr.Symbol) expr.Expr {
	return func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Var {
			return nil
		}
		return m.Vars[s.Index].Init
	}
}

// in returns a query about a configuration in a state.
func in(r *verify.Report, state int) *query {
	q := newQuery(r)
	q.note("facts about " + q.machine.States[state].Name)
	for _, f := range r.Facts {
		if concerns(q.machine, f, state) {
			q.assert(q.holds(f, false))
		}
	}
	return q
}

// rests assumes that a machine in a state waits for an event: each transition without an event
// has a guard, and the guard is false.
func (q *query) rests(state int) {
	for i := range q.machine.Transitions {
		t := &q.machine.Transitions[i]
		if t.From != state || !q.machine.Events[t.Event].Eventless {
			continue
		}
		holds := "true"
		if t.Guard != nil {
			holds = q.term(t.Guard, false)
		}
		q.assert(apply(expr.Not, holds))
	}
}

// asked returns a query about a configuration in which transition i is considered: the
// guards of the alternatives before it are false and, unless it is without an event, the
// machine waits for one.
func asked(r *verify.Report, i int) *query {
	m := r.Ranked()
	t := &m.Transitions[i]
	q := in(r, t.From)
	q.note("where " + m.Label(i) + " is considered")
	if !m.Events[t.Event].Eventless {
		q.rests(t.From)
	}
	for k := range m.Transitions[:i] {
		if before := &m.Transitions[k]; before.From == t.From && before.Event == t.Event {
			q.assert(apply(expr.Not, q.term(before.Guard, false)))
		}
	}
	return q
}

// step returns a query about a configuration in which transition i is taken.
func step(r *verify.Report, i int) *query {
	q := asked(r, i)
	q.taken = i
	if guard := q.machine.Transitions[i].Guard; guard != nil {
		q.note("and taken")
		q.assert(q.term(guard, false))
	}
	return q
}

// begin returns a query about the initial configuration.
func begin(r *verify.Report) *query {
	q := newQuery(r)
	q.start = true
	return q
}

func (q *query) assert(term string) { q.body = append(q.body, "(assert "+term+")") }

// note writes a comment.
func (q *query) note(comment string) { q.body = append(q.body, "; "+comment) }

// show asks for values that violate the goal.
func (q *query) show(goal string) {
	q.note("goal: this is unsatisfiable")
	q.assert(apply(expr.Not, goal))
}

// script prints the query.
func (q *query) script(name string, index int, status verify.Status, expect string) Script {
	lines := append([]string{"(set-logic ALL)", "(set-info :status " + expect + ")"}, q.declarations()...)
	lines = append(lines, q.body...)
	return Script{name, index, status, expect, strings.Join(lines, "\n") + "\n" + checkSat}
}
