package proptest

import (
	"cmp"
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// choices returns parameters to explore, those nearest to their minimum first, and
// then the defaults. The ints are stride apart, and at most so many of each.
func (p *explorer) choices(stride int64, steps int) [][]int64 {
	type choice struct {
		params   []int64
		distance int
	}
	all := []choice{{}}
	texts := trace.Strings(p.subject.m)
	for i := range p.subject.m.Params {
		var next []choice
		for _, c := range all {
			for n, v := range p.tries(i, c.params, texts, stride, steps) {
				next = append(next, choice{append(slices.Clone(c.params), v), c.distance + n})
			}
		}
		slices.SortStableFunc(next, func(a, b choice) int { return cmp.Compare(a.distance, b.distance) })
		all = next[:min(len(next), reachChoices)]
	}
	var out [][]int64
	for _, c := range all {
		out = append(out, c.params)
	}
	if p.subject.defaultsHold() {
		env := p.subject.env(make([]int64, len(p.subject.m.Params)))
		for i, q := range p.subject.m.Params {
			if q.Default != nil {
				env.Params[i], _ = expr.Eval(q.Default, env)
			}
		}
		out = append(out, env.Params)
	}
	return out
}

// tries returns values of a parameter, given those before it: none if its range is
// empty.
func (p *explorer) tries(param int, before []int64, texts []string, stride int64, steps int) []int64 {
	q := p.subject.m.Params[param]
	n := 1
	switch q.Type.Kind {
	case expr.Bool:
		n = 2
	case expr.Enumerated:
		n = len(q.Type.Enum.Values)
	case expr.String:
		n = len(texts)
	case expr.Int:
		return p.ints(&q, append(slices.Clone(before), make([]int64, len(p.subject.m.Params)-param)...), stride, steps)
	}
	values := make([]int64, n)
	for i := range values {
		values[i] = int64(i)
	}
	return values
}

// ints returns values from the minimum on, or down from the maximum where there is
// no minimum.
func (p *explorer) ints(q *core.Param, params []int64, stride int64, steps int) (values []int64) {
	env := p.subject.env(params)
	from, step, lo, hi := int64(0), stride, int64(math.MinInt32), int64(math.MaxInt32)
	if q.Max != nil {
		v, err := expr.Eval(q.Max, env)
		if err != nil {
			return nil
		}
		from, step, hi = v, -stride, min(hi, v)
	}
	if q.Min != nil {
		v, err := expr.Eval(q.Min, env)
		if err != nil {
			return nil
		}
		from, step, lo = v, stride, max(lo, v)
	}
	for range steps {
		if lo <= from && from <= hi {
			values = append(values, from)
		}
		from += step
	}
	return values
}
