package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/source"
)

// Places emits the constants for the places of parts, which steps use, too.
func Places(f *file.File, m *machine.Machine) {
	f.Doc(comment.Wrap("The places of the parts of states with regions: each state, and each of its regions."))
	f.Const().DefsFunc(func(defs *jen.Group) {
		for i, name := range m.Names.Run.Parts.Slots {
			if def := defs.Id(name); i == 0 {
				def.Op("=").Iota()
			}
		}
	})
}

// sideBySide emits what a run knows of the parts of states with regions, and returns that.
func (g beside) sideBySide() *jen.Statement {
	n := g.m.Names
	fields := jen.Dict{
		jen.Id("Places"): jen.Lit(len(g.m.Parts().Slots())),
		jen.Id("Active"): g.traits.method("parts"),
		jen.Id("Call"):   jen.Id(n.Run.Parts.Call),
	}
	if g.m.Parts().Reentered() {
		fields[jen.Id("Entered")] = jen.Func().Params(jen.Id("m").Op("*").Id(n.Machine), jen.Id("place").Int()).Uint64().Block(jen.Return(jen.Id("m.entered").Index(jen.Id("place"))))
	}
	return jen.Op("&").Add(typeOf("Parts", n.Machine, n.Run.Handler, n.State)).Values(fields)
}

// activeParts emits the method that tells which parts are active.
func (g beside) activeParts(slots []machine.Slot) {
	n := g.m.Names
	g.f.Doc(comment.Wrap("parts writes the names of the active states for which the handler has methods: those of states with regions, and, for each region, that in it. It reports whether there can be any."))
	g.f.OnMachine("parts").Params(jen.Id("active").Index().String()).Bool().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
			for s := range g.m.Core.States {
				if len(n.Run.Parts.Of[s]) > 0 {
					cases.Case(jen.Id(n.States[s])).BlockFunc(func(body *jen.Group) {
						for i, slot := range slots {
							if slot.State == s {
								g.activeIn(body, i, slot)
							}
						}
					})
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		})
		body.Return(jen.True())
	})
}

// activeIn emits the assignment of the part that is active in a slot.
func (g beside) activeIn(body *jen.Group, i int, slot machine.Slot) {
	set := func(part int) *jen.Statement {
		return jen.Id("active").Index(jen.Id(g.m.Names.Run.Parts.Slots[i])).Op("=").Lit(source.PartName(g.m.Core, slot.State, source.Parts(g.m.Core, slot.State)[part]))
	}
	if slot.Region < 0 {
		body.Add(set(slot.Parts[0]))
		return
	}
	v := g.m.Core.States[slot.State].Regions[slot.Region].Var
	values := g.m.Enum(g.m.Core.Vars[v].Type.Enum).Values
	body.Switch(jen.Id("m").Dot(g.m.Names.Vars[v].Field)).BlockFunc(func(cases *jen.Group) {
		for _, part := range slot.Parts {
			cases.Case(jen.Id(values[source.Parts(g.m.Core, slot.State)[part].Leaf])).Block(set(part))
		}
	})
}

// callPart emits the function that calls the method of the handler for a part.
func (g beside) callPart(slots []machine.Slot) {
	n := g.m.Names
	g.f.Doc(comment.Wrap(n.Run.Parts.Call + " calls the method for a part, with the values of the machine when it is called."))
	g.f.Func().Id(n.Run.Parts.Call).
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("h").Id(n.Run.Handler), jen.Id("part").String(), jen.Id("at").Op("*").Id(n.Machine)).
		Params(jen.Func().Params(jen.Op("*").Id(n.Machine)).Error(), jen.Error()).BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("part")).BlockFunc(func(cases *jen.Group) {
			for _, slot := range slots {
				for _, part := range slot.Parts {
					name := n.Run.Parts.Of[slot.State][part]
					cases.Case(jen.Lit(source.PartName(g.m.Core, slot.State, source.Parts(g.m.Core, slot.State)[part]))).Block(jen.Return(file.Drive("Sent").Call(
						jen.Id("h").Dot(name.Method).Call(jen.Id("ctx"), jen.Id(name.Type).Values(jen.Op("&").Id(n.Run.Parts.Views[slot.State]).Values(jen.Id("at")))))))
				}
			}
		})
		body.Return(jen.Nil(), jen.Nil())
	})
}
