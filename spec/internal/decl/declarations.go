package decl

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

// Declarations are what a spec declares besides its states.
type Declarations struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	types   *typeTable
	values  *values
	// child finds child machines: see [Declare].
	child func(syntax.Use) *core.Machine
	// events finds the events by name.
	events map[string]int
	// calls are the places of the calls and child machines, by name. unsureOfCalls is set when a
	// child machine could not be used.
	calls         map[string]diag.Span
	unsureOfCalls bool

	// Limit and Stall are the counters of the rules that end a machine, or nil.
	Limit, Stall *Counter
	// Used holds the places of the guards, delays, outputs, and events that something uses. Later passes add to it.
	Used map[diag.Span]bool
}

// Event returns the number of an event in the machine, or -1 if there is none of this name.
func (l *Declarations) Event(name string) int {
	if e, ok := l.events[name]; ok {
		return e
	}
	return -1
}

// EventNames lists the events that states can name.
func (l *Declarations) EventNames() []string {
	var known []string
	for _, e := range l.machine.Events {
		if !e.Eventless && !e.OfCall() {
			known = append(known, e.Name)
		}
	}
	return known
}

// Variable returns the variable for a datum of a state, which is given by its number. It is not added to the machine.
func (l *Declarations) Variable(datum syntax.Decl, state int) core.Var {
	return l.values.variable(datum, state)
}
