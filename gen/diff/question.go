package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// question is a machine whose invariants are the claims to prove: from its initial state, an event with any payload
// leads to the state in which they must hold for the payload.
type question struct {
	by     *prover
	known  map[string]*expr.Symbol
	fields []core.Field
	failed bool
}

// old translates an expression of the old version.
func (q *question) old(in int, e expr.Expr) expr.Expr {
	return q.translate(e, func(s *expr.Symbol) string { return q.by.matching.oldReader().symbol(in, s) }, func(l *expr.Lit) expr.Expr {
		i := slices.Index(q.by.matching.a.Enums, l.T.Enum)
		v, ok := q.by.matching.toNew[part{value, i, int(l.Value)}]
		if !ok {
			q.failed = true
			return l
		}
		return &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: q.by.matching.b.Enums[v.i]}, Value: int64(v.j)}
	}, func(t expr.Type) expr.Type { return q.oldType(t) })
}

// new translates an expression of the new version.
func (q *question) new(in int, e expr.Expr) expr.Expr {
	return q.translate(e, func(s *expr.Symbol) string { return q.by.matching.newReader().symbol(in, s) },
		func(l *expr.Lit) expr.Expr { return l }, func(t expr.Type) expr.Type { return t })
}

// oldType returns the type of the new version for a type of the old one. An enum must
// have the same values.
func (q *question) oldType(t expr.Type) expr.Type {
	if t.Kind != expr.Enumerated {
		return t
	}
	i := slices.Index(q.by.matching.a.Enums, t.Enum)
	e, ok := q.by.matching.toNew[part{enum, i, 0}]
	if !ok || len(t.Enum.Values) != len(q.by.matching.b.Enums[e.i].Values) {
		q.failed = true
		return t
	}
	for j := range t.Enum.Values {
		if _, ok := q.by.matching.toNew[part{value, i, j}]; !ok {
			q.failed = true
		}
	}
	return expr.Type{Kind: expr.Enumerated, Enum: q.by.matching.b.Enums[e.i]}
}

// translate turns each symbol into a field of the event. It does not translate divisions by values that may be zero,
// so these are not compared.
func (q *question) translate(e expr.Expr, name func(*expr.Symbol) string, lit func(*expr.Lit) expr.Expr, typ func(expr.Type) expr.Type) expr.Expr {
	var walk func(expr.Expr) expr.Expr
	walk = func(e expr.Expr) expr.Expr {
		switch e := e.(type) {
		case *expr.Lit:
			if e.T.Kind == expr.Enumerated {
				return lit(e)
			}
		case *expr.Ref:
			return &expr.Ref{Symbol: q.symbol(name(e.Symbol), typ(e.Symbol.Type))}
		case *expr.Unary:
			return &expr.Unary{Op: e.Op, X: walk(e.X)}
		case *expr.Binary:
			if by, ok := e.Y.(*expr.Lit); (e.Op == expr.Quo || e.Op == expr.Rem) && (!ok || by.Value == 0) {
				q.failed = true
			}
			return &expr.Binary{Op: e.Op, X: walk(e.X), Y: walk(e.Y)}
		case *expr.Call:
			args := make([]expr.Expr, len(e.Args))
			for i, a := range e.Args {
				args[i] = walk(a)
			}
			return &expr.Call{Op: e.Op, Args: args}
		case *expr.Case:
			of, values := walk(e.Of), make([]expr.Expr, len(e.Values))
			for i, v := range e.Values {
				at, _ := lit(&expr.Lit{T: e.Of.Type(), Value: int64(i)}).(*expr.Lit)
				if q.failed || int(at.Value) >= len(values) {
					q.failed = true
					return e
				}
				values[at.Value] = walk(v)
			}
			return &expr.Case{Of: of, Values: values}
		}
		return e
	}
	return walk(e)
}

func (q *question) symbol(name string, t expr.Type) *expr.Symbol {
	s, ok := q.known[name]
	if !ok {
		s = &expr.Symbol{Scope: expr.Field, Index: len(q.fields), Name: name, Type: t}
		q.known[name] = s
		q.fields = append(q.fields, core.Field{Name: name, Type: t, Symbol: s})
	}
	if s.Type.Kind != t.Kind || s.Type.Enum != t.Enum || t.Kind == expr.Opaque {
		q.failed = true
	}
	return s
}

