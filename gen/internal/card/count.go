package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// limited says how often a run starts calls and emits outputs at most, as formulas and as numbers.
// It is "" if nothing is proved of that beyond the bound.
func limited(r *verify.Report) string {
	m := r.Machine
	var parts []string
	status, unless := verify.Proved, ""
	for i := range r.Counts {
		c := &r.Counts[i]
		if c.Of.Cost >= 0 {
			continue // see costs
		}
		if c.UnlessOverflow {
			status, unless = verify.Unknown, ", unless a value leaves Go's int"
		}
		name := markdown.Code(c.Name(m))
		most := markdown.Code(expr.PrintNumber(c.Most, expr.Math)) + countNumber(m, c.Most)
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
	others := ""
	if rest := unlimited(r); len(rest) > 0 {
		others = "; no limit was found for " + strings.Join(rest, ", ")
		if r.Bound.Status == verify.Proved && !m.Reactive() {
			others = "; no other limit than the bound for " + strings.Join(rest, ", ")
		}
	}
	title := "Calls and outputs"
	switch {
	case len(m.Outputs) == 0:
		title = "Calls"
	case len(m.Calls) == 0:
		title = "Outputs"
	}
	return badge(status) + " **" + title + "** of a run" + unless + ": " + strings.Join(parts, ", ") + others + "."
}

// unlimited lists the calls and outputs that occur in the machine, and for which the report has no limit.
func unlimited(r *verify.Report) (names []string) {
	m := r.Machine
	for _, of := range obligation.AllCounted(m) {
		occurs := len(of.Start(m)) > 0
		for i := range m.Transitions {
			occurs = occurs || len(of.Step(m, i)) > 0
		}
		if of.Cost < 0 && of.Field < 0 && occurs && !slices.ContainsFunc(r.Counts, func(c verify.Count) bool { return c.Of == of }) {
			names = append(names, markdown.Code((&verify.Count{Of: of}).Name(m)))
		}
	}
	return names
}

// countNumber is the value of a limit for the default parameters, after a space.
func countNumber(m *core.Machine, most expr.Expr) string {
	_, n, ok := typicalValue(m, most)
	if !ok {
		return ""
	}
	return " (**" + n + "**)"
}
