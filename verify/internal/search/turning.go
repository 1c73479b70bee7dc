package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
)

// turning is [Findings.Amortize] with cycles that are charged to the number of steps that can still be taken. A spec cannot express that, so
// it serves as evidence for the bound alone.
func turning(f Findings, in *Input) Findings {
	if len(in.Machine.States) > maxPlaces || in.Prover.Done() {
		return f
	}
	l, system := f.system(in)
	return charged(f, in, l, system, potential.Turning, f)
}

// ahead reports whether what a step does, and when, depends on parameters and variables alone.
func (l *linear) ahead(step int) bool {
	t := &l.machine.Transitions[l.transitions[step]]
	other := func(s *expr.Symbol) bool { return s.Scope != expr.Param && s.Scope != expr.Var }
	return (t.Guard == nil || !expr.Uses(t.Guard, other)) &&
		!slices.ContainsFunc(l.symbols[t.To], func(x *expr.Symbol) bool { return expr.Uses(expr.Substitute(&expr.Ref{Symbol: x}, t.Updated), other) })
}

// turns writes the number of steps of a cycle that can be taken from a place, up to a limit. After is what variables are there, over the
// values at the start; nil: their own values.
func (l *linear) turns(t *potential.Turns, place, most int, after func(*expr.Symbol) expr.Expr) expr.Expr {
	if most == 0 {
		return expr.Number(0)
	}
	now := func(x expr.Expr) expr.Expr {
		if after != nil {
			x = expr.Substitute(x, after)
		}
		return x
	}
	var ways []expr.Expr
	for _, i := range t.Steps {
		step := &l.machine.Transitions[l.transitions[i]]
		if step.From != place {
			continue
		}
		next := func(s *expr.Symbol) expr.Expr {
			value := step.Updated(s)
			if value == nil {
				value = &expr.Ref{Symbol: s}
			}
			return l.short(now(value))
		}
		way := l.turns(t, step.To, most-1, next)
		way = expr.Simplify(&expr.Binary{Op: expr.Add, X: expr.Number(1), Y: way})
		if step.Guard != nil {
			way = &expr.Case{Of: expr.Simplify(now(step.Guard)), Values: []expr.Expr{expr.Number(0), way}}
		}
		ways = append(ways, way)
	}
	switch len(ways) {
	case 0:
		return expr.Number(0)
	case 1:
		return ways[0]
	}
	return &expr.Call{Op: expr.Max, Args: ways}
}

// short returns an expression as a polynomial, if it is one.
func (l *linear) short(x expr.Expr) expr.Expr {
	if p, ok := l.vocabulary.Polynomial(x); ok {
		if y, ok := l.vocabulary.Expression(p); ok {
			return y
		}
	}
	return x
}

// above replaces cases by the largest of their values, so the value is no less.
func above(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Case:
		values := make([]expr.Expr, len(x.Values))
		numbers := true
		most := int64(0)
		for i, v := range x.Values {
			values[i] = above(v)
			n, ok := values[i].(*expr.Lit)
			if numbers = numbers && ok; numbers && (i == 0 || n.Value > most) {
				most = n.Value
			}
		}
		if numbers {
			return expr.Number(most)
		}
		return &expr.Call{Op: expr.Max, Args: values}
	case *expr.Binary:
		if x.Op == expr.Add || x.Op == expr.Mul {
			return expr.Simplify(&expr.Binary{Op: x.Op, X: above(x.X), Y: above(x.Y)})
		}
	case *expr.Call:
		args := make([]expr.Expr, len(x.Args))
		for i, a := range x.Args {
			args[i] = above(a)
		}
		return expr.Simplify(&expr.Call{Op: x.Op, Args: args})
	}
	return x
}
