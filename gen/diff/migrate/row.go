package migrate

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// row is a machine of the old version, with the values of exploration ([trace.Step]).
type row struct {
	params []int64
	state  int
	vars   []int64
}

// env returns the values of a machine for expressions over the old version. Strings that it does not mention have the number -1.
func (ex exploration) env(r row) *expr.Env {
	texts := trace.Strings(ex.plan.a)
	return &expr.Env{Params: r.params, Vars: r.vars, Intern: func(s string) int64 { return int64(slices.Index(texts[:len(texts)-1], s)) }}
}

// stores reports whether the old version stores a machine: one that violates its claims has no snapshot.
func (ex exploration) stores(r row) bool {
	env, ok := ex.env(r), true
	stored.Claims(ex.plan.a, conditions(ex.plan.Old.Report), func(state int, holds expr.Expr) {
		if state < 0 || state == r.state {
			value, err := expr.Eval(holds, env)
			ok = ok && err == nil && value != 0
		}
	})
	return ok
}

// accepts reports whether Restore accepts a migrated machine of the old version. It is not known if that depends on what the program
// decides, or on values of Go types.
func (ex exploration) accepts(r row) (accepts, known bool) {
	env := ex.env(r)
	accepts, known = true, ex.plan.m.States[r.state] >= 0
	for i := range ex.plan.Decisions {
		known = known && !ex.plan.asks(&ex.plan.Decisions[i], r.state)
	}
	for _, d := range ex.plan.demands {
		if d.Earlier || d.State >= 0 && d.State != r.state {
			continue
		}
		if d.Holds == nil {
			known = false
			continue
		}
		value, err := expr.Eval(d.Holds, env)
		if err != nil {
			return false, true // the value cannot be computed
		}
		accepts = accepts && value != 0
	}
	return accepts, known || !accepts
}

// migrated returns a copy of the new version that starts as a migrated machine does, and its parameters. ok is false if some value
// cannot be computed here.
func (ex exploration) migrated(r row) (m *core.Machine, params []int64, ok bool) {
	t := ex.plan.m.States[r.state]
	if t < 0 {
		return nil, nil, false
	}
	copied := *ex.plan.b
	copied.Initial, copied.Start = t, nil
	copied.Vars = slices.Clone(ex.plan.b.Vars)
	for i := range copied.Vars {
		v := &copied.Vars[i]
		v.Init = nil
		if !v.Type.Scalar() || v.State >= 0 && v.State != t {
			continue
		}
		if v.Init, ok = ex.value(r, v.Symbol, v.Type); !ok {
			return nil, nil, false
		}
	}
	strings := trace.Strings(&copied)
	for i := range copied.Params {
		q := &copied.Params[i]
		x, ok := ex.value(r, q.Symbol, q.Type)
		if !ok {
			return nil, nil, false
		}
		switch x := x.(type) {
		case *expr.Lit:
			params = append(params, x.Value)
		case *expr.Text:
			n := slices.Index(strings, x.Value)
			if n < 0 {
				n = len(strings) - 1
			}
			params = append(params, int64(n))
		}
	}
	return &copied, params, true
}

// value returns a value of a migrated machine as a constant of the new version.
func (ex exploration) value(r row, s *expr.Symbol, t expr.Type) (expr.Expr, bool) {
	return ex.constant(r, ex.plan.m.Source(ex.plan.a, ex.plan.b, r.state, s), t)
}

// constant returns the value of an expression over the old version as a constant of a type of the new one.
func (ex exploration) constant(r row, x expr.Expr, t expr.Type) (expr.Expr, bool) {
	switch x := x.(type) {
	case nil:
		return nil, false
	case *expr.Text:
		return ex.read(x.Value, t)
	case *expr.Lit:
		if x.T.Enum == t.Enum && x.T.Kind == t.Kind {
			return x, true
		}
	case *expr.Ref:
		if k := x.Symbol.Type.Kind; k == expr.Enumerated || k == expr.String {
			env := ex.env(r)
			n, err := expr.Eval(x, env)
			if err != nil {
				return nil, false
			}
			if k == expr.Enumerated {
				return ex.read(x.Symbol.Type.Enum.Stored(int(n)), t)
			}
			return ex.read(trace.Strings(ex.plan.a)[n], t)
		}
	}
	n, err := expr.Eval(x, ex.env(r))
	if err != nil {
		return nil, false
	}
	return &expr.Lit{T: t, Value: n}, true
}

// read returns the value of a type that a text in a snapshot stands for.
func (ex exploration) read(text string, t expr.Type) (expr.Expr, bool) {
	if t.Kind == expr.String {
		return &expr.Text{Value: text}, true
	}
	v := ex.plan.m.Value(ex.plan.a, ex.plan.b, t.Enum, text)
	return &expr.Lit{T: t, Value: int64(v)}, v >= 0
}
