package card

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/card/markdown"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/explore"
)

const (
	// maxRuns is how many counterexamples to obligations a card shows.
	maxRuns = 5
	// maxSteps is how many steps of a run it shows.
	maxSteps = 60
)

// runs shows the runs that the report holds: the one that refutes the verdict
// open, the others folded.
func (c *card) runs() {
	shown := []*explore.Run{}
	if r := c.r.Run; r != nil {
		title := "## A run beyond the bound"
		if r.LoopFrom >= 0 {
			title = "## An endless run"
			if c.m.Reactive() {
				title += " without environment events"
			}
		}
		c.section(title, c.trace(r))
		shown = append(shown, r)
	}
	for i := range c.r.Obligations {
		o := &c.r.Obligations[i]
		if o.Run == nil || len(shown) > maxRuns || slices.Contains(shown, o.Run) {
			continue
		}
		// A run beyond the bound says more than where progress begins.
		if o.Kind == verify.KindBound && c.r.Bound.Run != nil {
			continue
		}
		c.fold(c.subject(o)+" is refuted by a run", o.Run)
		shown = append(shown, o.Run)
	}
	if w := c.r.Bound.Worst; w != nil && len(w.Steps) > 0 {
		params := ""
		if len(c.m.Params) > 0 {
			params = ", for the largest parameters explored"
		}
		c.fold(fmt.Sprintf("A longest run%s: %s", params, plural(len(w.Counted(c.m)), "transition", "transitions")), w)
	}
}

// fold shows a run behind a title.
func (c *card) fold(title string, r *explore.Run) {
	c.section("<details>\n<summary>"+markdown.HTML(title)+"</summary>", c.trace(r), "</details>")
}

// trace lists the steps of a run; from a long one the middle is left out.
func (c *card) trace(r *explore.Run) string {
	text := strings.TrimPrefix(strings.TrimPrefix(verify.Trace(c.m, r), " "), ":\n")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if n := len(lines) - maxSteps; n > 1 {
		head, tail := lines[:maxSteps*2/3], lines[len(lines)-maxSteps/3:]
		lines = slices.Concat(head, []string{fmt.Sprintf("     ... %d steps ...", n)}, tail)
	}
	return strings.TrimRight(markdown.Fence("text", strings.Join(lines, "\n")), "\n")
}

// subject says in plain text what an obligation is about.
func (c *card) subject(o *verify.Obligation) string {
	text := "“" + c.asks(o.Kind) + "”"
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
