package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Run returns the Go source of what drives m to its end: the interface of what
// the program does in each state, and the functions Run and Resume. It belongs in the
// package of what [Generate] and [Typed] return, and its errors are of the same
// kind.
func Run(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	g, err := newFace(m, names, pkg)
	if err != nil {
		return nil, err
	}
	g.handler()
	g.runHost()
	g.runFuncs()
	g.attend()
	g.handle()
	g.runTimers()
	g.runErrors()
	return g.render()
}

// cancellation returns the event that a context which is done means, or -1.
func (g *generator) cancellation() int {
	return slices.IndexFunc(g.m.Events, func(e core.Event) bool { return e.Cancellation })
}

// deaf returns the states among some that list an event and do nothing about
// it, whatever its guards say.
func (g *generator) deaf(event int, states []int) []int {
	var out []int
	for _, s := range states {
		acts := func(t core.Transition) bool { return t.Effect == core.Take }
		if ts := g.alternatives(s, event); len(g.m.On(s, event)) > 0 && !slices.ContainsFunc(ts, acts) {
			out = append(out, s)
		}
	}
	return out
}

// runFuncs emits Run and Resume, and what they share.
func (g *generator) runFuncs() {
	n := g.names
	g.doc(g.runDoc())
	g.starter(n.Run.Run, jen.Id("p").Id(n.Params), n.New, jen.Id("p"), false)
	g.doc(g.resumeDoc())
	g.starter(n.Run.Resume, jen.Id("data").Index().Byte(), n.Record.Restore, jen.Id("data"), n.TimerSet != "")

	args := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	if n.TimerSet != "" {
		args = append(args, jen.Id("timers").Op("*").Id(n.Run.Timers))
	}
	args = append(args, jen.Id("h").Id(n.Run.Handler), jen.Id("observers").Index().Add(g.observer()))
	g.doc(wrap("run drives the machine."))
	g.onMachine("run").Params(args...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		observe := jen.Id("m").Dot("Observe").Call(jen.Qual("time", "Now"), jen.Id("observer"))
		if g.sends() {
			body.Id("sender").Op(":=").Op("&").Id(n.Record.Observed).Values(jen.Id("machine").Op(":").Id("m"))
			observe = jen.Id("sender").Op("=").Add(observe)
		}
		body.For(jen.List(jen.Id("_"), jen.Id("observer")).Op(":=").Range().Id("observers")).Block(observe)
		body.For().BlockFunc(g.runLoop)
	})
}

// starter emits a function that makes a machine from something and drives it.
func (g *generator) starter(name string, from jen.Code, make string, made jen.Code, restart bool) {
	n := g.names
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), from}
	if n.Run.Host != "" {
		params = append(params, jen.Id("host").Id(n.Run.Host))
	}
	params = append(params, jen.Id("h").Id(n.Run.Handler), jen.Id("observers").Op("...").Add(g.observer()))
	g.file.Func().Id(name).Params(params...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		missing := func(arg, what string) {
			body.If(jen.Id(arg).Op("==").Nil()).Block(g.runFails(jen.Qual("errors", "New").Call(jen.Lit(g.pkg + ": the machine has no " + what))))
		}
		missing("h", "handler")
		makes, runs := []jen.Code{made}, []jen.Code{jen.Id("ctx")}
		switch {
		case n.TimerSet != "" && n.Run.Host != "":
			missing("host", "host")
			body.Id("timers").Op(":=").Op("&").Id(n.Run.Timers).Values(jen.Id(n.Run.Host).Op(":").Id("host"))
			makes = append(makes, jen.Id("timers"))
		case n.TimerSet != "":
			body.Id("timers").Op(":=").Op("&").Id(n.Run.Timers).Values()
			makes = append(makes, jen.Id("timers"))
		case n.Host != "":
			makes = append(makes, jen.Id("host"))
		}
		if n.TimerSet != "" {
			runs = append(runs, jen.Id("timers"))
		}
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(make).Call(makes...)
		body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
		if restart {
			body.Id("m").Dot("restart").Call()
		}
		body.Return(jen.Id("m").Dot("run").Call(append(runs, jen.Id("h"), jen.Id("observers"))...))
	})
}

// observer is the type of what is told the steps of a run.
func (g *generator) observer() *jen.Statement {
	return jen.Func().Params(jen.Id(g.names.Record.Step))
}

// runResult is what Run returns.
func (g *generator) runResult() *jen.Statement {
	if g.names.Typed.Ended == "" {
		return jen.Error()
	}
	return jen.Params(jen.Id(g.names.Typed.Ended), jen.Error())
}

// sends reports whether a run sends events of its own.
func (g *generator) sends() bool { return g.names.TimerSet != "" || g.cancellation() >= 0 }

// runFails returns from Run with an error.
func (g *generator) runFails(err jen.Code) *jen.Statement {
	if g.names.Typed.Ended == "" {
		return jen.Return(err)
	}
	return jen.Return(jen.Nil(), err)
}

