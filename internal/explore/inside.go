package explore

import (
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// inside returns the values to try for an int with a range, and whether there are no others that the machine accepts. There is at
// least one: of an empty range, it is one that is rejected.
func (s *sampler) inside(f *core.Field, own []int64) (values []int64, all bool) {
	least, greatest := int64(math.MinInt64), int64(math.MaxInt64)
	for _, limit := range []struct {
		at expr.Expr
		to *int64
	}{{f.Min, &least}, {f.Max, &greatest}} {
		if limit.at == nil {
			continue
		}
		v, err := expr.Eval(limit.at, &expr.Env{Params: s.params})
		if err != nil {
			return []int64{0}, false
		}
		*limit.to = v
	}
	if least > greatest {
		return []int64{least}, true
	}
	if uint64(greatest)-uint64(least) < maxSamples {
		for v := least; ; v++ {
			if values = append(values, v); v == greatest {
				return values, true
			}
		}
	}
	for _, v := range slices.Concat(s.first, around([]int64{least, greatest}), around(own), s.common) {
		if least <= v && v <= greatest && len(values) < maxSamples && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values, false
}

// compared returns the values of variables of few values with which a condition compares a field of the payload.
func (s *sampler) compared(guard expr.Expr) (values []int64) {
	expr.Walk(guard, func(e expr.Expr) {
		b, ok := e.(*expr.Binary)
		if !ok || b.Op < expr.Eq || b.Op > expr.Ge || !expr.Uses(b, func(q *expr.Symbol) bool { return q.Scope == expr.Field }) {
			return
		}
		expr.Uses(b, func(q *expr.Symbol) bool {
			if q.Scope != expr.Var || q.Type.Kind != expr.Int {
				return false
			}
			if c := s.claims[q.Index]; c.low && c.high && c.min <= c.max && uint64(c.max)-uint64(c.min) < maxVariable {
				for v := c.min; v <= c.max; v++ {
					values = append(values, v)
				}
			}
			return false
		})
	})
	return values
}
