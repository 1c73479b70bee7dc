package card

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// maxFindings is the largest number of findings that a card lists.
const maxFindings = 20

// verdict writes a paragraph that says whether the machine ends, or settles between
// environment events, and after how many transitions.
func (c *card) verdict() string {
	scope := "for all parameter values"
	if len(c.m.Params) == 0 {
		scope = "for all inputs"
	}
	ends, not, unproved, run := "Terminates", "Does not terminate", "Termination is not proved", "endless run"
	if c.m.Reactive() {
		ends, not, unproved, run = "Settles", "Does not settle", "Not proved to settle", "endless run without environment events"
	}
	switch c.r.Termination {
	case verify.Proved:
		return "**" + ends + "**: proved " + scope + "." + c.bound()
	case verify.Refuted:
		return "**" + not + "**: there is an " + run + ", shown below." + c.bound()
	}
	return "**" + unproved + "**: neither a proof nor an " + run + " was found." + c.bound()
}

// bound describes the bound and its status, after a space.
func (c *card) bound() string {
	b := &c.r.Bound
	if b.Expr == nil {
		return ""
	}
	text := markdown.Code(expr.Print(b.Expr, expr.Math)) + " transitions"
	if lit, ok := b.Expr.(*expr.Lit); ok && lit.Value == 1 {
		text = "`1` transition"
	}
	if c.m.Reactive() {
		text += " between environment events"
	}
	switch {
	case b.Status == verify.Refuted && b.Run != nil:
		return fmt.Sprintf(" The claimed bound of %s is refuted by a run of %d%s.", text, len(b.Run.Counted(c.m)), c.with(b.Run.Params))
	case b.Status == verify.Refuted:
		return fmt.Sprintf(" The claimed bound of %s is refuted.", text)
	case b.Status != verify.Proved:
		return fmt.Sprintf(" The claimed bound of %s is not proved.", text)
	case b.Tight && len(c.m.Params) == 0:
		return fmt.Sprintf(" At most %s; a run reaches this bound.", text)
	case b.Tight && len(c.r.Explored) == 1:
		return fmt.Sprintf(" At most %s; a run reaches this bound for the one explored choice of parameters.", text)
	case b.Tight:
		return fmt.Sprintf(" At most %s; a run reaches this bound for each of the %d explored choices of parameters.", text, len(c.r.Explored))
	}
	return fmt.Sprintf(" At most %s.", text)
}

// with describes the values of parameters, after a space.
func (c *card) with(params []int64) string {
	if len(c.m.Params) == 0 {
		return ""
	}
	return " with " + markdown.Code(verify.Params(c.m, params))
}

// findings lists the findings of verification.
func (c *card) findings() string {
	var b strings.Builder
	for i, d := range c.r.Diagnostics {
		if i == maxFindings {
			fmt.Fprintf(&b, "\n- and %d more", len(c.r.Diagnostics)-i)
			break
		}
		b.WriteString("\n- " + quoted(d.Message))
		if line := d.Span.Start.Line; line > 0 {
			b.WriteString(" (" + c.link(fmt.Sprintf("line %d", line), d.Span) + ")")
		}
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// quoted writes a message, with text between backquotes as code. In hostile text
// the backquotes may pair wrongly; each part is escaped either way.
func quoted(message string) string {
	var b strings.Builder
	for i, part := range strings.Split(message, "`") {
		if i%2 == 1 {
			b.WriteString(markdown.Code(part))
			continue
		}
		// Text trims, but a blank next to code separates words.
		if i > 0 && strings.HasPrefix(part, " ") && strings.TrimSpace(part) != "" {
			b.WriteByte(' ')
		}
		b.WriteString(markdown.Text(part))
		if strings.HasSuffix(part, " ") {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}
