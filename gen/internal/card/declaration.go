package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func (c *card) params() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Parameter", "Type", "Range", "Default", "Go name", "Meaning")
	for i := range c.m.Params {
		p := &c.m.Params[i]
		t.Row(c.link(markdown.Code(p.Name), p.Span), markdown.Code(p.Type.String()), span(p.Min, p.Max), math(p.Default), markdown.Code(p.Go), markdown.Text(p.Doc))
	}
	return t
}

// vars lists the variables that exist in every state.
func (c *card) vars() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Variable", "Type", "Range", "Initial value", "Go name", "Meaning")
	for i := range c.m.Vars {
		if v := &c.m.Vars[i]; v.State < 0 {
			t.Row(c.link(markdown.Code(v.Name), v.Span), markdown.Code(v.Type.String()), span(v.Min, v.Max), math(v.Init), markdown.Code(v.Go), markdown.Text(v.Doc))
		}
	}
	return t
}

func (c *card) enums() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Type", "Values", "Go name", "Meaning")
	for _, e := range c.m.Enums {
		values := make([]string, len(e.Values))
		for i, v := range e.Values {
			if values[i] = markdown.Code(v); e.Stored(i) != v {
				values[i] += " (stored as " + markdown.Code(e.Stored(i)) + ")"
			}
		}
		t.Row(c.link(markdown.Code(e.Name), e.Span), strings.Join(values, ", "), markdown.Code(e.Go), markdown.Text(e.Doc))
	}
	return t
}

// guards lists the named guards. Those without a condition are external: the
// program computes them.
func (c *card) guards() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Guard", "Arguments", "Condition", "Go name", "Meaning")
	for i := range c.m.Guards {
		g := &c.m.Guards[i]
		condition := markdown.Code(g.Text)
		if g.External {
			condition = "*computed by the program*"
		}
		t.Row(c.link(markdown.Code(g.Name), g.Span), fields(g.Args), condition, markdown.Code(g.Go), markdown.Text(g.Doc))
	}
	return t
}

func (c *card) states() *markdown.Table {
	t := &markdown.Table{}
	t.Head("State", "Inside", "Outcome", "Data", "Progress φ", "Stored as", "Go name", "Meaning")
	for i := range c.m.States {
		s := &c.m.States[i]
		name, outcome := c.link(markdown.Text(s.Name), s.Span), ""
		if i == c.m.Initial {
			name += " (initial)"
		}
		if s.Outcome >= 0 {
			outcome = markdown.Text(c.m.Outcomes[s.Outcome].Name)
		}
		t.Row(name, markdown.Text(strings.Join(s.Composites, " / ")), outcome, c.data(i), tuple(c.progress(i)), markdown.Code(s.Text), markdown.Code(s.Go), markdown.Text(s.Doc))
	}
	return t
}

// progress returns the progress function in a state: declared, synthesized, or nil.
func (c *card) progress(state int) []expr.Expr {
	if c.m.Rank == 0 && c.r.Synthesized != nil {
		return c.r.Synthesized[state]
	}
	return c.m.States[state].Progress
}

// data lists the variables that exist in only one state.
func (c *card) data(state int) string {
	var parts []string
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		if v.State != state {
			continue
		}
		part := c.link(markdown.Code(v.Name+" "+v.Type.String()), v.Span)
		if r := span(v.Min, v.Max); r != "" {
			part += " " + r
		}
		if v.Go != "" {
			part += ", Go name " + markdown.Code(v.Go)
		}
		if v.Doc != "" {
			part += ": " + markdown.Text(v.Doc)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "<br>")
}

func (c *card) events() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Event", "Payload", "Raised by", "Go name", "Meaning")
	for i := range c.m.Events {
		e := &c.m.Events[i]
		t.Row(c.link(markdown.Text(e.Name), e.Span), fields(e.Fields), c.raised(i), markdown.Code(e.Go), markdown.Text(e.Doc))
	}
	return t
}

// raised names the sources of an event other than the program.
func (c *card) raised(event int) string {
	var parts []string
	if c.m.Events[event].Internal {
		parts = append(parts, "only timers")
	}
	if c.m.Events[event].Environment {
		parts = append(parts, "the environment, any number of times")
	}
	for i := range c.m.Timers {
		t := &c.m.Timers[i]
		part := "a timer of " + markdown.Text(t.Owner)
		if t.Event == event && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "<br>")
}

// fields lists the fields of a payload, or the arguments of a guard or delay, with
// their types.
func fields(list []core.Field) string {
	parts := make([]string, len(list))
	for i, f := range list {
		parts[i] = markdown.Code(f.Name + " " + f.Type.String())
	}
	return strings.Join(parts, ", ")
}

// span writes a range.
func span(low, high expr.Expr) string {
	switch {
	case low == nil && high == nil:
		return ""
	case high == nil:
		return "at least " + math(low)
	case low == nil:
		return "at most " + math(high)
	}
	return math(low) + " to " + math(high)
}

// math writes an expression as code; nil is empty.
func math(e expr.Expr) string {
	if e == nil {
		return ""
	}
	return markdown.Code(expr.Print(e, expr.Math))
}

// tuple writes a progress function of one or more components.
func tuple(list []expr.Expr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = expr.Print(e, expr.Math)
	}
	return vector(parts)
}

// vector writes a single component as it is, and several in parentheses.
func vector(parts []string) string {
	if len(parts) > 1 {
		return markdown.Code("(" + strings.Join(parts, ", ") + ")")
	}
	return markdown.Code(strings.Join(parts, ""))
}

// updates writes assignments, one per line, except those that a rule adds.
func (c *card) updates(t *core.Transition) string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, markdown.Code(c.m.Vars[u.Var].Name+" ← "+expr.Print(u.Value, expr.Math)))
		}
	}
	return strings.Join(parts, "<br>")
}
