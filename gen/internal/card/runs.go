package card

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxRuns is the largest number of counterexamples that a card shows after the first.
const maxRuns = 5

// refuting shows the run that refutes the verdict, if there is one.
func (c *card) refuting() {
	r := c.r.Run
	if r == nil {
		return
	}
	title := "A run that exceeds the bound"
	if r.LoopFrom >= 0 || c.r.Recurrent != nil {
		title = "An endless run"
		if c.m.Reactive() {
			title += " without environment events"
		}
	}
	c.section(title+":", c.trace(r))
	if c.r.Recurrent != nil {
		c.section(c.again(c.r.Recurrent))
	}
}

// counterexamples shows the other runs that refute something, folded.
func (c *card) counterexamples() {
	shown := []*trace.Run{c.r.Run}
	for i := range c.r.Lassos {
		if i > 0 && len(shown) <= maxRuns {
			c.fold("Another endless run", c.trace(&c.r.Lassos[i]))
			shown = append(shown, &c.r.Lassos[i])
		}
	}
	for i := range c.r.Obligations {
		o := &c.r.Obligations[i]
		if o.Run == nil || len(shown) > maxRuns || slices.Contains(shown, o.Run) {
			continue
		}
		// A run that exceeds the bound is more useful than the initial progress.
		if o.Kind == verify.KindBound && c.r.Bound.Run != nil {
			continue
		}
		c.fold("Counterexample to "+c.subject(o), c.trace(o.Run))
		shown = append(shown, o.Run)
	}
}

// again describes how a run continues forever, and why.
func (c *card) again(r *verify.Recurrent) string {
	text := fmt.Sprintf("From step %d on, the run continues forever with the same payloads", r.From+1)
	var parts []string
	for _, x := range r.Set {
		parts = append(parts, expr.Print(x, expr.Spec))
	}
	if len(parts) > 0 {
		text += ", because " + markdown.Code(strings.Join(parts, " && ")) + " remains true"
	}
	return text + "."
}

// trace lists the steps of a run.
func (c *card) trace(r *trace.Run) string {
	text := strings.TrimPrefix(strings.TrimPrefix(verify.Trace(c.m, r), " "), ":\n")
	return strings.TrimRight(markdown.Fence("text", strings.TrimRight(text, "\n")), "\n")
}

// subject describes an obligation in plain text.
func (c *card) subject(o *verify.Obligation) string {
	text := "“" + o.Kind.Asks(c.m) + "”"
	switch {
	case o.Transition >= 0:
		text += " on " + c.m.Label(o.Transition)
	case o.State >= 0 && o.Event >= 0:
		text += " in " + c.m.States[o.State].Name + " on " + c.m.Events[o.Event].Name
	case o.State >= 0:
		text += " in " + c.m.States[o.State].Name
	}
	if o.Var >= 0 {
		text += " for " + c.m.Vars[o.Var].Name
	}
	return text
}
