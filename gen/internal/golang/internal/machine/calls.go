package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Parameters returns the parameters of the method of an event: its fields, after the number of the
// call for a result.
func (m *Machine) Parameters(event int) (fields []core.Field, names []string) {
	e, args := &m.Core.Events[event], m.Names.Events[event].Args
	if !e.Result {
		return e.Fields, args
	}
	return m.numbered(e.Fields, args)
}

// Calls are the calls and child machines of a machine.
type Calls struct{ m *Machine }

// Calls returns the calls of the machine.
func (m *Machine) Calls() Calls { return Calls{m} }

// Starts returns the parameters of the method of the host that starts a call: its number, and its
// arguments.
func (c Calls) Starts(call int) (fields []core.Field, names []string) {
	return c.m.numbered(c.m.Core.Calls[call].Args, c.m.Names.Calls[call].Args)
}

// numbered adds the number of a call in front of parameters.
func (m *Machine) numbered(fields []core.Field, names []string) ([]core.Field, []string) {
	number := core.Field{Name: m.Names.Number, Type: expr.Type{Kind: expr.Int}}
	return slices.Insert(slices.Clone(fields), 0, number), slices.Insert(slices.Clone(names), 0, m.Names.Number)
}

// Text describes a call for readers of the Go code: "the call stock".
func (c Calls) Text(call int) string {
	declared := &c.m.Core.Calls[call]
	if declared.Child != nil {
		return "the child machine " + declared.Name
	}
	return "the call " + declared.Name
}

// States returns the states in which a call can run, in order.
func (c Calls) States(call int) []int {
	return slices.DeleteFunc(c.m.Everywhere(), func(s int) bool { return !c.m.Core.Runs(call, s) })
}

// Of returns the calls of some invocations.
func (c Calls) Of(invocations []int) []int {
	out := make([]int, len(invocations))
	for i, inv := range invocations {
		out[i] = c.m.Core.Invocations[inv].Call
	}
	return out
}

// Sent returns the events that a state accepts from the program at any time: all but results of
// calls.
func (m *Machine) Sent(state int) []int {
	return slices.DeleteFunc(m.Accepted(state), func(e int) bool { return m.Core.Events[e].Result })
}

// Origins names the functions that make machines from values that the program supplies, as links.
func (m *Machine) Origins() (names []string) {
	for _, name := range []string{m.Names.Record.Restore, m.Names.Columns.FromValues} {
		if name != "" {
			names = append(names, "["+name+"]")
		}
	}
	return names
}
