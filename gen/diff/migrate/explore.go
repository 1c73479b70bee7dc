package migrate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// worst is the longest run from the migrated machines of an old state.
type worst struct {
	most           int
	exact, endless bool
	with           string
}

const (
	// maxConfigs is the maximum number of configurations to explore of each version, maxStarts that of different machines
	// whose runs are measured, and maxMoves the work that one of them may take.
	maxConfigs = 5_000
	maxStarts  = 400
	maxMoves   = 200_000
)

// explore measures the longest runs from migrated machines, for one choice of parameters: by old state, nil for those that it
// cannot measure.
func (p *Plan) explore(ctx context.Context) []*worst {
	out := make([]*worst, len(p.a.States))
	params, with, ok := p.typical()
	if !ok {
		return out
	}
	g := explore.Within(ctx, p.a, params, maxConfigs, maxMoves)
	known := map[string]*explore.Graph{}
	for c := range g.All() {
		r := row{params: params, state: c.State, vars: c.Vars}
		if p.m.States[c.State] < 0 || !p.stores(r) || p.b.Terminal(p.m.States[c.State]) {
			continue
		}
		if accepted, known := p.accepts(r); known && !accepted {
			continue
		}
		w := out[c.State]
		if w == nil {
			w = &worst{most: -1, exact: g.Complete && g.Exact, with: with}
			out[c.State] = w
		}
		m, values, ok := p.migrated(r)
		if !ok {
			w.exact = false
			continue
		}
		key := fmt.Sprint(m.Initial, values, texts(m))
		from := known[key]
		if from == nil {
			if len(known) >= maxStarts {
				w.exact = false
				continue
			}
			from = explore.Within(ctx, m, values, maxConfigs, maxMoves)
			known[key] = from
		}
		if from.Configs() == 0 {
			w.exact = false
			continue
		}
		n := from.Remaining(0)
		w.endless = w.endless || n < 0
		w.exact = w.exact && from.Complete && from.Exact && n >= 0
		w.most = max(w.most, n)
	}
	return out
}

// texts writes the initial values of a machine.
func texts(m *core.Machine) string {
	var b strings.Builder
	for _, v := range m.Vars {
		if v.Init != nil {
			b.WriteString(v.Name + "=" + expr.Print(v.Init, expr.Spec) + "\n")
		}
	}
	return b.String()
}

// typical returns the defaults of the parameters of the old version, and small values for those without one.
func (p *Plan) typical() (params []int64, with string, ok bool) {
	texts := trace.Strings(p.a)
	env := &expr.Env{Params: make([]int64, len(p.a.Params)), Intern: trace.Intern(texts)}
	var list []string
	for i := range p.a.Params {
		q := &p.a.Params[i]
		v := int64(0)
		var err error
		if q.Default != nil {
			v, err = expr.Eval(q.Default, env)
		} else if q.Type.Kind == expr.Int {
			const small = 3
			v = small
			for _, end := range []struct {
				e    expr.Expr
				pick func(a, b int64) int64
			}{{q.Max, func(a, b int64) int64 { return min(a, b) }}, {q.Min, func(a, b int64) int64 { return max(a, b) }}} {
				if end.e == nil || err != nil {
					continue
				}
				var limit int64
				limit, err = expr.Eval(end.e, env)
				v = end.pick(v, limit)
			}
		}
		if err != nil {
			return nil, "", false
		}
		env.Params[i] = v
		list = append(list, q.Name+" = "+stored.Text(p.a, q.Type, v))
	}
	return env.Params, strings.Join(list, ", "), true
}

// row is a machine of the old version, with the values of exploration ([trace.Step]).
type row struct {
	params []int64
	state  int
	vars   []int64
}

// env returns the values of a machine for expressions over the old version. Strings that it does not mention have the number -1.
func (p *Plan) env(r row) *expr.Env {
	texts := trace.Strings(p.a)
	return &expr.Env{Params: r.params, Vars: r.vars, Intern: func(s string) int64 { return int64(slices.Index(texts[:len(texts)-1], s)) }}
}

// stores reports whether the old version stores a machine: one that violates its claims has no snapshot.
func (p *Plan) stores(r row) bool {
	env, ok := p.env(r), true
	stored.Claims(p.a, conditions(p.Old.Report), func(state int, holds expr.Expr) {
		if state < 0 || state == r.state {
			value, err := expr.Eval(holds, env)
			ok = ok && err == nil && value != 0
		}
	})
	return ok
}

// accepts reports whether Restore accepts a migrated machine of the old version. It is not known if that depends on what the program
// decides, or on values of Go types.
func (p *Plan) accepts(r row) (accepts, known bool) {
	env := p.env(r)
	accepts, known = true, p.m.States[r.state] >= 0
	for i := range p.Decisions {
		known = known && !p.asks(&p.Decisions[i], r.state)
	}
	for _, d := range p.demands {
		if d.State >= 0 && d.State != r.state {
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
func (p *Plan) migrated(r row) (m *core.Machine, params []int64, ok bool) {
	t := p.m.States[r.state]
	if t < 0 {
		return nil, nil, false
	}
	copied := *p.b
	copied.Initial, copied.Start = t, nil
	copied.Vars = slices.Clone(p.b.Vars)
	for i := range copied.Vars {
		v := &copied.Vars[i]
		v.Init = nil
		if !v.Type.Scalar() || v.State >= 0 && v.State != t {
			continue
		}
		if v.Init, ok = p.value(r, v.Symbol, v.Type); !ok {
			return nil, nil, false
		}
	}
	strings := trace.Strings(&copied)
	for i := range copied.Params {
		q := &copied.Params[i]
		x, ok := p.value(r, q.Symbol, q.Type)
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
func (p *Plan) value(r row, s *expr.Symbol, t expr.Type) (expr.Expr, bool) {
	return p.constant(r, p.m.Source(p.a, p.b, r.state, s), t)
}

// constant returns the value of an expression over the old version as a constant of a type of the new one.
func (p *Plan) constant(r row, x expr.Expr, t expr.Type) (expr.Expr, bool) {
	switch x := x.(type) {
	case nil:
		return nil, false
	case *expr.Text:
		return p.read(x.Value, t)
	case *expr.Lit:
		if x.T.Enum == t.Enum && x.T.Kind == t.Kind {
			return x, true
		}
	case *expr.Ref:
		if k := x.Symbol.Type.Kind; k == expr.Enumerated || k == expr.String {
			env := p.env(r)
			n, err := expr.Eval(x, env)
			if err != nil {
				return nil, false
			}
			if k == expr.Enumerated {
				return p.read(x.Symbol.Type.Enum.Values[n], t)
			}
			return p.read(trace.Strings(p.a)[n], t)
		}
	}
	n, err := expr.Eval(x, p.env(r))
	if err != nil {
		return nil, false
	}
	return &expr.Lit{T: t, Value: n}, true
}

// read returns the value of a type that a text in a snapshot stands for.
func (p *Plan) read(text string, t expr.Type) (expr.Expr, bool) {
	if t.Kind == expr.String {
		return &expr.Text{Value: text}, true
	}
	v := p.m.Value(p.a, p.b, t.Enum, text)
	return &expr.Lit{T: t, Value: int64(v)}, v >= 0
}
