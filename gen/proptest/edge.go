package proptest

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// edge is a set of parameters at the limit of a range.
type edge struct {
	Name  string // which limit
	Value string // the parameters as the fields of a Go literal
	OK    bool   // whether New accepts them
}

// edges returns the limits of every parameter, the others at their minimum.
func (p *printer) edges() []edge {
	var out []edge
	for i, q := range p.m.Params {
		switch q.Type.Kind {
		case expr.Enumerated:
			if n := len(q.Type.Enum.Values); roomy(n) {
				env := p.minimum(i, int64(n))
				out = append(out, edge{q.Name + " outside its enum", p.literal(env, nil), false})
			}
		case expr.Int:
			env := p.minimum(-1, 0)
			if q.Min != nil {
				if v, err := expr.Eval(q.Min, env); err == nil && v > math.MinInt64 {
					out = p.edge(out, q.Name+" below its minimum", p.minimum(i, v-1))
					out = p.edge(out, q.Name+" at its minimum", p.minimum(i, v))
				}
			}
			if q.Max != nil {
				if v, err := expr.Eval(q.Max, env); err == nil && v < math.MaxInt64 {
					out = p.edge(out, q.Name+" at its maximum", p.minimum(i, v))
					out = p.edge(out, q.Name+" above its maximum", p.minimum(i, v+1))
				}
			} else if v := env.Params[i] + 1_000_000; p.valid(p.minimum(i, v)) {
				out = p.edge(out, q.Name+" is large", p.minimum(i, v))
			}
			if q.Max == nil && p.overflows(i, 0) {
				fields := p.literal(p.minimum(i, math.MaxInt64), map[int]string{i: "math.MaxInt"})
				out = append(out, edge{q.Name + " so great that the bound is beyond an int", fields, false})
			}
		}
	}
	return out
}

// edge adds parameters, unless it depends on the size
// of int whether they are accepted.
func (p *printer) edge(edges []edge, name string, env *expr.Env) []edge {
	ok := p.valid(env)
	if ok && p.m.Bound != nil {
		if bound, err := expr.Eval(p.m.Bound, env); err != nil || bound > math.MaxInt32 {
			return edges
		}
	}
	for _, v := range env.Params {
		if v > math.MaxInt32 || v < math.MinInt32 {
			return edges
		}
	}
	return append(edges, edge{name, p.literal(env, nil), ok})
}

// corners returns parameters in the corners of their ranges: all at their minimum,
// each in turn at its other end, and all there. What has no other end stays.
func (p *printer) corners() []edge {
	all := make([]int64, len(p.m.Params))
	as := map[int]string{}
	var out []edge
	add := func(name string, env *expr.Env, as map[int]string) {
		value := p.literal(env, as)
		if slices.ContainsFunc(out, func(e edge) bool { return e.Value == value }) {
			return
		}
		for _, e := range p.edge(nil, name, env) {
			out = append(out, edge{name, value, e.OK})
		}
	}
	least := func() *expr.Env { return p.minimum(-1, 0) }
	add("all at their minimum", least(), nil)
	for i, q := range p.m.Params {
		env, text := least(), map[int]string{}
		all[i] = env.Params[i]
		switch {
		case q.Type.Kind == expr.Bool:
			text[i], as[i] = "true", "true"
		case q.Type.Kind == expr.Enumerated:
			all[i] = int64(len(q.Type.Enum.Values) - 1)
		case q.Type.Kind == expr.Int && q.Min != nil && q.Max != nil:
			var err error
			if all[i], err = expr.Eval(q.Max, &expr.Env{Params: all, Intern: env.Intern}); err != nil {
				continue
			}
		}
		env.Params[i] = all[i]
		add(q.Name+" at its other end", env, text)
	}
	add("all at their other end", &expr.Env{Params: all, Intern: least().Intern}, as)
	return slices.DeleteFunc(out, func(e edge) bool { return !e.OK })
}

// minimum returns the parameters each at the least value of its range, given
// those before it, except one. A param of -1 excepts none.
func (p *printer) minimum(param int, value int64) *expr.Env {
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
func (p *printer) valid(env *expr.Env) bool {
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

// literal writes the fields of a parameter struct, leaving out what is zero.
func (p *printer) literal(env *expr.Env, as map[int]string) string {
	var out []string
	for i, q := range p.m.Params {
		v := env.Params[i]
		text, given := as[i]
		switch {
		case given:
		case v == 0 || q.Type.Kind != expr.Int && q.Type.Kind != expr.Enumerated:
			continue
		default:
			text = strconv.FormatInt(v, 10)
		}
		out = append(out, p.names.Fields[i]+": "+text)
	}
	return strings.Join(out, ", ")
}

// unbounded returns the fields of the parameters that can make the bound
// overflow.
func (p *printer) unbounded() []string {
	var out []string
	for i, q := range p.m.Params {
		if q.Type.Kind == expr.Int && q.Max == nil && (p.overflows(i, 0) || p.overflows(i, 1)) {
			out = append(out, p.names.Fields[i])
		}
	}
	return out
}

// overflows reports whether the bound is beyond an int, of 32 and of 64 bits,
// when a parameter is the greatest int and other ints are so far above their minimum.
func (p *printer) overflows(param int, above int64) bool {
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
