package step

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// macrostep emits the method of an event in a machine with transitions without an event: the
// step of the event, and those that follow until the machine is at rest.
func (g printer) macrostep(e int, doc []string) {
	name := g.m.Names.Events[e]
	err := code.NewLocals(g.m, g.f.Imports, e).Name("err", "fault", "refusal")
	g.f.Doc(doc)
	g.f.OnMachine(name.Method).Params(g.parameters(e)...).Error().BlockFunc(func(body *jen.Group) {
		if g.m.Unsettled() && !g.m.Core.Events[e].Internal { // Fire brings the machine to rest before it raises one
			body.Add(code.Settle(g.m, "m"))
		}
		if !g.goesOn(e) {
			body.Return(jen.Id("m").Dot(name.Handle).Call(code.Sent(g.m, e)...))
			return
		}
		body.If(jen.Id(err).Op(":=").Id("m").Dot(name.Handle).Call(code.Sent(g.m, e)...), jen.Id(err).Op("!=").Nil()).Block(jen.Return(jen.Id(err)))
		settle, turn := code.Settle(g.m, "m"), jen.Id("m").Dot("turn").Call(code.InContext(g.m, jen.True())...)
		switch unobserved := g.unobserved(); {
		case !g.finished(e):
			body.Add(settle)
		case g.m.Core.Faces.Observe:
			body.If(unobserved).Block(turn).Else().Block(settle)
		default:
			body.Add(turn)
		}
		body.Return(jen.Nil())
	})
}

// settle emits the methods that bring the machine to rest, if it has transitions without an event.
func (g printer) settle() {
	e := g.m.Core.Eventless()
	if e < 0 {
		return
	}
	during := ""
	if g.m.Names.Reentrant != "" {
		during = " It does nothing during a step."
	}
	g.f.Doc(comment.Wrap("settle makes transitions without an event, each a step of its own, until the machine is at rest." + during))
	next := jen.Id("m").Dot(g.m.Names.Events[e].Method).Call(code.InContext(g.m)...)
	if slices.ContainsFunc(g.plan.turns, func(t *turns) bool { return t != nil }) {
		all := jen.Id("m").Dot("turn").Call(code.InContext(g.m, jen.True())...)
		if unobserved := g.unobserved(); unobserved != nil {
			all = unobserved.Op("&&").Add(all)
		}
		next = all.Op("||").Add(next)
	}
	g.f.OnMachine("settle").Params(code.Context(g.m)...).BlockFunc(func(body *jen.Group) {
		if g.m.Names.Context != "" && g.m.Unsettled() { // an event comes after it, which is refused
			body.If(jen.Id(g.m.Names.Context).Op("==").Nil()).Block(jen.Return())
		}
		body.For(next).Block()
	})
	g.takeTurns()
}

// always emits the method that makes one transition without an event.
func (g printer) always(e int) {
	reactions, name := g.plan.reactions[e], g.m.Names.Events[e]
	g.f.Doc(append(append(comment.Wrap(name.Method+" makes one transition without an event, if one applies, and reports whether it has."), ""), where(sources(g.m, reactions))...))
	g.ends = func(body *jen.Group, _ alternative) { body.Return(jen.True()) }
	g.f.OnMachine(name.Method).Params(g.parameters(e)...).Bool().BlockFunc(func(body *jen.Group) {
		again := jen.Id("m").Dot(name.Method).Call(code.Sent(g.m, e)...)
		switch {
		case g.m.Core.Faces.Observe:
			handle := jen.Func().Params().Error().Block(again, jen.Return(jen.Nil()))
			body.If(jen.Id("m.mode").Op("!=").Lit(0)).Block(
				jen.Id("before").Op(":=").Id("m.steps"),
				jen.Id("_").Op("=").Add(g.observe(jen.Id(name.Const), code.Input(g.m, e), handle)).Comment("// which refuses it during a step"),
				jen.Return(jen.Id("m.steps").Op("!=").Id("before")),
			)
		case g.m.Names.Host != "":
			body.If(jen.Id(code.Busy(g.m))).Block(jen.Return(jen.False()))
		}
		g.react(body, e, reactions)
	})
}
