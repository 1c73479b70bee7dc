package picture

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Annotate adds the claims of the spec as notes: the declared progress function and the invariants of
// each state, and the invariants and the bound of the machine. The picture must show the whole
// machine.
func (p *Picture) Annotate(m *core.Machine) {
	for i := range m.States {
		s := &m.States[i]
		if len(s.Progress) == 0 || m.Terminal(i) {
			continue
		}
		parts := make([]string, len(s.Progress))
		for c, e := range s.Progress {
			parts[c] = expr.Print(e, expr.Math)
		}
		text := strings.Join(parts, ", ")
		if len(parts) > 1 {
			text = "(" + text + ")"
		}
		p.Nodes[i].Notes = append(p.Nodes[i].Notes, "progress "+text)
	}
	for _, v := range m.Invariants {
		text := "invariant " + expr.Print(v.Expr, expr.Math)
		if v.State < 0 {
			p.Notes = append(p.Notes, text)
		} else {
			p.Nodes[v.State].Notes = append(p.Nodes[v.State].Notes, text)
		}
	}
	if m.Bound != nil {
		p.Notes = append(p.Notes, "bound "+expr.Print(m.Bound, expr.Math))
	}
}
