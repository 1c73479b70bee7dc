package step

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// send emits the method that accepts an event as a value.
func (g printer) send() {
	n, tabled := g.m.Names, g.plan.tabled
	if n.Send == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Send + " handles e as the method of that event does. It is for events that arrive as values, as from a log or a queue. A value " +
		"that is not an event is refused with *" + n.Illegal + "."))
	g.f.OnMachine(n.Send).Params(jen.Id("e").Id(n.Event)).Error().BlockFunc(func(body *jen.Group) {
		illegalNow := jen.Op("&").Id(n.Illegal).Values(jen.Id("State").Op(":").Id("m.state"), jen.Id("Event").Op(":").Id("e"))
		unknown := func() *jen.Statement { return jen.Return(illegalNow.Clone()) }
		if len(tabled) > 0 && g.m.Faces.Observe {
			g.observed(body, jen.Id("e"), jen.Func().Params().Error().Block(jen.Return(jen.Id("m").Dot(n.Send).Call(jen.Id("e")))))
		} else if g.m.Faces.Observe { // the methods tell observers of all other events
			unknown = func() *jen.Statement {
				return jen.Return(jen.Id("m").Dot("refuse").Call(jen.Id("e"), illegalNow.Clone()))
			}
		}
		if len(tabled) > 0 {
			body.If(jen.Id("e").Op(">").Id(n.Events[len(n.Events)-1].Const)).Block(unknown())
		}
		if len(tabled) > 0 && n.Host != "" && !g.m.Faces.Observe {
			body.If(jen.Id(code.Busy(g.m))).Block(jen.Return(
				jen.Op("&").Id(n.Reentrant).Values(jen.Id("State").Op(":").Id("m.state"), jen.Id("Event").Op(":").Id("e"))))
		}
		if len(tabled) > 0 {
			body.If(jen.Id("next").Op(":=").Add(g.cell(jen.Id("e"))), jen.Id("next").Op("!=").Lit(0)).BlockFunc(g.enter)
		}
		illegal := unknown()
		if len(tabled) > 0 && g.prepared() {
			illegal = jen.Return(jen.Op("&").Id(n.Refusals).Index(jen.Id("m.state")).Index(jen.Id("e")))
		}
		var cases []jen.Code
		for e := range g.m.Events {
			if !tabled[e] {
				cases = append(cases, jen.Case(jen.Id(n.Events[e].Const)).Block(jen.Return(jen.Id("m").Dot(n.Events[e].Method).Call())))
			}
		}
		if len(cases) == 0 {
			body.Add(illegal)
			return
		}
		body.Switch(jen.Id("e")).Block(append(cases, jen.Default().Block(illegal))...)
	})
}

// fire emits the method that raises the event of a timer.
func (g printer) fire() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	g.f.Doc(comment.Describe("Fire", "", "raises the event of timer t, which has expired", "", comment.Wrap("A timer that is not running in the current state is "+
		"refused with *"+n.StaleTimer+", as happens when it expires just before the machine stops it. If the machine has started the same "+
		"timer again, only the program can tell the two apart.")))
	g.f.OnMachine("Fire").Params(jen.Id("t").Id(n.Timer)).Error().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for i, t := range g.m.Timers {
				runs := jen.If(g.runs(t)).Block(jen.Return(jen.Id("m").Dot(n.Events[t.Event].Method).Call()))
				if g.m.Faces.Observe {
					cases.Case(jen.Id(n.Timers[i])).Block(runs, jen.Return(jen.Id("m").Dot("refuse").Call(jen.Id(n.Events[t.Event].Const), g.staleTimer())))
				} else {
					cases.Case(jen.Id(n.Timers[i])).Block(runs)
				}
			}
		})
		body.Return(g.staleTimer())
	})
}

// staleTimer is the error of a timer that does not run.
func (g printer) staleTimer() *jen.Statement {
	return jen.Op("&").Id(g.m.Names.StaleTimer).Values(
		jen.Id("State").Op(":").Id("m").Dot("state"),
		jen.Id("Timer").Op(":").Id("t"),
	)
}

// runs is true in the states of a timer, and during a step, when the method of the event
// refuses the event.
func (g printer) runs(t core.Timer) *jen.Statement {
	out := jen.Id(code.InStep(g.m))
	column := 0
	for _, s := range t.States {
		out.Op("||")
		if column += len(g.m.Names.States[s]) + len("m.state == "); column > comment.Width {
			out.Line()
			column = 0
		}
		out.Id("m").Dot("state").Op("==").Id(g.m.Names.States[s])
	}
	return out
}
