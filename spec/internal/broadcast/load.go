package broadcast

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// load is the variable of a field, and the values of the variable for what is left of an event with which it is still read.
type load struct {
	symbol *expr.Symbol
	values []int64
}

// unload claims that what is carried has its zero value unless it is still read. So that this follows from the transition alone, the
// first ones for other events make sure of it. A transition into the state does anyway: see [EmptyCargo].
func (b *Events) unload(p *tree.Node, lists map[int][]core.Transition) {
	for _, x := range b.loads {
		b.machine.Invariants = append(b.machine.Invariants, core.Invariant{State: p.Index, Expr: b.emptied(x), Implied: true, Span: p.Decl.Parallel.Span})
		if within := b.ranged(x); within != nil {
			b.machine.Invariants = append(b.machine.Invariants, core.Invariant{State: p.Index, Expr: within, Implied: true, Span: p.Decl.Parallel.Span})
		}
	}
	if len(b.loads) == 0 {
		return
	}
	for e, list := range lists {
		for i := range list {
			t := &list[i]
			left, starts := t.Updated(b.symbol).(*expr.Lit)
			if !starts || e == b.machine.Eventless() || away(t) {
				continue
			}
			for _, x := range b.loads {
				if t.Updated(x.symbol) == nil && !slices.Contains(x.values, left.Value) {
					t.Updates = append(slices.Clip(t.Updates), empties(x.symbol, t.Span))
				}
			}
		}
	}
}

// emptied returns the condition that a variable has its zero value unless it is still read.
func (b *Events) emptied(x load) expr.Expr {
	out := expr.Expr(&expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: x.symbol}, Y: zero(x.symbol.Type)})
	if x.symbol.Type.Kind == expr.Bool {
		out = &expr.Unary{Op: expr.Not, X: &expr.Ref{Symbol: x.symbol}}
	}
	for _, v := range x.values {
		out = &expr.Binary{Op: expr.Or, X: out, Y: &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: b.symbol}, Y: &expr.Lit{T: b.symbol.Type, Value: v}}}
	}
	return out
}

// ranged returns the condition that a variable is in the range of its field while it is still read, or nil if that has no range.
func (b *Events) ranged(x load) (out expr.Expr) {
	of := b.machine.Vars[x.symbol.Index].Carries
	within := b.machine.Events[of.Event].Fields[of.Field].Within(x.symbol)
	if within == nil {
		return nil
	}
	for _, v := range x.values {
		out = expr.Both(out, &expr.Binary{Op: expr.Ne, X: &expr.Ref{Symbol: b.symbol}, Y: &expr.Lit{T: b.symbol.Type, Value: v}})
	}
	if out == nil {
		return nil
	}
	return &expr.Binary{Op: expr.Or, X: out, Y: within}
}

// empties returns the update that gives a variable its zero value.
func empties(s *expr.Symbol, at diag.Span) core.Update {
	return core.Update{Var: s.Index, Value: zero(s.Type), Implied: true, Span: at}
}

// zero returns the zero value of a type that expressions can compute with.
func zero(t expr.Type) expr.Expr {
	if t.Kind == expr.String {
		return &expr.Text{}
	}
	return &expr.Lit{T: t}
}

// EmptyCargo gives what is carried in a state its zero value when the state is entered.
func EmptyCargo(m *core.Machine) {
	for v := range m.Vars {
		v := &m.Vars[v]
		if v.Implied != core.Carried {
			continue
		}
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.Effect == core.Take && !t.Internal && t.To == v.State {
				t.Updates = append(slices.Clip(t.Updates), empties(v.Symbol, t.Span))
			}
		}
	}
}
