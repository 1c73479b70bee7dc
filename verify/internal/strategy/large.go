package strategy

import (
	"math"
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// large are the distances of parameters from the ends of their ranges on boards that show what
// happens in long runs.
var large = [...][3]int64{{5, 7, 6}, {9, 4, 12}, {23, 17, 29}}

// maxLength limits the length of a run on such a board.
const maxLength = 400

// larger returns boards with larger parameters that satisfy the conditions, on which the progress
// function starts at the bound. They show which choices lead to a longest run only for small
// parameters.
func (f *finder) larger(reaching []*board, given []expr.Expr) (out []*board) {
	m := f.Machine
	if m.Rank != 1 || m.Reactive() || len(m.Params) == 0 {
		return nil
	}
	intern := trace.Intern(trace.Strings(m))
	last := reaching[len(reaching)-1]
	for _, by := range large {
		params := slices.Clone(last.Params)
		env := &expr.Env{Params: params, Intern: intern}
		ok := true
		for i := range m.Params {
			p := &m.Params[i]
			if p.Type.Kind != expr.Int {
				continue
			}
			lo, hi := int64(0), int64(math.MaxInt32)
			var err error
			if p.Min != nil {
				lo, err = expr.Eval(p.Min, env)
				ok = ok && err == nil
			}
			if p.Max != nil {
				hi, err = expr.Eval(p.Max, env)
				ok = ok && err == nil
			}
			params[i] = max(lo, min(hi, max(lo, 0)+by[i%len(by)]))
		}
		b := &board{Machine: interp.Machine{Core: m, Params: params, Intern: intern}, env: env}
		if slices.ContainsFunc(given, func(x expr.Expr) bool { return !b.holds(x, nil) }) {
			for i := range params { // the same distance for all satisfies comparisons
				if m.Params[i].Type.Kind == expr.Int {
					params[i] = last.Params[i] + by[0]
				}
			}
		}
		limit, known := b.eval(f.Bound, nil)
		c, err := b.Initial()
		if !ok || !known || err != nil || limit > maxLength || slices.ContainsFunc(given, func(x expr.Expr) bool { return !b.holds(x, nil) }) || !f.admitted(b) {
			continue
		}
		cost := int64(0)
		if x := m.ChildCost(m.Invoked()); x != nil {
			cost, known = b.eval(x, c.Vars)
		}
		b.length, b.limit = limit, limit
		if left, ok := b.remaining(c); ok && known && left+cost == limit {
			out = append(out, b)
		}
	}
	return out
}

// admitted reports whether the parameters of a board are in their ranges.
func (f *finder) admitted(b *board) bool {
	for i := range f.Machine.Params {
		p := &f.Machine.Params[i]
		if p.Type.Kind != expr.Int {
			continue
		}
		if lo, ok := b.end(p.Min); ok && b.Params[i] < lo {
			return false
		}
		if hi, ok := b.end(p.Max); ok && b.Params[i] > hi {
			return false
		}
	}
	return true
}

// end returns an end of a range, if there is one.
func (b *board) end(x expr.Expr) (int64, bool) {
	if x == nil {
		return 0, false
	}
	return b.eval(x, nil)
}
