package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
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
	g.f.OnMachine("run").Params(args...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		body.Id("o").Op(":=").Add(file.Drive("Options")).Call(jen.Id("options"))
		if g.m.Faces.Observe {
			body.Defer().Id("m").Dot("watch").Call(jen.Id("o").Dot("observers")).Call()
		}
		g.connectTimers(body)
		if g.m.Unsettled() {
			body.Id("m").Dot("settle").Call()
		}
		body.Id("r").Op(":=").Add(g.typeOf("Run", n.Machine, n.Run.Handler, n.Typed.Any, n.State)).Values(g.fields()...)
		if n.Typed.Ended == "" {
			body.Return(jen.Id("r").Dot("Drive").Call(jen.Id("ctx")))
			return
		}
		body.If(jen.Err().Op(":=").Id("r").Dot("Drive").Call(jen.Id("ctx")), jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
		body.Return(jen.Id("m").Dot("In").Call().Assert(jen.Id(n.Typed.Ended)), jen.Nil())
	})
}

// typeOf is a type of package drive, for types of the machine.
func (g printer) typeOf(name string, types ...string) *jen.Statement {
	args := make([]jen.Code, len(types))
	for i, t := range types {
		args[i] = jen.Id(t)
	}
	return file.Drive(name).Types(args...)
}

// fields are what a run knows of the machine.
func (g printer) fields() (list []jen.Code) {
	n := g.m.Names
	method := func(name string) *jen.Statement { return jen.Parens(jen.Op("*").Id(n.Machine)).Dot(name) }
	field := func(name string, value *jen.Statement) jen.Code { return jen.Line().Id(name).Op(":").Add(value) }
	list = append(list,
		field("Machine", jen.Id("m")), field("State", jen.Op("&").Id("m.state")), field("Steps", jen.Op("&").Id("m.steps")), field("In", method("In")))
	if n.Typed.Ended != "" {
		list = append(list, field("Terminal", jen.Id(n.State).Dot("Terminal")))
	}
	list = append(list, field("Handler", jen.Id("h")), field("Handle", method("handle")), field("Checkpoints", jen.Id("o.checkpoints")))
	if event := g.m.Cancellation(); event >= 0 {
		cancel := method(n.Events[event].Method)
		if len(g.m.Events[event].Fields) == 0 {
			cancel = jen.Func().Params(jen.Id("m").Op("*").Id(n.Machine), jen.Id("_").Error()).Error().Block(jen.Return(jen.Id("m").Dot(n.Events[event].Method).Call()))
		}
		list = append(list, field("Cancel", cancel))
		if slices.ContainsFunc(g.m.Waiting(), func(s int) bool { return len(g.m.Alternatives(s, event)) == 0 }) {
			list = append(list, field("Accepts", jen.Func().Params(jen.Id("m").Op("*").Id(n.Machine)).Bool().Block(
				jen.Return(jen.Id("m").Dot("Can").Call(jen.Id(n.Events[event].Const))))))
		}
		if inert := g.m.Inert(event, g.m.Everywhere()); len(inert) > 0 {
			list = append(list, field("Inert", jen.Func().Params(jen.Id("s").Id(n.State)).Bool().Block(jen.Return(code.AnyState(g.m, "s", inert)))))
		}
	}
	if n.TimerSet != "" {
		list = append(list, field("Timers", jen.Op("&").Id("own.timers")))
	}
	if n.CallSet != "" {
		list = append(list, field("Calls", jen.Op("&").Id("own.calls")))
	}
	if g.hasParts() {
		list = append(list, field("Parts", beside{g}.sideBySide()))
	}
	return append(list, jen.Line())
}
