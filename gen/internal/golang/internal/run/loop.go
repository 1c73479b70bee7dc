package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/spec/core"
)

// runLoop emits the loop of Run.
func (g printer) runLoop(loop *jen.Group) {
	n := g.m.Names
	fails := func(err jen.Code) *jen.Statement {
		return g.runFails(jen.Op("&").Id(n.Run.Error).Values(
			jen.Id("At").Op(":").Id("m").Dot("In").Call(), jen.Id("Err").Op(":").Add(err)))
	}
	cause := jen.Qual("context", "Cause").Call(jen.Id("ctx"))
	save := jen.Id("o").Dot("save").Call(jen.Id("m"))
	if g.hasParts() {
		loop.Id("parts").Dot("leave").Call(jen.Id("m"))
	}
	loop.If(jen.Err().Op(":=").Add(save.Clone()), jen.Err().Op("!=").Nil()).Block(fails(jen.Err()))
	if n.Typed.Ended != "" {
		loop.If(jen.Id("m").Dot("state").Dot("Terminal").Call()).Block(
			jen.Return(jen.Id("m").Dot("In").Call().Assert(jen.Id(n.Typed.Ended)), jen.Nil()))
	}
	loop.List(jen.Id("state"), jen.Id("steps")).Op(":=").List(jen.Id("m.state"), jen.Id("m.steps"))

	if g.holdsBack() {
		loop.Id("stopped").Op(":=").Id("ctx").Dot("Err").Call().Op("!=").Nil()
		loop.Id("late").Op(":=").Id("stopped").Op("&&").Id("parts").Dot("late").Call()
	}
	work := "ctx"
	if event := g.m.Cancellation(); event < 0 {
		loop.If(g.isDone()).Block(fails(cause))
	} else {
		if g.ignoresCancellation() {
			work = "work"
		}
		g.cancels(loop, event, fails, cause)
	}

	attended := []jen.Code{jen.Id(work), jen.Id("h")}
	waiting := jen.Null()
	if n.TimerSet != "" {
		present := jen.Null()
		if len(g.inertTimers()) > 0 {
			present = jen.Id("state")
		}
		loop.List(jen.Id("timer"), jen.Id("due")).Op(":=").Id(g.manager()).Dot("first").Call(present)
		attended = append(attended, jen.Id("timer"), jen.Id("due"))
		waiting = jen.Op("&&").Parens(jen.Id("due").Dot("IsZero").Call().Op("||").Qual("time", "Now").Call().Dot("Before").Call(jen.Id("due")))
	}
	if n.CallSet != "" {
		attended = append(attended, jen.Id("calls"))
		waiting.Op("&&").Id("calls").Dot("ended").Call().Op("==").Nil()
	}
	if g.holdsBack() {
		loop.If(jen.Op("!").Id("late")).BlockFunc(func(body *jen.Group) { g.answers(body, fails) })
	} else {
		g.answers(loop, fails)
	}
	if g.hasParts() {
		attended = append(attended, jen.Id("parts"))
	}
	loop.List(jen.Id("next"), jen.Err()).Op(":=").Id("m").Dot("attend").Call(attended...)
	loop.Switch().Block(
		jen.Case(jen.Err().Op("!=").Nil()),
		jen.Case(jen.Id("m.steps").Op("!=").Id("steps").Op("&&").Id("next").Op("!=").Id("m").Dot("In").Call()).Block(
			jen.Err().Op("=").Op("&").Id(n.Typed.Stale).Values(jen.Id("State").Op(":").Id("state"), jen.Id("Now").Op(":").Id("m.state"))),
		jen.Case(jen.Id("m.steps").Op("==").Id("steps").Op("&&").Id(work).Dot("Err").Call().Op("==").Nil().Add(waiting)).Block(
			jen.Err().Op("=").Op("&").Id(n.Run.NoEvent).Values(jen.Id("State").Op(":").Id("state"))),
	)
	loop.If(jen.Err().Op("!=").Nil()).Block(
		jen.If(jen.Id("fault").Op(":=").Add(save), jen.Id("fault").Op("!=").Nil()).Block(
			jen.Err().Op("=").Qual("errors", "Join").Call(jen.Err(), jen.Id("fault"))),
		fails(jen.Err()))
}

