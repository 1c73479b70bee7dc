package core

import (
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Machine is a checked state machine. It and all that it points to must not
// be changed. References between its parts are indices into its slices.
type Machine struct {
	Name string
	Doc  string
	// File is the path of the spec as it was named to the loader.
	File string
	Span diag.Span

	Params []Param
	Enums  []*expr.Enum
	Vars   []Var
	Guards []Guard
	Events []Event
	// States are the plain states, in the order of the spec.
	States   []State
	Initial  int
	Outcomes []Outcome
	// Transitions are ordered by From, then Event, then priority.
	Transitions []Transition
	// Invariants are claims about all configurations, or those of a state.
	Invariants []Invariant

	// Rank is the number of components of the declared progress function: 0
	// without one, 1 for a scalar, more for a lexicographic one.
	Rank int
	// Bound is the claimed worst-case number of transitions, over the
	// parameters; nil without a claim.
	Bound     expr.Expr
	BoundSpan diag.Span
}

// Param is a value that is fixed for the life of a machine and symbolic in
// proofs.
type Param struct {
	Name string
	Doc  string
	Type expr.Type
	// Min and Max are nil where the spec gives none; they may refer to
	// earlier parameters.
	Min, Max expr.Expr
	// Default is nil where the spec gives none.
	Default expr.Expr
	Symbol  *expr.Symbol
	Span    diag.Span
}

// Var is a variable of the machine, or a datum that one state has.
type Var struct {
	Name string
	Doc  string
	Type expr.Type
	// Min and Max claim a range; they are nil where the spec gives none.
	Min, Max expr.Expr
	// Init is the first value. It is nil for data, which every way into
	// the state sets, and for opaque variables, which begin with Go's zero
	// value.
	Init expr.Expr
	// State is the state whose datum this is, or -1.
	State  int
	Symbol *expr.Symbol
	Span   diag.Span
}

// Invariant is a claim that a condition holds wherever the machine can be.
type Invariant struct {
	// State is the state that the claim is about, or -1 for all.
	State int
	Expr  expr.Expr
	Span  diag.Span
}

// Guard is a named condition. Transitions have it expanded; this is what to
// say about the name.
type Guard struct {
	Name, Doc string
	// Text is the condition as written; what its names mean depends on the
	// transition.
	Text string
	Span diag.Span
}

// Event is something that can happen to the machine.
type Event struct {
	Name   string
	Doc    string
	Fields []Field
	Span   diag.Span
}

// Field is a part of an event's payload.
type Field struct {
	Name   string
	Type   expr.Type
	Symbol *expr.Symbol
	Span   diag.Span
}

// State is a plain state.
type State struct {
	Name string
	Doc  string
	// Composites are the composite states around it, outermost first.
	Composites []string
	// Outcome is the terminal set that the state belongs to, or -1.
	Outcome int
	// Requirements are the tags of what the state realises.
	Requirements []string
	// Progress is the declared value of the progress function here, one
	// expression a component: Machine.Rank of them, all 0 in terminal states.
	Progress []expr.Expr
	// ProgressSpan is the place of the declaration.
	ProgressSpan diag.Span
	Span         diag.Span
}

// Outcome is a named set of terminal states.
type Outcome struct {
	Name   string
	States []int
	Span   diag.Span
}

// Effect is what an alternative does when it is chosen.
type Effect uint8

const (
	// Take takes the transition.
	Take Effect = iota
	// Ignore accepts the event, and nothing happens.
	Ignore
	// Reject refuses the event, and nothing happens.
	Reject
)

// Transition is one alternative of a state and an event.
type Transition struct {
	From, Event, To int
	// Effect is Take but for the alternatives that decide an event without
	// making a step: those stay, set nothing, and do not count as transitions
	// of a run.
	Effect Effect
	// Internal marks a transition that stays without leaving the state: To
	// equals From and the state's data keep their values.
	Internal bool
	// Guard is nil when the transition is always taken.
	Guard expr.Expr
	// Written is the guard as the spec has it, with named guards by name; it
	// is for people, and nil where Guard is.
	Written expr.Expr
	Updates []Update
	// Rule is the rule that made the transition, "limit" or "stall", or "".
	Rule string
	Doc  string
	// Requirements are the tags of what the transition realises.
	Requirements []string
	// Composite is the composite state that declared the transition for all
	// states inside it, or "".
	Composite string
	Span      diag.Span
}

// Update gives a variable the value of an expression over the old values and
// the payload.
type Update struct {
	Var   int
	Value expr.Expr
	// Implied marks an update that a rule has added to what the author wrote.
	Implied bool
	Span    diag.Span
}

// Terminal reports whether the state has an outcome.
func (m *Machine) Terminal(state int) bool { return m.States[state].Outcome >= 0 }

// On returns the alternatives of a state and an event, in order of priority.
// The slice is part of the machine.
func (m *Machine) On(state, event int) []Transition {
	from := m.search(state, event)
	to := m.search(state, event+1)
	return m.Transitions[from:to]
}

// From returns all transitions out of a state. The slice is part of the
// machine.
func (m *Machine) From(state int) []Transition {
	return m.Transitions[m.search(state, 0):m.search(state+1, 0)]
}

func (m *Machine) search(state, event int) int {
	return sort.Search(len(m.Transitions), func(i int) bool {
		t := &m.Transitions[i]
		return t.From > state || t.From == state && t.Event >= event
	})
}

// Priority returns the place of transition i among the alternatives of its
// state and event, from 0.
func (m *Machine) Priority(i int) int {
	t := &m.Transitions[i]
	return i - m.search(t.From, t.Event)
}

// Sort puts the transitions in the order that [Machine.On] relies on. Only
// whoever builds a machine calls it.
func (m *Machine) Sort() {
	slices.SortStableFunc(m.Transitions, func(a, b Transition) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return a.Event - b.Event
	})
}

// Exists reports whether variable v has a value in a state.
func (m *Machine) Exists(v, state int) bool {
	s := m.Vars[v].State
	return s < 0 || s == state
}
