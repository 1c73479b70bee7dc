package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// far are the distances by which parameters are larger on boards that show what happens in long runs, and
// maxLarge limits these boards.
var far = [...]int64{5, 9, 23}

const maxLarge = 8

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
	first, last := reaching[0], reaching[len(reaching)-1]
	var ints []int
	for i := range m.Params {
		if m.Params[i].Type.Kind == expr.Int {
			ints = append(ints, i)
		}
	}
	add := func(kept int, by int64) bool {
		params := slices.Clone(last.Params)
		for _, i := range ints {
			if i == kept {
				params[i] = first.Params[i]
			} else {
				params[i] += by
			}
		}
		b := f.large(params, given)
		if b != nil && len(out) < maxLarge {
			out = append(out, b)
		}
		return b != nil
	}
	// All ints are larger, or all but one.
	for _, by := range far {
		add(-1, by)
	}
	for _, i := range ints {
		for k := len(far) - 1; k >= 0 && !add(i, far[k]); k-- {
		}
	}
	return out
}

// large returns the board with the given parameters, or nil if they are not valid, do not satisfy the
// conditions, or lead to a run that is too long.
func (f *finder) large(params []int64, given []expr.Expr) *board {
	m := f.Machine
	intern := trace.Intern(f.texts)
	b := &board{Machine: interp.Machine{Core: m, Params: params, Intern: intern}, env: &expr.Env{Params: params, Intern: intern}}
	limit, ok := b.eval(f.Bound, nil)
	c, err := b.Initial()
	if !ok || err != nil || limit > maxLength || !f.admitted(b) || slices.ContainsFunc(given, func(x expr.Expr) bool { return !b.holds(x, nil) }) {
		return nil
	}
	cost := int64(0)
	if x := m.ChildCost(m.Invoked()); x != nil {
		if cost, ok = b.eval(x, c.Vars); !ok {
			return nil
		}
	}
	b.length, b.limit = limit, limit
	if left, ok := b.remaining(c); !ok || left+cost != limit {
		return nil
	}
	return b
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
