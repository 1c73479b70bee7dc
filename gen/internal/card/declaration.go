package card

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

func params(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Parameter", "Range", "Default", "Meaning")
	for i := range m.Params {
		p := &m.Params[i]
		t.Row(markdown.Code(p.Name+" "+p.Type.String()), span(p.Min, p.Max), math(p.Default), markdown.Text(p.Doc))
	}
	return t
}

// vars lists the variables that exist in every state.
func vars(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Variable", "Range", "Initial value", "Meaning")
	for i := range m.Vars {
		if v := &m.Vars[i]; v.State < 0 {
			t.Row(markdown.Code(v.Name+" "+v.Type.String()), span(v.Min, v.Max), math(v.Init), markdown.Text(v.Doc))
		}
	}
	return t
}

func enums(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Type", "Values", "Meaning")
	for _, e := range m.Enums {
		if slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.Hidden() && v.Implied != core.Carried && v.Type.Enum == e }) {
			continue
		}
		values := make([]string, len(e.Values))
		for i, v := range e.Values {
			if values[i] = markdown.Code(v); e.Stored(i) != v {
				values[i] += " (stored as " + markdown.Code(e.Stored(i)) + ")"
			}
		}
		t.Row(markdown.Code(e.Name), strings.Join(values, ", "), markdown.Text(e.Doc))
	}
	return t
}

// guards lists the named guards. Those without a condition are external: the
// program computes them.
func guards(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Guard", "Condition", "Meaning")
	for i := range m.Guards {
		g := &m.Guards[i]
		condition := markdown.Code(g.Text)
		if g.External {
			condition = "*computed by the program*"
		}
		if g.Reason {
			condition = "*computed by the program, with a reason*"
		}
		t.Row(called(g.Name, g.Args), condition, markdown.Text(g.Doc))
	}
	return t
}

// delays lists the named delays.
func delays(m *core.Machine) *markdown.Table {
	t := &markdown.Table{}
	t.Head("Delay", "Length", "Meaning")
	for i := range m.Delays {
		d := &m.Delays[i]
		length := "*computed by the program*"
		if d.Max > 0 {
			length = "*computed by the program*, at most " + markdown.Code(source.Duration(d.Max))
		}
		if d.Constant > 0 {
			length = markdown.Code(source.Duration(d.Constant))
		}
		t.Row(called(d.Name, d.Args), length, markdown.Text(d.Doc))
	}
	return t
}

// called writes a name with its arguments.
func called(name string, args []core.Field) string {
	if len(args) == 0 {
		return markdown.Code(name)
	}
	return markdown.Code(name + "(" + strings.Join(typed(args), ", ") + ")")
}

// typed writes fields or arguments with their types, as plain text.
func typed(list []core.Field) []string {
	parts := make([]string, len(list))
	for i, f := range list {
		parts[i] = f.Name + " " + f.Type.String()
	}
	return parts
}
