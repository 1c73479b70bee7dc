package migrate

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// What follows computes what a migrated machine is by brute force, from the two specs, the values of one row, and the results of the
// decisions. Of the plan, it takes only what continues as what, which the plan says and no spec does.

// value returns a value of the migrated machine as a constant: that of the old one if it fits, or else what the program decides. It is
// nil for the value of a Go type, and for a text that no value of an enum has.
func (p *pair) value(r row, s *expr.Symbol) expr.Expr {
	from := p.plan.link(s, r.state)
	for i := range p.plan.Decisions {
		d := &p.plan.Decisions[i]
		if d.to == nil || slotOf(d.to) != slotOf(s) {
			continue
		}
		if from == nil || !compatible(from.Type, s.Type) {
			return p.decided[d.Field]
		}
		x := p.continued(r, from, s.Type)
		if x == nil || s.Type.Kind == expr.Int && !p.within(r, s, x) {
			return p.decided[d.Field]
		}
		return x
	}
	if x := p.plan.m.Given[slotOf(s)]; x != nil {
		return p.given(r, x, s.Type)
	}
	if from != nil {
		return p.continued(r, from, s.Type)
	}
	first := p.first(s)
	if first == nil {
		return nil
	}
	return p.over(r, first)
}

// first returns the default of a parameter, or what a variable is at first.
func (p *pair) first(s *expr.Symbol) expr.Expr {
	if s.Scope == expr.Param {
		return p.plan.b.Params[s.Index].Default
	}
	v := &p.plan.b.Vars[s.Index]
	switch {
	case v.Init != nil && !v.Pending():
		return v.Init
	case v.Type.Kind == expr.String:
		return &expr.Text{}
	case v.Type.Scalar():
		return &expr.Lit{T: v.Type}
	}
	return nil
}

// over puts the values of the migrated machine into an expression. It is nil if one of them is.
func (p *pair) over(r row, x expr.Expr) expr.Expr {
	known := true
	x = expr.Substitute(x, func(s *expr.Symbol) expr.Expr {
		v := p.value(r, s)
		known = known && v != nil
		return v
	})
	if !known {
		return nil
	}
	return x
}

// within reports whether an old int is in the range that the new spec gives it. It is not if a decision is about a parameter of the
// range: then the program is asked before the range is known.
func (p *pair) within(r row, s *expr.Symbol, x expr.Expr) bool {
	low, high := p.ends(s)
	for _, end := range []struct {
		op expr.Op
		e  expr.Expr
	}{{expr.Ge, low}, {expr.Le, high}} {
		if end.e == nil {
			continue
		}
		if expr.Uses(end.e, p.open) {
			return false
		}
		limit := p.over(r, end.e)
		if limit == nil {
			return false
		}
		if v, err := expr.Eval(&expr.Binary{Op: end.op, X: x, Y: limit}, &expr.Env{}); err != nil || v == 0 {
			return false
		}
	}
	return true
}

func (p *pair) ends(s *expr.Symbol) (low, high expr.Expr) {
	if s.Scope == expr.Param {
		return p.plan.b.Params[s.Index].Min, p.plan.b.Params[s.Index].Max
	}
	return p.plan.b.Vars[s.Index].Min, p.plan.b.Vars[s.Index].Max
}

// open reports whether a value depends on a decision, by its default or its initial value.
func (p *pair) open(s *expr.Symbol) bool {
	if slices.ContainsFunc(p.plan.Decisions, func(d Decision) bool { return d.to != nil && slotOf(d.to) == slotOf(s) }) {
		return true
	}
	if p.plan.m.Given[slotOf(s)] != nil || s.Scope == expr.Param && p.plan.m.Params[s.Index] >= 0 || s.Scope == expr.Var && p.plan.m.Vars[s.Index] >= 0 {
		return false
	}
	x := p.first(s)
	return x != nil && expr.Uses(x, p.open)
}

// continued returns an old value as a constant of a type of the new version.
func (p *pair) continued(r row, from *expr.Symbol, to expr.Type) expr.Expr {
	values := r.vars
	if from.Scope == expr.Param {
		values = r.params
	}
	n, text := values[from.Index], ""
	switch from.Type.Kind {
	case expr.Opaque:
		return nil
	case expr.Enumerated:
		text = from.Type.Enum.Stored(int(n))
	case expr.String:
		text = trace.Strings(p.plan.a)[n]
	default:
		return &expr.Lit{T: to, Value: n}
	}
	if to.Kind == expr.String {
		return &expr.Text{Value: text}
	}
	was := p.plan.m.Was[to.Enum] // renames that no spec declares
	for v := range to.Enum.Values {
		if slices.Contains(to.Enum.Texts(v), text) || was != nil && slices.Contains(was[v], text) {
			return &expr.Lit{T: to, Value: int64(v)}
		}
	}
	return nil
}

// given returns the value of an expression that a choice gives.
func (p *pair) given(r row, x expr.Expr, to expr.Type) expr.Expr {
	switch x := x.(type) {
	case *expr.Text:
		return x
	case *expr.Ref:
		return p.continued(r, x.Symbol, to)
	}
	n, err := expr.Eval(x, exploration{p.plan}.env(r))
	if err != nil {
		return nil
	}
	return &expr.Lit{T: to, Value: n}
}

// target returns the state in which a machine continues.
func (p *pair) target(r row) int {
	for _, d := range p.plan.Decisions {
		if d.state == r.state {
			return p.states[d.Field]
		}
	}
	return p.plan.m.States[r.state]
}

// admits reports whether a migrated machine satisfies the ranges, the invariants, and the conditions of the new version. It is not known
// if one of them is about the value of a Go type.
func (p *pair) admits(t *testing.T, r row) (admits, known bool) {
	t.Helper()
	admits, known = true, true
	target := p.target(r)
	for i := range p.plan.b.Vars {
		// A text that no value of the enum has.
		if v := &p.plan.b.Vars[i]; v.Type.Kind == expr.Enumerated && (v.State < 0 || v.State == target) && p.value(r, v.Symbol) == nil {
			admits = false
		}
	}
	var texts []string
	env := &expr.Env{Intern: func(s string) int64 {
		if !slices.Contains(texts, s) {
			texts = append(texts, s)
		}
		return int64(slices.Index(texts, s))
	}}
	check := func(i core.Invariant) {
		if i.State >= 0 && i.State != target {
			return
		}
		holds := p.over(r, i.Expr)
		if holds == nil {
			known = false
		} else if v, err := expr.Eval(holds, env); err != nil || v == 0 {
			admits = false
		}
	}
	stored.Claims(p.plan.b, conditions(p.plan.New.Report), func(state int, holds expr.Expr) {
		check(core.Invariant{State: state, Expr: holds})
	})
	return admits, known || !admits
}
