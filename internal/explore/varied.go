package explore

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// maxVaried is the number of values of a payload that vary from which on few of their combinations are tried.
	maxVaried = 7
	// maxSparse limits these combinations.
	maxSparse = 256
)

// varied counts the domains with several values.
func varied(domains [][]int64) (n int) {
	for _, d := range domains {
		if len(d) > 1 {
			n++
		}
	}
	return n
}

// fewVaried lists combinations that differ from the first values of all domains in none of them, in one, and in two.
func fewVaried(domains [][]int64) (out [][]int64) {
	first := make([]int64, len(domains))
	for i, d := range domains {
		first[i] = d[0]
	}
	out = append(out, first)
	add := func(base []int64, from int) (next []int) {
		for i := from; i < len(domains); i++ {
			for _, v := range domains[i][1:] {
				if len(out) < maxSparse {
					c := append([]int64(nil), base...)
					c[i] = v
					out, next = append(out, c), append(next, i+1)
				}
			}
		}
		return next
	}
	singles := add(first, 0)
	for n, from := range singles {
		add(out[1+n], from)
	}
	return out
}

// matters reports, for each variable, whether a later step may depend on its value: an expression reads it other than to copy it, it has a
// range, or a variable that matters gets its value.
func matters(m *core.Machine) []bool {
	out := make([]bool, len(m.Vars))
	read := func(e expr.Expr) {
		expr.Uses(e, func(s *expr.Symbol) bool {
			if s.Scope == expr.Var {
				out[s.Index] = true
			}
			return false
		})
	}
	copies := map[expr.Expr]bool{}
	for i := range m.Transitions {
		for _, u := range m.Transitions[i].Updates {
			if _, ok := u.Value.(*expr.Ref); ok {
				copies[u.Value] = true
			}
		}
	}
	m.Expressions(func(e expr.Expr) {
		if !copies[e] {
			read(e)
		}
	})
	for i, v := range m.Vars {
		out[i] = out[i] || v.Min != nil || v.Max != nil
	}
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			for _, u := range m.Transitions[i].Updates {
				if ref, ok := u.Value.(*expr.Ref); ok && out[u.Var] && ref.Symbol.Scope == expr.Var && !out[ref.Symbol.Index] {
					out[ref.Symbol.Index], again = true, true
				}
			}
		}
	}
	return out
}

// copied reports whether alternatives do no more with a field than to copy it to variables that do not matter.
func (s *sampler) copied(field int, alternatives []core.Transition) bool {
	uses := func(e expr.Expr) bool {
		return expr.Uses(e, func(q *expr.Symbol) bool { return q.Scope == expr.Field && q.Index == field })
	}
	if s.matter == nil {
		s.matter = matters(s.m)
	}
	for i := range alternatives {
		t := &alternatives[i]
		if t.Guard != nil && uses(t.Guard) {
			return false
		}
		for _, u := range t.Updates {
			if _, copy := u.Value.(*expr.Ref); uses(u.Value) && (!copy || s.matter[u.Var]) {
				return false
			}
		}
		for _, e := range t.Emits {
			if slices.ContainsFunc(e.Values, uses) {
				return false
			}
		}
	}
	return true
}
