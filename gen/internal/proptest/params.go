package proptest

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// defaultsHold reports whether DefaultParams exists and is in range: a
// parameter without a default has Go's zero value there, which may not be.
func (p *subject) defaultsHold() bool {
	env, some := p.defaults()
	return some && p.valid(env)
}

// defaults returns the default parameters, and whether the spec has any.
func (p *subject) defaults() (*expr.Env, bool) {
	env := &expr.Env{Params: make([]int64, len(p.m.Params)), Intern: func(string) int64 { return 0 }}
	some := false
	for i, q := range p.m.Params {
		if q.Default != nil {
			some = true
			if v, err := expr.Eval(q.Default, env); err == nil {
				env.Params[i] = v
			}
		}
	}
	return env, some
}

// spread is how far above its minimum each int parameter goes in the walk: 2,
// or less when there are many parameters.
func (p *subject) spread() int {
	for spread := 2; spread > 0; spread-- {
		machines := 1
		for _, q := range p.m.Params {
			switch q.Type.Kind {
			case expr.Int:
				machines *= spread + 1
			case expr.Bool, expr.String:
				machines *= 2
			case expr.Enumerated:
				machines *= len(q.Type.Enum.Values)
			}
		}
		if machines <= 100 {
			return spread
		}
	}
	return 1
}

// comparedTexts returns the texts that the spec compares a string parameter with.
func (p *subject) comparedTexts(param int) []string {
	var out []string
	is := func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == param }
	for _, t := range p.m.Transitions {
		if t.Guard == nil {
			continue
		}
		expr.Walk(t.Guard, func(e expr.Expr) {
			b, ok := e.(*expr.Binary)
			if !ok || b.X.Type().Kind != expr.String {
				return
			}
			for _, pair := range [][2]expr.Expr{{b.X, b.Y}, {b.Y, b.X}} {
				if text, ok := pair[1].(*expr.Text); ok && expr.Uses(pair[0], is) {
					out = append(out, text.Value)
				}
			}
		})
	}
	return out
}

// minimum returns the parameters each at the least value of its range, given
// those before it, except one. A param of -1 excepts none.
func (p *subject) minimum(param int, value int64) *expr.Env {
	env := &expr.Env{Params: make([]int64, len(p.m.Params)), Intern: func(string) int64 { return 0 }}
	for i, q := range p.m.Params {
		limit := q.Min
		if limit == nil {
			limit = q.Max
		}
		if i == param {
			env.Params[i] = value
		} else if limit != nil {
			// A limit beyond 64 bits leaves 0, which valid refuses if it must.
			env.Params[i], _ = expr.Eval(limit, env)
		}
	}
	return env
}

// valid reports whether parameters are in their declared ranges.
func (p *subject) valid(env *expr.Env) bool {
	for i, q := range p.m.Params {
		for _, limit := range []expr.Expr{q.Min, q.Max} {
			if limit == nil {
				continue
			}
			v, err := expr.Eval(limit, env)
			if err != nil || limit == q.Min && env.Params[i] < v || limit == q.Max && env.Params[i] > v {
				return false
			}
		}
	}
	return true
}

// overflows reports whether the bound is beyond an int, of 32 and of 64 bits,
// when a parameter is the greatest int and other ints are so far above their minimum.
func (p *subject) overflows(param int, above int64) bool {
	if p.m.Bound == nil {
		return false
	}
	for _, greatest := range []int64{math.MaxInt32, math.MaxInt64} {
		env := p.minimum(param, greatest)
		for i, q := range p.m.Params {
			if i != param && q.Type.Kind == expr.Int {
				env.Params[i] += above
			}
		}
		if v, err := expr.Eval(p.m.Bound, env); err == nil && v <= greatest {
			return false
		}
	}
	return true
}
