package golang

import (
	"github.com/dave/jennifer/jen"
)

// typedBlock emits, for the file of the machine, what typed states point to.
func (g *generator) typedBlock() {
	n := g.names
	g.doc(wrap(n.Typed.Base + " is what typed states have in common: the machine, and how many transitions it had made. It never changes. " +
		"Typed states point to one, so that an interface takes them without an allocation."))
	g.file.Type().Id(n.Typed.Base).Struct(
		jen.Id("m").Op("*").Id(n.Machine),
		jen.Id("at").Uint64(),
	)
	g.doc(wrap(n.Typed.Block + " are some typed states of a machine, made at once because that is cheaper."))
	g.file.Type().Id(n.Typed.Block).Struct(
		jen.Id("last").Int().Comment("// the index of the last one in use"),
		jen.Id("states").Index(jen.Lit(16)).Id(n.Typed.Base),
	)
}

// typedBase emits the methods that all typed states have in common.
func (g *generator) typedBase() {
	n := g.names
	on := func(name string) *jen.Statement {
		return g.file.Func().Params(jen.Id("s").Op("*").Id(n.Typed.Base)).Id(name)
	}
	g.doc(wrap("Machine returns the machine."))
	on("Machine").Params().Op("*").Id(n.Machine).Block(jen.Return(jen.Id("s.m")))
	for i, v := range g.m.Vars {
		if v.State >= 0 {
			continue
		}
		name := n.Vars[i]
		g.doc(wrap(name.Getter + " returns the variable " + v.Name + "."))
		on(name.Getter).Params().Add(g.goType(v.Type)).Block(jen.Return(jen.Id("s.m").Dot(name.Field)))
	}
	g.file.Line()
	on(marker(n.Typed.Any)).Params().Block()
	g.doc(wrap("stale returns the error of an event on a typed state that the machine has left."))
	on("stale").Params(jen.Id("state").Id(n.State)).Error().Block(
		jen.Return(jen.Op("&").Id(n.Typed.Stale).Values(jen.Id("State").Op(":").Id("state"), jen.Id("Now").Op(":").Id("s.m.state"))))
}

// here emits the method that makes what typed states point to.
func (g *generator) here() {
	n := g.names
	last := jen.Id("block.states").Index(jen.Id("block.last"))
	g.doc(wrap("here returns what typed states point to until the next transition."))
	g.onMachine("here").Params().Op("*").Id(n.Typed.Base).Block(
		jen.Id("block").Op(":=").Id("m.typed"),
		jen.Id("present").Op(":=").Id(n.Typed.Base).Values(jen.Id("m"), jen.Id("m.steps")),
		jen.Switch().Block(
			jen.Case(jen.Id("block").Op("!=").Nil().Op("&&").Add(last.Clone()).Op("==").Id("present")).Block(
				jen.Return(jen.Op("&").Add(last.Clone()))),
			jen.Case(jen.Id("block").Op("!=").Nil().Op("&&").Id("block.last").Op("<").Len(jen.Id("block.states")).Op("-").Lit(1)).Block(
				jen.Id("block.last").Op("++")),
			jen.Default().Block(
				jen.Id("block").Op("=").New(jen.Id(n.Typed.Block)),
				jen.Id("m.typed").Op("=").Id("block"),
			),
		),
		last.Clone().Op("=").Id("present"),
		jen.Return(jen.Op("&").Add(last.Clone())),
	)
}

// staleState emits the error of a typed state that is out of date.
func (g *generator) staleState() {
	n := g.names
	g.doc(wrap(n.Typed.Stale + " is the error of an event on a typed state that the machine has moved on from, perhaps to the same state again. The machine is as it was."))
	g.file.Type().Id(n.Typed.Stale).Struct(
		jen.Comment("// State is the state that the type stands for."),
		jen.Id("State").Id(n.State),
		jen.Comment("// Now is the state of the machine."),
		jen.Id("Now").Id(n.State),
	)
	g.errorMethod(n.Typed.Stale, "the machine has moved on from state %v, and is in state %v", "State", "Now")
}
