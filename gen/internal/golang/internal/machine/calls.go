package machine

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Parameters returns the parameters of the method of an event: its fields, after the number of the
// call for a result.
func (m *Machine) Parameters(event int) (fields []core.Field, names []string) {
	e, args := &m.Events[event], m.Names.Events[event].Args
	if !e.Result {
		return e.Fields, args
	}
	return m.numbered(e.Fields, args)
}

// Starts returns the parameters of the method of the host that starts a call: its number, and its
// arguments.
func (m *Machine) Starts(call int) (fields []core.Field, names []string) {
	return m.numbered(m.Calls[call].Args, m.Names.Calls[call].Args)
}

// numbered adds the number of a call in front of parameters.
func (m *Machine) numbered(fields []core.Field, names []string) ([]core.Field, []string) {
	number := core.Field{Name: m.Names.Number, Type: expr.Type{Kind: expr.Int}}
	return slices.Insert(slices.Clone(fields), 0, number), slices.Insert(slices.Clone(names), 0, m.Names.Number)
}

// CallText describes a call for readers of the Go code: "the call stock".
func (m *Machine) CallText(call int) string {
	c := &m.Calls[call]
	if c.Child != nil {
		return "the child machine " + c.Name
	}
	return "the call " + c.Name
}

// Calling returns the states in which a call can run, in order.
func (m *Machine) Calling(call int) []int {
	return slices.DeleteFunc(m.Everywhere(), func(s int) bool { return !m.Runs(call, s) })
}

// CallsOf returns the calls of some invocations.
func (m *Machine) CallsOf(invocations []int) []int {
	out := make([]int, len(invocations))
	for i, inv := range invocations {
		out[i] = m.Invocations[inv].Call
	}
	return out
}

// Sent returns the events that a state accepts from the program at any time: all but results of
// calls.
func (m *Machine) Sent(state int) []int {
	return slices.DeleteFunc(m.Accepted(state), func(e int) bool { return m.Events[e].Result })
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