// given returns the conjunction of the relevant assumptions, or nil. An assumption may refer to other parts, with further
// assumptions.
func (q *question) given() expr.Expr {
	var all expr.Expr
	used := make([]bool, len(q.by.assumed))
	for again := true; again; {
		again = false
		for i, a := range q.by.assumed {
			if used[i] || q.known[q.by.matching.newReader().symbol(a.event, a.value.(*expr.Ref).Symbol)] == nil {
				continue
			}
			used[i], again = true, true
			add := func(low, high expr.Expr) {
				if low == nil || high == nil {
					return
				}
				var claim expr.Expr = &expr.Binary{Op: expr.Le, X: q.new(a.event, low), Y: q.new(a.event, high)}
				if all != nil {
					claim = &expr.Binary{Op: expr.And, X: all, Y: claim}
				}
				all = claim
			}
			add(a.low, a.value)
			add(a.value, a.high)
		}
	}
	return all
}

// ask verifies the machine that asks how x compares with y.
func (q *question) ask(x, y expr.Expr) relation {
	var atLeast, atMost expr.Expr
	switch x.Type().Kind {
	case expr.Int:
		atLeast = &expr.Binary{Op: expr.Ge, X: x, Y: y}
		atMost = &expr.Binary{Op: expr.Le, X: x, Y: y}
	case expr.Bool:
		atLeast = &expr.Binary{Op: expr.Or, X: x, Y: &expr.Unary{Op: expr.Not, X: y}}
		atMost = &expr.Binary{Op: expr.Or, X: &expr.Unary{Op: expr.Not, X: x}, Y: y}
	default:
		return relation{}
	}
	given := q.given()
	if q.failed || y.Type().Kind != x.Type().Kind {
		return relation{}
	}
	m := &core.Machine{
		Name: "Question", Rank: 1, Initial: 0,
		Events:   []core.Event{{Name: "Try", Fields: q.fields}},
		States:   []core.State{{Name: "Asked", Outcome: -1, Progress: []expr.Expr{expr.Number(1)}}, {Name: "Held", Outcome: 0, Progress: []expr.Expr{expr.Number(0)}}},
		Outcomes: []core.Outcome{{Name: "held", States: []int{1}}},
		Transitions: []core.Transition{
			{From: 0, Event: 0, To: 1, Guard: given, Written: given},
		},
	}
	if given != nil {
		m.Transitions = append(m.Transitions, core.Transition{From: 0, Event: 0, To: 0, Effect: core.Ignore, Internal: true})
	}
	for i, f := range q.fields {
		s := &expr.Symbol{Scope: expr.Var, Index: i, Name: f.Name, Type: f.Type}
		v := core.Var{Name: f.Name, Type: f.Type, State: -1, Symbol: s, Init: &expr.Lit{T: f.Type}}
		if f.Type.Kind == expr.String {
			v.Init = &expr.Text{}
		}
		m.Vars = append(m.Vars, v)
		m.Transitions[0].Updates = append(m.Transitions[0].Updates, core.Update{Var: i, Value: &expr.Ref{Symbol: f.Symbol}})
	}
	// Also ask whether false holds: empty ranges imply everything, and then nothing is reported.
	for _, claim := range []expr.Expr{atLeast, atMost, expr.Truth(false)} {
		over := expr.Substitute(claim, func(s *expr.Symbol) expr.Expr { return &expr.Ref{Symbol: m.Vars[s.Index].Symbol} })
		m.Invariants = append(m.Invariants, core.Invariant{State: 1, Expr: over})
	}
	report := verify.Machine(q.by.ctx, m)
	status := [3]verify.Status{verify.Unknown, verify.Unknown, verify.Unknown}
	for _, o := range report.Obligations {
		if o.Kind == verify.KindInvariant {
			status[o.Invariant] = o.Status
		}
	}
	if status[2] == verify.Proved {
		return relation{}
	}
	return relation{
		atLeast: status[0] == verify.Proved, atMost: status[1] == verify.Proved,
		below: status[0] == verify.Refuted, above: status[1] == verify.Refuted,
	}
}
