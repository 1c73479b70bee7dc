package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// limited says how often a run starts calls and emits outputs at most, as formulas and as numbers.
// It is "" if nothing is proved of that beyond the bound.
func limited(r *verify.Report) string {
	m := r.Machine
	var parts []string
	for i := range r.Counts {
		c := &r.Counts[i]
		name := markdown.Code(c.Name(m))
		most := markdown.Code(expr.Print(c.Most, expr.Math)) + countNumber(m, c.Most)
		lit, number := c.Most.(*expr.Lit)
		switch {
		case c.Of.Field >= 0:
			parts = append(parts, "the sum of "+name+" at most "+most)
		case number && lit.Value == 0:
			parts = append(parts, name+" never")
		case number && lit.Value == 1:
			parts = append(parts, name+" at most once")
		default:
			parts = append(parts, name+" at most "+most+" times")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	title := "Calls and outputs"
	switch {
	case len(m.Outputs) == 0:
		title = "Calls"
	case len(m.Calls) == 0:
		title = "Outputs"
	}
	return badge(verify.Proved) + " **" + title + "** of a run: " + strings.Join(parts, ", ") + "."
}

// countNumber is the value of a limit for the default parameters, after a space.
func countNumber(m *core.Machine, most expr.Expr) string {
	_, n, ok := typicalValue(m, most)
	if !ok {
		return ""
	}
	return " (**" + n + "**)"
}
