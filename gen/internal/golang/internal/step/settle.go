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
	g.f.Doc(doc)
	g.f.OnMachine(name.Method).Params(g.parameters(e)...).Error().BlockFunc(func(body *jen.Group) {
		g.settleFirst(body, e)
		step := jen.Id("m").Dot(name.Handle).Call(code.Sent(g.m, e)...)
		switch {
		case !g.m.GoesOn(e):
			body.Return(step)
			return
		case !g.finished(e):
			body.Return(jen.Id("m").Dot("onward").Call(code.InContext(g.m, step)...))
			return
		}
		err := code.NewLocals(g.m, g.f.Imports, e).Name("err", "fault", "refusal")
		body.If(jen.Id(err).Op(":=").Add(step), jen.Id(err).Op("!=").Nil()).Block(jen.Return(jen.Id(err)))
		turn := jen.Id("m").Dot("turn").Call(code.InContext(g.m, jen.True())...)
		if g.m.Core.Faces.Observe {
			body.If(g.unobserved()).Block(turn).Else().Block(code.Settle(g.m, "m"))
		} else {
			body.Add(turn)
		}
		body.Return(jen.Nil())
	})
}

// settleFirst brings the machine to rest before an event. Before an internal one, Fire does that.
func (g printer) settleFirst(body *jen.Group, e int) {
	if g.m.Unsettled() && !g.m.Core.Events[e].Internal {
		body.Add(code.Settle(g.m, "m"))
	}
}

// onward emits the method that ends the step of an event, if transitions without an event may follow.
func (g printer) onward() {
	follows := g.m.Core.Faces.Values && g.m.GoesOnSome(true)
	for e := range g.m.Core.Events {
		follows = follows || !g.m.Core.Events[e].Eventless && g.m.Handled(e) && g.m.GoesOn(e) && !g.finished(e)
	}
	if !follows {
		return
	}
	g.f.Doc(comment.Wrap("onward makes the transitions without an event that follow one. After an error, there are none. It returns the error."))
	g.f.OnMachine("onward").Params(code.Context(g.m, jen.Err().Error())...).Error().Block(
		jen.If(jen.Err().Op("==").Nil()).Block(code.Settle(g.m, "m")),
		jen.Return(jen.Err()),
	)
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
	g.onward()
	g.takeTurns()
}

// always emits the method that makes one transition without an event.
func (g printer) always(e int) {
	reactions, name := g.plan.reactions[e], g.m.Names.Events[e]
	g.f.Doc(comment.Wrap(name.Method + " makes one transition without an event, if one applies, and reports whether it has."))
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
