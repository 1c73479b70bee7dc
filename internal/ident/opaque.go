package ident

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// opaque reports Go types whose names mean something else in the generated package: a
// constant, a function, or a variable, or for a variable of the machine, the machine
// itself, which cannot contain itself.
func (ck *checker) opaque(n *Names) {
	m := ck.machine
	values := map[string]bool{}
	for _, name := range n.values() {
		values[name] = true
	}
	check := func(what string, t expr.Type, span diag.Span) {
		if t.Kind != expr.Opaque {
			return
		}
		for _, p := range t.Go.Parts {
			if p.Path == "" && values[p.Name] {
				ck.scopes.diags.Errorf(diag.CodeGoType, span, "the type of %s is `%s`, but generated code declares `%s`, which is not a type", what, diag.Clip(t.Go.Text), p.Name).
					Helpf("use another type, or rename what `%s` is derived from", p.Name)
			}
		}
	}
	for _, v := range m.Vars {
		check("`"+v.Name+"`", v.Type, v.Span)
		if v.Type.Kind == expr.Opaque && contained(v.Type.Go) == n.Machine {
			ck.scopes.diags.Errorf(diag.CodeGoType, v.Span, "`%s` has the type of the generated machine, which cannot contain itself", v.Name).
				Helpf("use a pointer: \"*%s\"", n.Machine)
		}
	}
	fields := func(what string, list []core.Field) {
		for _, f := range list {
			check("`"+f.Name+"` of "+what, f.Type, f.Span)
		}
	}
	for _, e := range m.Events {
		fields("event `"+e.Name+"`", e.Fields)
	}
	for _, o := range m.Outputs {
		fields("output `"+o.Name+"`", o.Fields)
	}
	for _, g := range m.Guards {
		fields("guard `"+g.Name+"`", g.Args)
	}
	for _, c := range m.Calls {
		fields(described(&c), c.Args)
	}
	for _, d := range m.Delays {
		fields("delay `"+d.Name+"`", d.Args)
	}
}

// values lists the package-level names that are not types.
func (n *Names) values() []string {
	list := slices.Concat(n.States, n.Outcomes, n.Timers, []string{
		n.New, n.Defaults, n.StateList, n.EventList, n.Running, n.Refusals, n.Table,
		n.Record.TransitionList, n.Record.Restore, n.Typed.Begin, n.Run.Run, n.Run.Resume, n.Values.ReadInput, n.Values.ReadOutput, n.Columns.FromValues,
	})
	list = slices.AppendSeq(list, maps.Values(n.Texts))
	for _, e := range n.Enums {
		list = append(list, e.Values...)
	}
	for _, e := range n.Events {
		list = append(list, e.Const)
	}
	for _, c := range n.Calls {
		list = append(list, c.Const)
	}
	for _, d := range n.Delays {
		list = append(list, d.Const)
	}
	return slices.DeleteFunc(list, func(name string) bool { return name == "" })
}

// contained returns the name of the type that a value contains: that of the type itself,
// or of the elements of an array. It is "" for other types.
func contained(t *expr.GoType) string {
	for i, p := range t.Parts {
		last := i == len(t.Parts)-1
		switch {
		case last && p.Path == "":
			return p.Name
		case last, p.Token == "]" && t.Parts[i-1].Token == "[":
			return ""
		case p.Token == "" || p.Token < "0" || p.Token > "9":
			if p.Token != "[" && p.Token != "]" {
				return ""
			}
		}
	}
	return ""
}
