package decl

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// enumType emits a declared enumeration.
func (g printer) enumType(i int) {
	declared, names := g.m.Core.Enums[i], g.m.Names.Enums[i]
	e := &Enumeration{
		Name:  names.Type,
		Recv:  "v",
		Doc:   comment.Describe(names.Type, declared.Name, g.enumPredicate(declared), declared.Doc),
		Group: "The values of " + names.Type + ", in the order of the spec.",
	}
	for j, value := range declared.Values {
		e.Values = append(e.Values, Constant{Name: names.Values[j], Text: value})
		if declared.Text != nil {
			e.Values[j].Stored = declared.Text[j]
		}
		if declared.Was != nil {
			e.Values[j].Was = declared.Was[j]
		}
	}
	e.Declare(g.f)
	e.Texts(g.f, "value of "+names.Type, inSpec, nil)
	g.f.Function(nil, `
func (v $Type) Valid() bool { return v <= $last }`, "$Type", names.Type, "$last", e.Last())
}

// enumPredicate describes where values of an enumeration occur.
func (g printer) enumPredicate(e *expr.Enum) string {
	var uses []string
	for _, p := range g.m.Core.Params {
		if p.Type.Enum == e {
			uses = append(uses, "the parameter "+p.Name)
		}
	}
	for i, v := range g.m.Core.Vars {
		switch r := g.m.Core.RegionOf(i); {
		case v.Type.Enum != e:
		case v.Pending():
			return "is internal: between the steps of an event, it says what is still to be done"
		case r != nil:
			text := "is a state in the region " + r.Name + " of " + g.m.Core.States[v.State].Name
			if in := r.Inside; in != nil {
				text += ", or none while " + g.m.Core.States[v.State].Regions[in.Region].Leaves[in.Leaves[0]].Name + " is not active"
			}
			return text
		case v.State < 0:
			uses = append(uses, "the variable "+v.Name)
		}
	}
	arguments := func(method string, fields []core.Field) {
		for _, f := range fields {
			if f.Type.Enum == e && method != "" {
				uses = append(uses, "the argument "+f.Name+" of "+method)
			}
		}
	}
	for i, event := range g.m.Core.Events {
		arguments(g.m.Names.Events[i].Method, event.Fields)
	}
	for i, guard := range g.m.Core.Guards {
		arguments(g.m.Names.Guards[i].Method, guard.Args)
	}
	for i, o := range g.m.Core.Outputs {
		arguments(g.m.Names.Outputs[i].Method, o.Fields)
	}
	for i, d := range g.m.Core.Delays {
		arguments(g.m.Names.Delays[i].Method, d.Args)
	}
	if len(uses) == 0 {
		return "is an enumeration of the spec"
	}
	return "is the type of " + comment.List(uses)
}