// runLoop emits what Run does in each state.
func (g *generator) runLoop(loop *jen.Group) {
	n := g.names
	fails := func(err jen.Code) *jen.Statement {
		return g.runFails(jen.Op("&").Id(n.Run.Error).Values(
			jen.Id("At").Op(":").Id("m").Dot("In").Call(), jen.Id("Err").Op(":").Add(err)))
	}
	cause := jen.Qual("context", "Cause").Call(jen.Id("ctx"))
	if n.Typed.Ended != "" {
		loop.If(jen.Id("m").Dot("state").Dot("Terminal").Call()).Block(
			jen.Return(jen.Id("m").Dot("In").Call().Assert(jen.Id(n.Typed.Ended)), jen.Nil()))
	}
	loop.List(jen.Id("state"), jen.Id("steps")).Op(":=").List(jen.Id("m.state"), jen.Id("m.steps"))

	work := "ctx"
	if event := g.cancellation(); event < 0 {
		loop.If(jen.Id("ctx").Dot("Err").Call().Op("!=").Nil()).Block(fails(cause))
	} else {
		if g.shrugs() {
			work = "work"
		}
		g.cancels(loop, event, fails, cause)
	}

	attended := []jen.Code{jen.Id(work), jen.Id("h")}
	waiting := jen.Null()
	if n.TimerSet != "" {
		present := jen.Null()
		if len(g.deafTimers()) > 0 {
			present = jen.Id("state")
		}
		loop.List(jen.Id("timer"), jen.Id("due")).Op(":=").Id("timers").Dot("first").Call(present)
		loop.If(jen.Op("!").Id("due").Dot("IsZero").Call().Op("&&").Op("!").Qual("time", "Now").Call().Dot("Before").Call(jen.Id("due"))).Block(
			jen.Id("timers").Dot("StopTimer").Call(jen.Id("timer")),
			jen.If(jen.Err().Op(":=").Id("sender").Dot("Fire").Call(jen.Id("timer")), jen.Err().Op("!=").Nil()).Block(fails(jen.Err())),
			jen.Continue(),
		)
		attended = append(attended, jen.Id("timer"), jen.Id("due"))
		waiting = jen.Op("&&").Parens(jen.Id("due").Dot("IsZero").Call().Op("||").Qual("time", "Now").Call().Dot("Before").Call(jen.Id("due")))
	}
	loop.List(jen.Id("next"), jen.Err()).Op(":=").Id("m").Dot("attend").Call(attended...)
	loop.Switch().Block(
		jen.Case(jen.Err().Op("!=").Nil()),
		jen.Case(jen.Id("m.steps").Op("!=").Id("steps").Op("&&").Id("next").Op("!=").Id("m").Dot("In").Call()).Block(
			jen.Err().Op("=").Op("&").Id(n.Typed.Stale).Values(jen.Id("State").Op(":").Id("state"), jen.Id("Now").Op(":").Id("m.state"))),
		jen.Case(jen.Id("m.steps").Op("==").Id("steps").Op("&&").Id(work).Dot("Err").Call().Op("==").Nil().Add(waiting)).Block(
			jen.Err().Op("=").Op("&").Id(n.Run.NoEvent).Values(jen.Id("State").Op(":").Id("state"))),
	)
	loop.If(jen.Err().Op("!=").Nil()).Block(fails(jen.Err()))
}

// shrugs reports whether the machine can ignore the event of a context that is
// done.
func (g *generator) shrugs() bool {
	event := g.cancellation()
	return event >= 0 && (len(g.deaf(event, g.everywhere())) > 0 || slices.ContainsFunc(g.working(), func(s int) bool {
		return slices.ContainsFunc(g.alternatives(s, event), func(t core.Transition) bool { return t.Effect == core.Ignore })
	}))
}

// cancels emits what Run does when its context is done and the machine has an
// event for that.
func (g *generator) cancels(loop *jen.Group, event int, fails func(jen.Code) *jen.Statement, cause *jen.Statement) {
	n := g.names
	shield := jen.Qual("context", "WithoutCancel").Call(jen.Id("ctx"))
	args := []jen.Code{}
	if len(g.m.Events[event].Fields) > 0 {
		args = append(args, cause.Clone())
	}
	heard, ignored, goesOn := true, g.shrugs(), false
	for _, s := range g.working() {
		alternatives := g.alternatives(s, event)
		heard = heard && len(alternatives) > 0
		for _, t := range alternatives {
			goesOn = goesOn || t.Effect == core.Take && !g.m.Terminal(t.To)
		}
	}
	if ignored {
		loop.Id("work").Op(":=").Id("ctx")
	}
	raise := func(body *jen.Group) {
		if !heard {
			body.If(jen.Op("!").Id("m").Dot("Can").Call(jen.Id(n.Events[event].Const))).Block(fails(cause.Clone()))
		}
		body.If(jen.Err().Op(":=").Id("sender").Dot(n.Events[event].Method).Call(args...), jen.Err().Op("!=").Nil()).Block(fails(jen.Err()))
		moved := []jen.Code{jen.Continue()}
		if goesOn {
			moved = []jen.Code{jen.Id("ctx").Op("=").Add(shield.Clone()), jen.Continue()}
		}
		if !ignored {
			body.Add(moved[0])
			for _, s := range moved[1:] {
				body.Add(s)
			}
			return
		}
		body.If(jen.Id("m.steps").Op("!=").Id("steps")).Block(moved...)
		body.Id("work").Op("=").Add(shield.Clone())
	}
	isDone := jen.Id("ctx").Dot("Err").Call().Op("!=").Nil()
	deaf := g.deaf(event, g.everywhere())
	if len(deaf) == 0 {
		loop.If(isDone).BlockFunc(raise)
		return
	}
	loop.If(g.isOneOf("state", deaf)).Block(jen.Id("work").Op("=").Add(shield)).Else().If(isDone).BlockFunc(raise)
}

// isOneOf compares a state with each of some.
func (g *generator) isOneOf(state string, states []int) *jen.Statement {
	out := jen.Null()
	column := 0
	for i, s := range states {
		if i > 0 {
			out.Op("||")
			if column += len(g.names.States[s]) + len(state); column > width {
				out.Line()
				column = 0
			}
		}
		out.Id(state).Op("==").Id(g.names.States[s])
	}
	return out
}
