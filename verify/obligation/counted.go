package obligation

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Counted is what is added up in a run: a declared cost, or one of those that need no declaration, with the weight 1 for each start of
// a call or occurrence of an output, or the value of one int among the arguments or fields as its weight.
type Counted struct {
	// Cost, Call, and Output are indices into the machine. Two of them are -1.
	Cost, Call, Output int
	// Field is the index of the argument of the call or of the field of the output whose values
	// are added up, or -1 if each start or output counts as 1, and for a cost.
	Field int
}

// AllCounted lists what can be counted in runs of a machine: its costs, and each call and output, followed by
// its ints.
func AllCounted(m *core.Machine) (list []Counted) {
	for i := range m.Costs {
		list = append(list, Counted{i, -1, -1, -1})
	}
	add := func(c Counted, fields []core.Field) {
		list = append(list, c)
		for i := range fields {
			if c.Field = i; fields[i].Type.Kind == expr.Int {
				list = append(list, c)
			}
		}
	}
	for i := range m.Calls {
		add(Counted{-1, i, -1, -1}, m.Calls[i].Args)
	}
	for i := range m.Outputs {
		add(Counted{-1, -1, i, -1}, m.Outputs[i].Fields)
	}
	return list
}

// Valid reports whether the machine has what is counted.
func (c Counted) Valid(m *core.Machine) bool { return slices.Contains(AllCounted(m), c) }

// Weights returns what a start or an output adds to the count.
func (c Counted) Weights(m *core.Machine) []core.Weight {
	if c.Cost >= 0 {
		return m.Costs[c.Cost].Weights
	}
	w := core.Weight{Call: c.Call, Output: c.Output, Value: expr.Number(1)}
	if c.Field >= 0 {
		w.Value = &expr.Ref{Symbol: &expr.Symbol{Scope: expr.With, Index: c.Field, Type: expr.Type{Kind: expr.Int}}}
	}
	return []core.Weight{w}
}

// Start returns what the start of the machine adds to the count, as expressions over the
// parameters.
func (c Counted) Start(m *core.Machine) []expr.Expr { return Opened(m, c.Weights(m)) }

// Step returns what a transition adds to the count, as expressions over the values before the
// step and the payload.
func (c Counted) Step(m *core.Machine, transition int) []expr.Expr {
	return Added(m, transition, c.Weights(m))
}

// Opened returns what the start of a machine costs by some weights, as expressions over the parameters.
func Opened(m *core.Machine, weights []core.Weight) []expr.Expr {
	outputs, starts := core.Charge(m, weights, m.Start, m.Invoked())
	return substituted(append(outputs, starts...), Initially(m))
}

// Added returns what a transition costs by some weights, as expressions over the values before the step and the payload.
func Added(m *core.Machine, transition int, weights []core.Weight) []expr.Expr {
	t := &m.Transitions[transition]
	outputs, starts := core.Charge(m, weights, t.Emits, t.Invokes)
	return append(outputs, substituted(starts, t.Updated)...)
}

func substituted(list []expr.Expr, replace func(*expr.Symbol) expr.Expr) (out []expr.Expr) {
	for _, x := range list {
		out = append(out, expr.Simplify(expr.Substitute(x, replace)))
	}
	return out
}
