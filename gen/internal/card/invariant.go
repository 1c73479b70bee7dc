package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

// invariants lists the invariants of the spec, each with the states in which it holds and
// the worst status of its obligations. An invariant of a composite state is in one row.
func invariants(r *verify.Report) *markdown.Table {
	m := r.Machine
	type row struct {
		text   string
		states []string
		status verify.Status
	}
	var rows []*row
	for i, claim := range m.Invariants {
		if claim.Implied {
			continue // how the regions are written says it
		}
		status := verify.Proved
		for _, o := range r.Obligations {
			if o.Invariant == i && (o.Status == verify.Refuted || o.Status == verify.Unknown && status == verify.Proved) {
				status = o.Status
			}
		}
		where := "every state"
		if claim.State >= 0 {
			where = markdown.Text(m.States[claim.State].Name)
		}
		text := math(claim.Expr)
		if n := len(rows); n > 0 && rows[n-1].text == text && rows[n-1].status == status {
			rows[n-1].states = append(rows[n-1].states, where)
			continue
		}
		rows = append(rows, &row{text, []string{where}, status})
	}
	t := &markdown.Table{}
	t.Head("Invariant", "Holds in", "Status")
	for _, line := range rows {
		t.Row(line.text, strings.Join(line.states, ", "), mark(line.status))
	}
	return t
}
