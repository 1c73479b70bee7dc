package synthesis

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// relevant lists the ints on which the length of a run can depend, parameters first: those
// that a guard reads, and those from which relevant variables are computed.
func relevant(m *core.Machine) []*expr.Symbol {
	params, vars := make([]bool, len(m.Params)), make([]bool, len(m.Vars))
	mark := func(e expr.Expr) (grown bool) {
		expr.Walk(e, func(e expr.Expr) {
			ref, ok := e.(*expr.Ref)
			if !ok {
				return
			}
			var known []bool
			switch ref.Symbol.Scope {
			case expr.Param:
				known = params
			case expr.Var:
				known = vars
			default:
				return
			}
			grown = grown || !known[ref.Symbol.Index]
			known[ref.Symbol.Index] = true
		})
		return grown
	}
	for _, t := range m.Transitions {
		if t.Guard != nil {
			mark(t.Guard)
		}
	}
	for _, i := range m.Invocations {
		mark(i.Cost)
	}
	for again := true; again; {
		again = false
		for i, v := range m.Vars {
			if vars[i] && v.Init != nil && mark(v.Init) {
				again = true
			}
		}
		for _, t := range m.Transitions {
			for _, u := range t.Updates {
				if vars[u.Var] && mark(u.Value) {
					again = true
				}
			}
		}
	}
	return ints(m, func(s expr.Symbol) bool {
		if s.Scope == expr.Param {
			return params[s.Index]
		}
		return vars[s.Index]
	})
}

// ints lists the parameters and variables of type int that satisfy keep.
func ints(m *core.Machine, keep func(expr.Symbol) bool) []*expr.Symbol {
	var out []*expr.Symbol
	add := func(s *expr.Symbol) {
		if s.Type.Kind == expr.Int && keep(*s) {
			out = append(out, s)
		}
	}
	for _, p := range m.Params {
		add(p.Symbol)
	}
	for _, v := range m.Vars {
		add(v.Symbol)
	}
	return out
}
