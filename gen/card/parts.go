package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/card/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func (c *card) params() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Parameter", "Type", "Range", "Default", "Meaning")
	for i := range c.m.Params {
		p := &c.m.Params[i]
		t.Row(markdown.Code(p.Name), markdown.Code(p.Type.String()), span(p.Min, p.Max), math(p.Default), markdown.Text(p.Doc))
	}
	return t
}

// vars lists the variables that exist in all states.
func (c *card) vars() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Variable", "Type", "Range", "At the start", "Meaning")
	for i := range c.m.Vars {
		if v := &c.m.Vars[i]; v.State < 0 {
			t.Row(markdown.Code(v.Name), markdown.Code(v.Type.String()), span(v.Min, v.Max), math(v.Init), markdown.Text(v.Doc))
		}
	}
	return t
}

func (c *card) enums() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Type", "Values", "Meaning")
	for _, e := range c.m.Enums {
		values := make([]string, len(e.Values))
		for i, v := range e.Values {
			values[i] = markdown.Code(v)
		}
		t.Row(markdown.Code(e.Name), strings.Join(values, ", "), markdown.Text(e.Doc))
	}
	return t
}

// guards lists the named guards. One without a condition is a Go function.
func (c *card) guards() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Guard", "Condition", "Meaning")
	for i := range c.m.Guards {
		g := &c.m.Guards[i]
		condition := markdown.Code(g.Text)
		if condition == "" {
			condition = "*given in Go*"
		}
		t.Row(markdown.Code(g.Name), condition, markdown.Text(g.Doc))
	}
	return t
}

func (c *card) states() *markdown.Table {
	t := &markdown.Table{}
	t.Head("State", "Inside", "Outcome", "Data", "Progress φ", "Meaning")
	for i := range c.m.States {
		s := &c.m.States[i]
		name, outcome := markdown.Text(s.Name), ""
		if i == c.m.Initial {
			name += " (initial)"
		}
		if s.Outcome >= 0 {
			outcome = markdown.Text(c.m.Outcomes[s.Outcome].Name)
		}
		t.Row(name, markdown.Text(strings.Join(s.Composites, " / ")), outcome, c.data(i), tuple(s.Progress), markdown.Text(s.Doc))
	}
	return t
}

// data lists what exists in one state only.
func (c *card) data(state int) string {
	var parts []string
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
	return strings.Join(parts, "<br>")
}

func (c *card) events() *markdown.Table {
	t := &markdown.Table{}
	t.Head("Event", "Payload", "Meaning")
	for i := range c.m.Events {
		e := &c.m.Events[i]
		fields := make([]string, len(e.Fields))
		for j, f := range e.Fields {
			fields[j] = markdown.Code(f.Name + " " + f.Type.String())
		}
		t.Row(markdown.Text(e.Name), strings.Join(fields, ", "), markdown.Text(e.Doc))
	}
	return t
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

// tuple writes the value of a progress function.
func tuple(list []expr.Expr) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = expr.Print(e, expr.Math)
	}
	return vector(parts)
}

// vector writes one component as it is, several in parentheses.
func vector(parts []string) string {
	if len(parts) > 1 {
		return markdown.Code("(" + strings.Join(parts, ", ") + ")")
	}
	return markdown.Code(strings.Join(parts, ""))
}

// updates writes assignments, one a line, but for those that a rule adds.
func (c *card) updates(t *core.Transition) string {
	var parts []string
	for _, u := range t.Updates {
		if !u.Implied {
			parts = append(parts, markdown.Code(c.m.Vars[u.Var].Name+" ← "+expr.Print(u.Value, expr.Math)))
		}
	}
	return strings.Join(parts, "<br>")
}
