package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// states lists the states.
func (c *card) states() *markdown.Table {
	t := &markdown.Table{}
	t.Head("State", "Meaning and data", "Progress φ")
	for i := range c.m.States {
		t.Row(c.stateName(i), c.stateMeaning(i), tuple(c.progress(i)))
	}
	return t
}

// stateName writes the name of a state with its place in the machine.
func (c *card) stateName(state int) string {
	s := &c.m.States[state]
	var places []string
	if state == c.m.Initial {
		places = append(places, "initial")
	}
	if len(s.Composites) > 0 {
		places = append(places, "in "+markdown.Text(strings.Join(s.Composites, " / ")))
	}
	if s.Outcome >= 0 {
		o := &c.m.Outcomes[s.Outcome]
		places = append(places, "terminal: "+markdown.Text(o.Name))
		if kind := string(o.Kind); kind != "" && kind != o.Name {
			places = append(places, "a "+kind)
		}
	}
	name := markdown.Text(s.Name)
	if len(places) > 0 {
		name += " (" + strings.Join(places, ", ") + ")"
	}
	return name
}

// stateMeaning writes the text of a state, and the variables that exist only in it.
func (c *card) stateMeaning(state int) string {
	var parts []string
	if doc := markdown.Text(c.m.States[state].Doc); doc != "" {
		parts = append(parts, doc)
	}
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		if v.State != state {
			continue
		}
		part := markdown.Code(v.Name + " " + v.Type.String())
		if r := span(v.Min, v.Max); r != "" {
			part += " " + r
		}
		if v.Doc != "" {
			part += ": " + markdown.Text(v.Doc)
		}
		parts = append(parts, part)
	}
	if text := markdown.Code(c.m.States[state].Text); text != "" {
		parts = append(parts, "stored as "+text)
	}
	return lines(parts)
}

// progress returns the progress function in a state: declared, synthesized, or nil.
func (c *card) progress(state int) []expr.Expr {
	if c.m.Rank == 0 && c.r.Synthesized != nil {
		return c.r.Synthesized[state]
	}
	return c.m.States[state].Progress
}

// lines writes the lines of a cell.
func lines(parts []string) string { return strings.Join(parts, "<br>") }