// ignoresCancellation reports whether some state can ignore the event of a canceled
// context.
func (g printer) ignoresCancellation() bool {
	event := g.m.Cancellation()
	return event >= 0 && (len(g.m.Inert(event, g.m.Everywhere())) > 0 || slices.ContainsFunc(g.m.Waiting(), func(s int) bool {
		return slices.ContainsFunc(g.m.Alternatives(s, event), func(t core.Transition) bool { return t.Effect == core.Ignore })
	}))
}

// cancels emits the code that sends the cancellation event when the context is done.
func (g printer) cancels(loop *jen.Group, event int, fails func(jen.Code) *jen.Statement, cause *jen.Statement) {
	n := g.m.Names
	shield := jen.Qual("context", "WithoutCancel").Call(jen.Id("ctx"))
	args := []jen.Code{}
	if len(g.m.Events[event].Fields) > 0 {
		args = append(args, cause.Clone())
	}
	accepted, ignored, goesOn := true, g.ignoresCancellation(), false
	for _, s := range g.m.Waiting() {
		alternatives := g.m.Alternatives(s, event)
		accepted = accepted && len(alternatives) > 0
		for _, t := range alternatives {
			goesOn = goesOn || t.Effect == core.Take && slices.ContainsFunc(g.m.RestsAfter(&t), func(s int) bool { return !g.m.Terminal(s) })
		}
	}
	if ignored {
		loop.Id("work").Op(":=").Id("ctx")
	}
	raise := func(body *jen.Group) {
		if !accepted {
			body.If(jen.Op("!").Id("m").Dot("Can").Call(jen.Id(n.Events[event].Const))).Block(fails(cause.Clone()))
		}
		body.If(jen.Err().Op(":=").Id("m").Dot(n.Events[event].Method).Call(args...), jen.Err().Op("!=").Nil()).Block(fails(jen.Err()))
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
	isDone := g.isDone()
	inert := g.m.Inert(event, g.m.Everywhere())
	if len(inert) == 0 {
		loop.If(isDone).BlockFunc(raise)
		return
	}
	loop.If(code.AnyState(g.m, "state", inert)).Block(jen.Id("work").Op("=").Add(shield)).Else().If(isDone).BlockFunc(raise)
}

// answers emits what sends the results of calls and the events of timers, and makes calls.
func (g printer) answers(body *jen.Group, fails func(jen.Code) *jen.Statement) {
	n := g.m.Names
	if n.CallSet != "" {
		body.List(jen.Id("sent"), jen.Err()).Op(":=").Id("calls").Dot("deliver").Call()
		body.If(jen.Err().Op("!=").Nil()).Block(fails(jen.Err()))
		body.If(jen.Id("sent")).Block(jen.Continue())
	}
	if n.TimerSet != "" {
		body.If(jen.Op("!").Id("due").Dot("IsZero").Call().Op("&&").Op("!").Qual("time", "Now").Call().Dot("Before").Call(jen.Id("due"))).Block(
			jen.Id(g.manager()).Dot("StopTimer").Call(jen.Id("timer"), jen.Lit(0)),
			jen.If(jen.Err().Op(":=").Id("m").Dot("Fire").Call(jen.Id("timer"), jen.Id("m").Dot("starts").Index(jen.Id("timer"))), jen.Err().Op("!=").Nil()).Block(fails(jen.Err())),
			jen.Continue(),
		)
	}
	if n.CallSet != "" {
		body.Id("calls").Dot("launch").Call(jen.Id("life"))
	}
}

// holdsBack reports whether results and timers wait for methods that return after the end of the context.
func (g printer) holdsBack() bool {
	return g.hasParts() && (g.m.Names.CallSet != "" || g.m.Names.TimerSet != "")
}

// isDone is the condition that the context is done, and no method for a part may still return an event.
func (g printer) isDone() *jen.Statement {
	if g.holdsBack() {
		return jen.Id("stopped").Op("&&").Op("!").Id("late")
	}
	done := jen.Id("ctx").Dot("Err").Call().Op("!=").Nil()
	if g.hasParts() {
		done.Op("&&").Op("!").Id("parts").Dot("late").Call()
	}
	return done
}
