package explore

import (
	"math"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// claim is the range of a variable, from its type or its declaration.
type claim struct {
	min, max int64
	// low and high report whether there is a min and a max.
	low, high bool
}

// admits reports whether v is in the range.
func (c claim) admits(v int64) bool {
	return (!c.low || v >= c.min) && (!c.high || v <= c.max)
}

// within reports whether every value from lo to hi is in the range.
func (c claim) within(lo, hi int64) bool { return c.admits(lo) && c.admits(hi) }

// ends returns the range with the ends of int64 where there are none.
func (c claim) ends() (lo, hi int64) {
	lo, hi = math.MinInt64, math.MaxInt64
	if c.low {
		lo = c.min
	}
	if c.high {
		hi = c.max
	}
	return lo, hi
}

// begin computes the ranges and the initial values of all variables, where strings is the
// number of strings. If one of them cannot be computed, fault is not nil.
func begin(m *core.Machine, env *expr.Env, strings int) (claims []claim, start []int64, fault *Fault) {
	claims, start = make([]claim, len(m.Vars)), make([]int64, len(m.Vars))
	for i := range m.Vars {
		v := &m.Vars[i]
		if !v.Type.Scalar() {
			continue
		}
		eval := func(e expr.Expr) (int64, bool) {
			if e == nil || fault != nil {
				return 0, false
			}
			value, err := expr.Eval(e, env)
			if err != nil {
				fault = &Fault{Run: Run{LoopFrom: -1}, Transition: -1, Var: i, Emission: -1, Err: err}
				return 0, false
			}
			return value, true
		}
		c := &claims[i]
		switch v.Type.Kind {
		case expr.Bool:
			*c = claim{0, 1, true, true}
		case expr.Enumerated:
			*c = claim{0, int64(len(v.Type.Enum.Values) - 1), true, true}
		case expr.String:
			*c = claim{0, int64(strings - 1), true, true}
		case expr.Int:
			c.min, c.low = eval(v.Min)
			c.max, c.high = eval(v.Max)
		}
		start[i], _ = eval(v.Init)
	}
	return claims, start, fault
}

// opening returns the fault of the outputs at the start, or nil if all of them can be
// computed from the initial values.
func opening(m *core.Machine, env *expr.Env, start []int64) *Fault {
	at := *env
	at.Vars = start
	for i, e := range m.Start {
		for _, value := range e.Arithmetic() {
			if _, err := expr.Eval(value, &at); err != nil {
				return &Fault{Run: Run{Start: start, LoopFrom: -1}, Transition: -1, Var: -1, Emission: i, Err: err}
			}
		}
	}
	return nil
}
