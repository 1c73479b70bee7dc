package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/source"
)

// beside writes what calls the methods for the parts of states with regions.
type beside struct {
	f      *file.File
	m      *machine.Machine
	traits traits
}

// partMethods adds the methods for the parts of a state to the handler.
func (g beside) partMethods(methods *jen.Group, state int) {
	parts := source.Parts(g.m.Core, state)
	for i, name := range g.m.Names.Run.Parts.Of[state] {
		p := parts[i]
		doc := name.Method + " is called in state " + g.m.Core.States[state].Name + ", beside the methods for its regions."
		if p.Region >= 0 {
			doc = name.Method + " is called while " + source.PartName(g.m.Core, state, p) + " is active in the region " + g.m.Core.States[state].Regions[p.Region].Name + "."
		}
		for _, c := range comment.Lines(comment.Wrap(doc)) {
			methods.Add(c)
		}
		methods.Id(name.Method).Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("s").Id(name.Type)).
			Params(jen.Id(name.Reply), jen.Error())
	}
}

// partTypes emits what the methods for parts receive and return.
func (g beside) partTypes() {
	if !g.traits.hasParts() {
		return
	}
	n := g.m.Names.Run
	for s := range g.m.Core.States {
		if n.Parts.Views[s] == "" {
			continue
		}
		g.view(s)
		for i, p := range source.Parts(g.m.Core, s) {
			g.partType(s, i, p)
		}
	}
	slots := g.m.Parts().Slots()
	g.activeParts(slots)
	g.callPart(slots)
}

// view emits the type with the values of the machine in a state, and its methods.
func (g beside) view(state int) {
	n := g.m.Names
	name := n.Run.Parts.Views[state]
	on := func(method string) *jen.Statement { return g.f.Func().Params(jen.Id("v").Op("*").Id(name)).Id(method) }
	g.f.Doc(comment.Wrap(name + " has the values of a machine in state " + g.m.Core.States[state].Name + ", which never change."))
	g.f.Type().Id(name).Struct(jen.Id("m").Op("*").Id(n.Machine).Comment("// a copy"))
	g.f.Doc(comment.Wrap("Params returns the parameters of the machine."))
	on("Params").Params().Id(n.Params).Block(jen.Return(jen.Id("v.m.params")))
	g.f.Doc(comment.Wrap("String returns the same as the String method of the machine."))
	on("String").Params().String().Block(jen.Return(jen.Id("v.m.String").Call()))
	for i, v := range g.m.Core.Vars {
		if !g.m.Core.Exists(i, state) || v.Pending() {
			continue
		}
		what := "the variable " + v.Name
		if r := g.m.Core.RegionOf(i); r != nil {
			what = "the active state in the region " + r.Name
		} else if v.State >= 0 {
			what = "the datum " + v.Name
		}
		g.f.Doc(comment.Wrap(n.Vars[i].Getter + " returns " + what + "."))
		on(n.Vars[i].Getter).Params().Add(code.Type(g.m, v.Type)).Block(jen.Return(jen.Id("v.m").Dot(n.Vars[i].Field)))
	}
}

// partType emits the type that the method for a part receives, with the events that it can return.
func (g beside) partType(state, part int, p source.Part) {
	n := g.m.Names
	name := n.Run.Parts.Of[state][part]
	doc := name.Type + " is what " + n.Run.Handler + "." + name.Method + " receives: the values that the machine had when it was called, and the events "
	if p.Region < 0 {
		doc += "of state " + g.m.Core.States[state].Name + " itself."
	} else {
		doc += "of " + source.PartName(g.m.Core, state, p) + ", and of the states around it."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(name.Type).Struct(jen.Op("*").Id(n.Run.Parts.Views[state]))
	g.f.Doc(comment.Wrap(name.Reply + " is the event that the method for " + name.Type + " returns, to be sent; nil: the method waits."))
	g.f.Type().Id(name.Reply).Op("=").Op("*").Add(typeOf("Reply", n.Machine, name.Type))
	for _, e := range p.Events {
		event := n.Events[e]
		local := code.NewLocals(g.m, g.f.Imports, e)
		send := jen.Parens(jen.Op("*").Id(n.Machine)).Dot(event.Method)
		if args := g.traits.live(n.Context, code.Passed(g.m, e)...); len(args) > 0 {
			m := local.Name("m", "to")
			send = jen.Func().Params(jen.Id(m).Op("*").Id(n.Machine)).Error().Block(jen.Return(jen.Id(m).Dot(event.Method).Call(args...)))
		}
		g.f.Doc(comment.Wrap(event.Method + " returns the event " + g.m.Core.Events[e].Name + ", to be sent."))
		g.f.Func().Params(jen.Id(name.Type)).Id(event.Method).Params(code.Context(g.m, code.Arguments(g.m, g.m.Core.Events[e].Fields, event.Args)...)...).Id(name.Reply).Block(
			jen.Return(typeOf("Send", name.Type).Call(send)))
	}
}

// exampleBeside is a statement that the method for a part may end with.
func (g beside) exampleBeside() string {
	for s := range g.m.Core.States {
		for _, p := range source.Parts(g.m.Core, s) {
			e := g.m.Names.Events[p.Events[0]]
			return "return s." + e.Method + "(" + g.traits.exampleArgs(e.Args) + "), nil"
		}
	}
	return ""
}
