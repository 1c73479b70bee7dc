package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// drive emits the method that has package drive drive the machine.
func (g printer) drive() {
	n := g.m.Names
	args := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	if n.Run.Own != "" {
		args = append(args, jen.Id("own").Op("*").Id(n.Run.Own))
	}
	args = append(args, jen.Id("h").Id(n.Run.Handler), jen.Id("options").Index().Id(n.Run.Option))
	g.f.Doc(comment.Wrap("run drives the machine."))
	g.f.OnMachine("run").Params(args...).Add(g.traits.result()).BlockFunc(func(body *jen.Group) {
		body.Id("o").Op(":=").Add(file.Drive("Choose")).Call(jen.Id("options"))
		if g.m.Core.Faces.Observe {
			body.List(jen.Id("observers"), jen.Id("checkpoint")).Op(":=").Id("o").Dot("Parts").Call()
			body.Defer().Add(file.Runtime("Watch")).Call(jen.Op("&").Id("m.observed"), jen.Op("&").Id("m.mode"), jen.Id("observers")).Dot("End").Call()
		} else {
			body.List(jen.Id("_"), jen.Id("checkpoint")).Op(":=").Id("o").Dot("Parts").Call()
		}
		if n.Context != "" && n.CallSet != "" {
			body.Id("own.ctx").Op("=").Id("ctx")
		}
		g.connectTimers(body)
		g.limitCalls(body)
		if g.m.Unsettled() {
			body.Id("m").Dot("settle").Call(g.traits.live("ctx")...)
		}
		body.Id("r").Op(":=").Add(typeOf("Run", n.Machine, n.Run.Handler, n.Typed.Any, g.traits.ended(), n.State)).Values(g.fields()...)
		end, results := "end", []jen.Code{jen.Id("end"), jen.Err()}
		if n.Typed.Ended == "" {
			end, results = "_", []jen.Code{jen.Err()}
		}
		body.List(jen.Id(end), jen.Err()).Op(":=").Id("r").Dot("Drive").Call(jen.Id("ctx"))
		body.If(jen.List(jen.Id("stopped"), jen.Id("is")).Op(":=").Err().Assert(jen.Op("*").Id(n.Run.Error)), jen.Id("is")).Block(
			jen.Id("rest").Op(":=").Add(file.Drive("Left")).Call(jen.Op("&").Id("o"), jen.Id("options")),
			jen.Id("stopped").Dot("Again").Op("=").Add(g.again()))
		body.Return(results...)
	})
}

// again is the function that continues a run after an error.
func (g printer) again() *jen.Statement {
	n := g.m.Names
	args := []jen.Code{jen.Id("ctx"), jen.Id("m")}
	switch {
	case n.Run.Host == "":
	case n.Run.Own == "":
		args = append(args, jen.Id("m").Dot("host"))
	default:
		args = append(args, jen.Id("own").Dot(n.Run.Host))
	}
	continues := jen.Id(n.Run.Continue).Call(append(args, jen.Id("h"), jen.Id("rest").Op("..."))...)
	if n.Typed.Ended == "" {
		continues = jen.List(jen.Nil(), continues)
	}
	return jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Params(jen.Id(g.traits.ended()), jen.Error()).Block(jen.Return(continues))
}

// typeOf is a type of package drive, for types of the machine.
func typeOf(name string, types ...string) *jen.Statement {
	args := make([]jen.Code, len(types))
	for i, t := range types {
		args[i] = jen.Id(t)
	}
	return file.Drive(name).Types(args...)
}

// fields are what a run knows of the machine.
func (g printer) fields() (list []jen.Code) {
	n := g.m.Names
	add := func(name string, value jen.Code) {
		list = append(list, jen.Line().Id(name).Op(":").Add(value))
	}
	add("Machine", jen.Id("m"))
	add("State", jen.Op("&").Id("m.state"))
	add("Steps", jen.Op("&").Id("m.steps"))
	add("In", g.traits.method("In"))
	var terminal []int
	for s := range g.m.Core.States {
		if g.m.Core.Terminal(s) {
			terminal = append(terminal, s)
		}
	}
	if len(terminal) > 0 {
		add("Terminal", g.table(terminal))
	}
	add("Handler", jen.Id("h"))
	add("Handle", g.traits.method("handle"))
	add("Checkpoint", jen.Id("checkpoint"))
	add("Inbox", jen.Id("o.Inbox"))
	if event := g.m.Cancellation(); event >= 0 {
		g.cancels(event, add)
	}
	if n.TimerSet != "" {
		add("Timers", jen.Op("&").Id("own.timers"))
	}
	if n.CallSet != "" {
		add("Calls", jen.Op("&").Id("own.calls"))
	}
	if g.traits.hasParts() {
		add("Parts", beside{g.f, g.m, g.traits}.sideBySide())
	}
	return append(list, jen.Line())
}

// cancels adds what a run knows of the event for the end of the context.
func (g printer) cancels(event int, add func(name string, value jen.Code)) {
	n := g.m.Names
	machine := jen.Id("m").Op("*").Id(n.Machine)
	cancel := g.traits.method(n.Events[event].Method)
	send := func(cause string, args ...jen.Code) *jen.Statement {
		return jen.Func().Params(machine.Clone(), jen.Id(cause).Error()).Error().Block(jen.Return(jen.Id("m").Dot(n.Events[event].Method).Call(g.traits.live("ctx", args...)...)))
	}
	if len(g.m.Core.Events[event].Fields) == 0 {
		cancel = send("_")
	} else if n.Context != "" {
		cancel = send("cause", jen.Id("cause"))
	}
	add("Cancel", cancel)
	if slices.ContainsFunc(g.m.Waiting(), func(s int) bool { return len(g.m.Alternatives(s, event)) == 0 }) {
		add("Accepts", jen.Func().Params(machine).Bool().Block(jen.Return(jen.Id("m").Dot("Can").Call(jen.Id(n.Events[event].Const)))))
	}
	if inert := g.m.Inert(event, g.m.Everywhere()); len(inert) > 0 {
		add("Inert", g.table(inert))
	}
}

// table is a list with what holds for each state: true for these.
func (g printer) table(states []int) *jen.Statement {
	return jen.Index().Bool().ValuesFunc(func(values *jen.Group) {
		column := comment.Width
		for _, s := range states {
			name := g.m.Names.States[s]
			value := jen.Id(name).Op(":").True()
			if column += len(name); column > comment.Width && len(states) > 4 {
				value, column = jen.Line().Add(value), len(name)
			}
			values.Add(value)
		}
		if len(states) > 4 {
			values.Line()
		}
	})
}
