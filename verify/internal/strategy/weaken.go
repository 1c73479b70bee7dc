package strategy

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// maxWeakened limits the conditions that are tried in place of others.
const maxWeakened = 12

// weaken replaces conditions on the parameters by others that more parameters satisfy, if
// the strategy still has proofs then.
func (f *finder) weaken(s *verdict.Strategy, p *plays) {
	tries := 0
	for i := 0; i < len(s.Given); i++ {
		old := s.Given[i]
		for _, x := range f.parametric() {
			if tries == maxWeakened || f.prover.Done() {
				return
			}
			if !f.wider(x, old) {
				continue
			}
			tries++
			next := copied(s)
			next.Given = slices.Clone(s.Given)
			next.Given[i] = x
			if _, ok := f.certify(next, p); ok {
				*s = *next
				old = x
			}
		}
	}
}

// wider reports whether one condition on the parameters holds wherever another one does, and
// elsewhere, as far as small ints show.
func (f *finder) wider(x, than expr.Expr) bool {
	m := f.Machine
	params := make([]int64, len(m.Params))
	env := &expr.Env{Params: params}
	var used []int
	for i := range m.Params {
		if expr.Uses(x, func(s *expr.Symbol) bool { return s.Index == i }) || expr.Uses(than, func(s *expr.Symbol) bool { return s.Index == i }) {
			if k := m.Params[i].Type.Kind; k != expr.Int && k != expr.Bool {
				return false
			}
			used = append(used, i)
		}
	}
	if len(used) > 3 {
		return false
	}
	more := false
	const side = 6
	total := 1
	for range used {
		total *= side
	}
	for n := range total {
		for _, i := range used {
			params[i] = int64(n % side)
			if least := m.Params[i].Min; least != nil {
				if v, err := expr.Eval(least, env); err == nil {
					params[i] += v
				}
			}
			n /= side
		}
		wide, err1 := expr.Eval(x, env)
		narrow, err2 := expr.Eval(than, env)
		if err1 != nil || err2 != nil || narrow != 0 && wide == 0 {
			return false
		}
		more = more || wide != 0 && narrow == 0
	}
	return more
}

// copied returns a copy of a strategy that can get other proofs.
func copied(s *verdict.Strategy) *verdict.Strategy {
	out := *s
	out.Spots = slices.Clone(s.Spots)
	for i := range out.Spots {
		out.Spots[i].Moves = slices.Clone(out.Spots[i].Moves)
	}
	return &out
}
