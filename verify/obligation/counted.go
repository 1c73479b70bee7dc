package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Counted is what is counted in a run: how often the machine starts a call, or emits an
// output; or the sum of the values of one int among the arguments or fields.
type Counted struct {
	// Call and Output are indices into the machine. One of them is -1.
	Call, Output int
	// Field is the index of the argument of the call or of the field of the output whose values
	// are added up, or -1 if each start or output counts as 1.
	Field int
}

// AllCounted lists what can be counted in runs of a machine: each call and output, followed by
// its ints.
func AllCounted(m *core.Machine) (list []Counted) {
	add := func(c Counted, fields []core.Field) {
		list = append(list, c)
		for i := range fields {
			if c.Field = i; fields[i].Type.Kind == expr.Int {
				list = append(list, c)
			}
		}
	}
	for i := range m.Calls {
		add(Counted{i, -1, -1}, m.Calls[i].Args)
	}
	for i := range m.Outputs {
		add(Counted{-1, i, -1}, m.Outputs[i].Fields)
	}
	return list
}

// Start returns what the start of the machine adds to the count, as expressions over the
// parameters.
func (c Counted) Start(m *core.Machine) []expr.Expr {
	list := c.of(m, m.Start, m.Invoked(), Initially(m))
	for i, x := range list {
		list[i] = expr.Substitute(x, Initially(m))
	}
	return list
}

// Step returns what a transition adds to the count, as expressions over the values before the
// step and the payload.
func (c Counted) Step(m *core.Machine, transition int) []expr.Expr {
	t := &m.Transitions[transition]
	return c.of(m, t.Emits, t.Invokes, t.Updated)
}

// of returns what outputs and invocations add. Started gives variables the values with which
// invocations start; the values of outputs are given as they are.
func (c Counted) of(m *core.Machine, emits []core.Emission, invokes []int, started func(*expr.Symbol) expr.Expr) (list []expr.Expr) {
	for i := range emits {
		if e := &emits[i]; e.Output == c.Output {
			x := expr.Expr(expr.Number(1))
			if c.Field >= 0 {
				x = e.Values[c.Field]
			}
			list = append(list, x)
		}
	}
	for _, i := range invokes {
		if v := &m.Invocations[i]; v.Call == c.Call {
			x := expr.Expr(expr.Number(1))
			if c.Field >= 0 {
				x = expr.Substitute(v.Args[c.Field], started)
			}
			list = append(list, x)
		}
	}
	return list
}
