package picture

import (
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Annotate adds the claims of the spec as notes: the declared progress function and the invariants of
// each state, and the invariants, the bound, and the time of the machine. The picture must show the whole
// machine.
func (p *Picture) Annotate(m *core.Machine) {
	for i := range m.States {
		s := &m.States[i]
		if len(s.Progress) == 0 || m.Terminal(i) {
			continue
		}
		own, leaves := source.Divide(m, i, s.Progress)
		p.progress(i, "progress ", own)
		for r := range leaves {
			for l, adds := range leaves[r][:len(s.Regions[r].States())] {
				p.progress(Leaf(m, i, r, l), "adds to progress ", adds)
			}
		}
	}
	for _, v := range m.Invariants {
		if v.Implied {
			continue
		}
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
	for _, c := range core.TimeClaims(m) {
		p.Notes = append(p.Notes, "within "+source.Time(c.Most, time.Nanosecond, expr.Math)+c.To(m))
	}
}

// progress adds a note with the components of a progress function, if there are any.
func (p *Picture) progress(node int, title string, components []expr.Expr) {
	if len(components) == 0 {
		return
	}
	parts := make([]string, len(components))
	for c, e := range components {
		parts[c] = expr.Print(e, expr.Math)
	}
	text := strings.Join(parts, ", ")
	if len(parts) > 1 {
		text = "(" + text + ")"
	}
	p.Nodes[node].Notes = append(p.Nodes[node].Notes, title+text)
}
