package run

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// beside writes what calls the methods for the parts of states with regions.
type beside struct{ printer }

// besideDoc describes how the methods for the parts of a state with regions are called.
func (g beside) besideDoc() string {
	what := "for each active state in its regions"
	for s := range g.m.States {
		if parts := g.m.Parts(s); len(g.m.Names.Run.Parts.Of[s]) > 0 && parts[0].Region < 0 {
			what = "for the state itself and " + what
			break
		}
	}
	others := ""
	switch n := g.m.Names; {
	case n.TimerSet != "" && n.CallSet != "":
		others = " When a timer expires or a call ends, $Run sends the event of that at once, and the methods for states that are not left go on."
	case n.TimerSet != "":
		others = " When a timer expires, $Run sends its event at once, and the methods for states that are not left go on."
	case n.CallSet != "":
		others = " When a call ends, $Run sends its result at once, and the methods for states that are not left go on."
	}
	return "In a state with regions, $Run calls a method of h " + what + " that waits for events, each in a goroutine of its own, so they run beside each other. " +
		"The context of such a method is canceled when its state is left, with *" + g.m.Names.Run.Parts.Left + " as the cause; what the method then returns is dropped. " +
		"The methods do not touch the machine: each receives the values as they were when it was called, and returns an event, which $Run sends. " +
		"If several have returned events, the order of the spec decides." + others
}

// togetherDoc describes what becomes of their results.
func (g beside) togetherDoc() string {
	n := g.m.Names
	waits := "If all methods have done so, the run ends with *" + n.Run.NoEvent + "."
	switch {
	case n.TimerSet != "" && n.CallSet != "":
		waits = strings.Replace(waits, "done so", "done so and no timer or call is running", 1)
	case n.TimerSet != "":
		waits = strings.Replace(waits, "done so", "done so and no timer is running", 1)
	case n.CallSet != "":
		waits = strings.Replace(waits, "done so", "done so and no call is running", 1)
	}
	return "An event of such a method that is refused or ignored after a transition of which the method did not know is dropped, and the method is called again. " +
		"One that returns nil and nil waits for the others: it is called again after the next event. " + waits +
		" If a method returns an error, the run ends with that error; an error after the end of its context is none. A panic continues in the goroutine of $Run. " +
		"Before $Run returns, it ends the contexts of these methods and waits until they have returned."
}

// hasParts reports whether the handler has methods for parts of states with regions.
func (g printer) hasParts() bool { return g.m.Names.Run.Parts.Call != "" }

// partMethods adds the methods for the parts of a state to the handler.
func (g beside) partMethods(methods *jen.Group, state int) {
	parts := g.m.Parts(state)
	for i, name := range g.m.Names.Run.Parts.Of[state] {
		p := parts[i]
		doc := name.Method + " is called in state " + g.m.States[state].Name + ", beside the methods for its regions."
		if p.Region >= 0 {
			doc = name.Method + " is called while " + g.m.PartName(state, p) + " is active in the region " + g.m.States[state].Regions[p.Region].Name + "."
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
	if !g.hasParts() {
		return
	}
	n := g.m.Names.Run
	for s := range g.m.States {
		if n.Parts.Views[s] == "" {
			continue
		}
		g.view(s)
		for i, p := range g.m.Parts(s) {
			g.partType(s, i, p)
		}
	}
	slots := g.m.Slots()
	g.activeParts(slots)
	g.callPart(slots)
}

// view emits the type with the values of the machine in a state, and its methods.
func (g beside) view(state int) {
	n := g.m.Names
	name := n.Run.Parts.Views[state]
	on := func(method string) *jen.Statement { return g.f.Func().Params(jen.Id("v").Op("*").Id(name)).Id(method) }
	g.f.Doc(comment.Wrap(name + " has the values of a machine in state " + g.m.States[state].Name + ", which never change."))
	g.f.Type().Id(name).Struct(jen.Id("m").Op("*").Id(n.Machine).Comment("// a copy"))
	g.f.Doc(comment.Wrap("Params returns the parameters of the machine."))
	on("Params").Params().Id(n.Params).Block(jen.Return(jen.Id("v.m.params")))
	g.f.Doc(comment.Wrap("String returns the same as the String method of the machine."))
	on("String").Params().String().Block(jen.Return(jen.Id("v.m.String").Call()))
	for i, v := range g.m.Vars {
		if !g.m.Exists(i, state) || v.Pending() {
			continue
		}
		what := "the variable " + v.Name
		if r := g.m.RegionOf(i); r != nil {
			what = "the active state in the region " + r.Name
		} else if v.State >= 0 {
			what = "the datum " + v.Name
		}
		g.f.Doc(comment.Wrap(n.Vars[i].Getter + " returns " + what + "."))
		on(n.Vars[i].Getter).Params().Add(code.Type(g.m, v.Type)).Block(jen.Return(jen.Id("v.m").Dot(n.Vars[i].Field)))
	}
}

// partType emits the type that the method for a part receives, with the events that it can return.
func (g beside) partType(state, part int, p core.Part) {
	n := g.m.Names
	name := n.Run.Parts.Of[state][part]
	doc := name.Type + " is what " + n.Run.Handler + "." + name.Method + " receives: the values that the machine had when it was called, and the events "
	if p.Region < 0 {
		doc += "of state " + g.m.States[state].Name + " itself."
	} else {
		doc += "of " + g.m.PartName(state, p) + ", and of the states around it."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(name.Type).Struct(jen.Op("*").Id(n.Run.Parts.Views[state]))
	g.f.Doc(comment.Wrap(name.Reply + " is the event that the method for " + name.Type + " returns, to be sent; nil: the method waits."))
	g.f.Type().Id(name.Reply).Op("=").Op("*").Add(g.typeOf("Reply", n.Machine, name.Type))
	for _, e := range p.Events {
		event := n.Events[e]
		local := code.NewLocals(g.m, g.f.Imports, e)
		send := jen.Parens(jen.Op("*").Id(n.Machine)).Dot(event.Method)
		if args := g.live(n.Context, code.Passed(g.m, e)...); len(args) > 0 {
			m := local.Name("m", "to")
			send = jen.Func().Params(jen.Id(m).Op("*").Id(n.Machine)).Error().Block(jen.Return(jen.Id(m).Dot(event.Method).Call(args...)))
		}
		g.f.Doc(comment.Wrap(event.Method + " returns the event " + g.m.Events[e].Name + ", to be sent."))
		g.f.Func().Params(jen.Id(name.Type)).Id(event.Method).Params(code.Context(g.m, code.Arguments(g.m, g.m.Events[e].Fields, event.Args)...)...).Id(name.Reply).Block(
			jen.Return(g.typeOf("Send", name.Type).Call(send)))
	}
}

// exampleBeside is a statement that the method for a part may end with.
func (g beside) exampleBeside() string {
	for s := range g.m.States {
		for _, p := range g.m.Parts(s) {
			e := g.m.Names.Events[p.Events[0]]
			return "return s." + e.Method + "(" + g.exampleArgs(e.Args) + "), nil"
		}
	}
	return ""
}
