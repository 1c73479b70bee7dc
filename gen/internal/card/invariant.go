package card

import (
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/verify"
)

// invariants lists the invariants of the spec, each with the worst status of its
// obligations.
func (c *card) invariants() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Invariant", "Holds in", "Status")
	for i, claim := range c.m.Invariants {
		where, status := "every state", verify.Proved
		if claim.State >= 0 {
			where = markdown.Text(c.m.States[claim.State].Name)
		}
		for _, o := range c.r.Obligations {
			if o.Invariant == i && (o.Status == verify.Refuted || o.Status == verify.Unknown && status == verify.Proved) {
				status = o.Status
			}
		}
		t.Row(c.link(math(claim.Expr), claim.Span), where, mark(status))
	}
	return t
}
