package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

// goals lists the claims of what stays possible, with their verdicts.
func goals(r *verify.Report) *markdown.Table {
	t := &markdown.Table{}
	t.Head("From", "Stays possible", "Status")
	for _, o := range r.Obligations {
		if o.Kind != verify.KindPossible {
			continue
		}
		g := &r.Machine.Goals[o.Goal]
		from := "every state"
		if g.From != "" {
			from = markdown.Text(g.From)
		}
		var to []string
		for _, name := range g.To {
			to = append(to, markdown.Text(name))
		}
		t.Row(from, strings.Join(to, " or "), mark(o.Status))
	}
	return t
}
