package verdict

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// sensible reports whether a progress function is well formed: it has the same number
// of components in each state, and reads only what has a value there.
func sensible(m *core.Machine, progress [][]expr.Expr) bool {
	if len(progress) != len(m.States) {
		return false
	}
	for s, components := range progress {
		if len(components) == 0 || len(components) != len(progress[m.Initial]) {
			return false
		}
		for _, x := range components {
			if !readable(m, s, x) || text(x) {
				return false
			}
		}
	}
	return true
}

// readable reports whether an expression is well formed, and reads only parameters and variables that have
// a value in a state.
func readable(m *core.Machine, state int, x expr.Expr) bool {
	return x != nil && formed(m, x) && !expr.Uses(x, func(s *expr.Symbol) bool {
		return s.Scope != expr.Param && !m.Exists(s.Index, state)
	})
}

// rests reports whether progress is 0 in all terminal states, so that a transition into
// one of them decreases progress only from a positive value.
func rests(m *core.Machine) bool {
	for s := range m.States {
		for _, x := range m.States[s].Progress {
			if lit, ok := x.(*expr.Lit); m.Terminal(s) && (!ok || lit.Value != 0) {
				return false
			}
		}
	}
	return true
}
