package verify

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// counterHelp says how to limit a cycle. If a condition in the cycle compares a variable that the cycle does not change, somebody has
// probably forgotten to count with it.
func counterHelp(m *core.Machine, cycle []trace.Step) string {
	for _, s := range cycle {
		t := &m.Transitions[s.Transition]
		if t.Guard == nil || t.Span.Start.Line == 0 {
			continue
		}
		for _, c := range expr.Conjuncts(t.Guard) {
			v, step := compared(m, c)
			if v < 0 || slices.ContainsFunc(cycle, func(s trace.Step) bool { return m.Transitions[s.Transition].Updated(m.Vars[v].Symbol) != nil }) {
				continue
			}
			name := m.Vars[v].Name
			return fmt.Sprintf("the cycle does not change `%s`, which its condition reads: %s", name, write(t, name+": "+name+step))
		}
	}
	return "count the iterations of each cycle in a variable, and leave the cycle at a limit"
}

// write says where to add an update to a transition.
func write(t *core.Transition, update string) string {
	if slices.ContainsFunc(t.Updates, func(u core.Update) bool { return !u.Implied }) {
		return fmt.Sprintf("add `%s` to the `set` in line %d", update, t.Span.Start.Line)
	}
	return fmt.Sprintf("add `set: {%s}` in line %d", update, t.Span.Start.Line)
}

// compared returns the variable of the spec that a condition limits, and what brings it closer to its limit. It is -1 if the condition
// is not such a comparison.
func compared(m *core.Machine, c expr.Expr) (v int, step string) {
	b, ok := c.(*expr.Binary)
	if !ok || b.Op < expr.Lt || b.Op > expr.Ge {
		return -1, ""
	}
	up := b.Op == expr.Lt || b.Op == expr.Le
	for _, side := range []struct {
		e  expr.Expr
		up bool
	}{{b.X, up}, {b.Y, !up}} {
		for _, term := range terms(side.e, false) {
			ref, ok := term.of.(*expr.Ref)
			if !ok || ref.Symbol.Scope != expr.Var || ref.Symbol.Type.Kind != expr.Int || m.Vars[ref.Symbol.Index].State >= 0 || source.Shown(m, ref) != expr.Expr(ref) {
				continue
			}
			if side.up != term.negative {
				return ref.Symbol.Index, " + 1"
			}
			return ref.Symbol.Index, " - 1"
		}
	}
	return -1, ""
}

// boundHelp names a bound that follows from progress, for a claimed one that does not hold. It is empty if there is none.
func boundHelp(r *Report) string {
	m := r.Ranked()
	if r.Termination != Proved || m.Reactive() || m.Rank != 1 {
		return ""
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Kind != KindBound && o.Status != Proved {
			return "" // with another mistake mended, another bound may hold
		}
	}
	return "write `bound: " + expr.PrintNumber(obligation.AtStart(m), expr.Spec) + "`: progress starts there and falls with each transition"
}

// limitHelp names the condition that keeps a variable in its range where the last step of a run leaves it. It is empty if there is none.
func limitHelp(m *core.Machine, o *Obligation) string {
	if o.Kind != KindRange || o.Run == nil || len(o.Run.Steps) == 0 {
		return ""
	}
	v, t := &m.Vars[o.Var], &m.Transitions[o.Transition]
	value := t.Updated(v.Symbol)
	if value == nil || slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Implied && u.Var == o.Var }) {
		return ""
	}
	if limits := within(m, v, value); limits != "" {
		return "add the condition `" + limits + "`, or widen the range"
	}
	after := o.Run.Steps[len(o.Run.Steps)-1].After[o.Var]
	for _, end := range []struct {
		op expr.Op
		at expr.Expr
	}{{expr.Ge, v.Min}, {expr.Le, v.Max}} {
		if end.at == nil {
			continue
		}
		limit, err := expr.Eval(end.at, concrete.Env(m, o.Run.Params, nil))
		if err == nil && (end.op == expr.Ge && after < limit || end.op == expr.Le && after > limit) {
			return "add the condition `" + expr.Print(&expr.Binary{Op: end.op, X: source.Shown(m, value), Y: end.at}, expr.Spec) + "`, or widen the range"
		}
	}
	return ""
}
