package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// outputs lists the outputs, each with where it is emitted and the values.
func (c *card) outputs() *markdown.Table {
	emitted := make([][]string, len(c.m.Outputs))
	note := func(t *core.Transition, list []core.Emission) {
		for i := range list {
			e := &list[i]
			if text := c.emission(t, e); !slices.Contains(emitted[e.Output], text) {
				emitted[e.Output] = append(emitted[e.Output], text)
			}
		}
	}
	note(nil, c.m.Start)
	for i := range c.m.Transitions {
		note(&c.m.Transitions[i], c.m.Transitions[i].Emits)
	}
	t := &markdown.Table{}
	t.Head("Output", "Payload", "Emitted", "Go name", "Meaning")
	for i := range c.m.Outputs {
		o := &c.m.Outputs[i]
		by := strings.Join(emitted[i], "<br>")
		if by == "" {
			by = "*never*"
		}
		t.Row(c.link(markdown.Text(o.Name), o.Span), fields(o.Fields), by, markdown.Code(o.Go), markdown.Text(o.Doc))
	}
	return t
}

// emission describes where an output is emitted, and with which values. t is the
// transition, or nil at the start.
func (c *card) emission(t *core.Transition, e *core.Emission) string {
	var by string
	switch {
	case e.Cause == core.ByEntry:
		by = "entering " + markdown.Text(e.State)
	case e.Cause == core.ByExit:
		by = "leaving " + markdown.Text(e.State)
	case t.Composite != "":
		by = c.stepFrom(t.Composite, t)
	default:
		by = c.step(t)
	}
	var values []string
	for i, f := range c.m.Outputs[e.Output].Fields {
		values = append(values, f.Name+" = "+expr.Print(e.Written[i], expr.Math))
	}
	if len(values) == 0 {
		return by
	}
	return by + ": " + markdown.Code(strings.Join(values, ", "))
}

// outputNote says when the values of outputs are computed, if there are any.
func (c *card) outputNote() string {
	for i := range c.m.Outputs {
		if len(c.m.Outputs[i].Fields) > 0 {
			return "Values are computed before the step, and on entry after it."
		}
	}
	return ""
}

// emits names the outputs of the transition itself, one per line. Outputs on exit
// and entry are the same for all transitions and are omitted.
func (c *card) emits(t *core.Transition) string {
	var names []string
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			names = append(names, markdown.Text(c.m.Outputs[e.Output].Name))
		}
	}
	return strings.Join(names, "<br>")
}
