package strategy

import (
	"iter"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/synthesis"
)

// meters yields functions that tell, for each state that the plays visit, how many transitions
// follow. All of them agree with the plays.
func (f *finder) meters(p *plays) iter.Seq[map[int]expr.Expr] {
	return func(yield func(map[int]expr.Expr) bool) {
		first := f.progress(p)
		if first != nil && !yield(first) {
			return
		}
		for _, scope := range []expr.Scope{expr.Var, expr.Param} {
			left := f.fitted(p, scope)
			if left == nil || first != nil && same(first, left) {
				continue
			}
			if first = left; !yield(left) {
				return
			}
		}
	}
}

func same(a, b map[int]expr.Expr) bool {
	for s, x := range a {
		if !expr.Equal(x, b[s]) {
			return false
		}
	}
	return true
}

// progress returns the progress function, if it equals what is left in the plays.
func (f *finder) progress(p *plays) map[int]expr.Expr {
	if f.Machine.Rank != 1 {
		return nil
	}
	out := map[int]expr.Expr{}
	for s, visits := range p.visits {
		out[s] = f.Machine.States[s].Progress[0]
		for _, v := range visits {
			n, ok := v.eval(out[s], v.Vars)
			if left, known := v.remaining(v.Config); !ok || !known || n != left {
				return nil
			}
		}
	}
	return out
}

// maxFitted limits the configurations of one state that a polynomial is fitted to.
const maxFitted = 300

// fitted returns polynomials that equal what is left in the plays, or nil.
func (f *finder) fitted(p *plays, first expr.Scope) map[int]expr.Expr {
	m := f.Machine
	out := map[int]expr.Expr{}
	for s, visits := range p.visits {
		if m.Terminal(s) {
			out[s] = expr.Number(0)
			continue
		}
		symbols := ints(m, s)
		var values [][]int64
		var lengths []int64
		for _, v := range visits[:min(len(visits), maxFitted)] {
			row := make([]int64, len(symbols))
			for i, y := range symbols {
				if y.Scope == expr.Param {
					row[i] = v.Params[y.Index]
				} else {
					row[i] = v.Vars[y.Index]
				}
			}
			left, _ := v.remaining(v.Config)
			values, lengths = append(values, row), append(lengths, left)
		}
		x, ok := synthesis.Fit(symbols, values, lengths, first)
		if !ok {
			return nil
		}
		out[s] = x
	}
	return out
}

// ints lists the parameters and variables of type int in a state.
func ints(m *core.Machine, state int) (out []*expr.Symbol) {
	for i := range m.Params {
		if m.Params[i].Type.Kind == expr.Int {
			out = append(out, m.Params[i].Symbol)
		}
	}
	for i := range m.Vars {
		if m.Vars[i].Type.Kind == expr.Int && m.Exists(i, state) {
			out = append(out, m.Vars[i].Symbol)
		}
	}
	return out
}
