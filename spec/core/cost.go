package core

import (
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Cost is what a run costs: each start of a call or child machine and each output has a weight, and the cost of a run is their sum.
// It is about proofs only and has no effect on a step.
type Cost struct {
	Name, Doc string
	// Weights are those of the spec, in its order, each of another call or output. What has none costs nothing.
	Weights []Weight
	// Max is what a run claims to cost at most, an expression over the parameters; nil without a claim.
	Max expr.Expr
	// Span is that of the name, and MaxSpan that of the claim.
	Span, MaxSpan diag.Span
}

// Weight is what one start of a call, or one output, costs.
type Weight struct {
	// Call and Output are indices into the machine. One of them is -1.
	Call, Output int
	// Value is an expression over the parameters, and with the scope [expr.With] over the arguments of the call or the fields of
	// the output. It is never negative where they are in the ranges that the spec declares.
	Value expr.Expr
	Span  diag.Span
}

// Of returns the value of the weight for given arguments or fields.
func (w *Weight) Of(values []expr.Expr) expr.Expr {
	return expr.Simplify(expr.Substitute(w.Value, func(s *expr.Symbol) expr.Expr {
		if s.Scope == expr.With {
			return values[s.Index]
		}
		return nil
	}))
}

// Charge returns what outputs and starts of invocations cost by some weights. Those of outputs are over the same values as the
// outputs, and those of starts over the values when they start.
func Charge(m *Machine, weights []Weight, emits []Emission, invokes []int) (outputs, starts []expr.Expr) {
	for i := range weights {
		w := &weights[i]
		for k := range emits {
			if emits[k].Output == w.Output {
				outputs = append(outputs, w.Of(emits[k].Values))
			}
		}
		for _, k := range invokes {
			if inv := &m.Invocations[k]; inv.Call == w.Call {
				starts = append(starts, w.Of(inv.Args))
			}
		}
	}
	return outputs, starts
}
