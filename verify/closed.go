package verify

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// behind says what is known of all configurations after a run into a closed set. It returns "" if there is no such set.
func behind(m *core.Machine, set [][]expr.Expr) string {
	if set == nil {
		return ""
	}
	return "   from then on, the machine is in " + closed(m, set) + ", whatever happens\n"
}

// closed describes a set of configurations that no run leaves.
func closed(m *core.Machine, set [][]expr.Expr) string {
	var parts []string
	for s, list := range set {
		if list == nil {
			continue
		}
		text := m.States[s].Name
		if conditions := placed(m, s, list); len(conditions) > 0 {
			text += " with " + strings.Join(conditions, " && ")
		}
		parts = append(parts, text)
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " or " + parts[n-1]
	}
	return strings.Join(parts, "")
}

// placed prints conditions in a state. Those that tell where a region is are printed as a spec writes them.
func placed(m *core.Machine, state int, list []expr.Expr) (out []string) {
	for _, x := range list {
		text := operand(x, len(list))
		if b, ok := x.(*expr.Binary); ok && (b.Op == expr.Eq || b.Op == expr.Ne) {
			ref, isRef := b.X.(*expr.Ref)
			lit, isLit := b.Y.(*expr.Lit)
			in := slices.IndexFunc(m.States[state].Regions, func(r core.Region) bool {
				return isRef && isLit && ref.Symbol.Scope == expr.Var && r.Var == ref.Symbol.Index
			})
			if in >= 0 {
				text = "in(" + m.States[state].Regions[in].Leaves[lit.Value].Name + ")"
				if b.Op == expr.Ne {
					text = "!" + text
				}
			}
		}
		out = append(out, text)
	}
	return out
}
