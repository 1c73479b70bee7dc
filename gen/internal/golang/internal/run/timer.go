package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// runTimers emits the methods that manage the timers during Run, if the machine has timers.
func (g printer) runTimers() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	on := func(name string) *jen.Statement {
		return g.f.Func().Params(jen.Id("r").Op("*").Id(n.Run.Own)).Id(name)
	}
	g.f.Doc(comment.Wrap("Now implements " + n.TimerSet + "."))
	on("Now").Params().Qual("time", "Time").Block(jen.Return(jen.Qual("time", "Now").Call()))
	timer, state := jen.Id("t").Id(n.Timer), jen.Id("s").Id(n.State)
	g.f.Doc(comment.Wrap("StartTimer implements " + n.TimerSet + "."))
	on("StartTimer").Params(timer.Clone(), jen.Id("_").Int(), jen.Id("d").Qual("time", "Duration")).Block(
		jen.Id("r.due").Index(jen.Id("t")).Op("=").Qual("time", "Now").Call().Dot("Add").Call(jen.Id("d")))
	g.f.Doc(comment.Wrap("StopTimer implements " + n.TimerSet + "."))
	on("StopTimer").Params(timer.Clone(), jen.Id("_").Int()).Block(
		jen.Id("r.due").Index(jen.Id("t")).Op("=").Qual("time", "Time").Values())

	g.restart()
	inert := g.inertTimers()
	runs := jen.Op("!").Id("d").Dot("IsZero").Call()
	text := "first returns the timer that expires first, and when; the time is zero if no timer is running."
	if len(inert) > 0 {
		text = "first returns the timer that expires first, and when, of those whose events have an effect in s; the time is zero if there is none."
		runs.Op("&&").Op("!").Id("r").Dot("rests").Call(jen.Id(n.Timer).Call(jen.Id("t")), jen.Id("s"))
	}
	g.f.Doc(comment.Wrap(text))
	param := state.Clone()
	if len(inert) == 0 {
		param = jen.Null()
	}
	if len(g.m.Timers) == 1 && len(inert) == 0 {
		on("first").Params().Params(jen.Id("timer").Id(n.Timer), jen.Id("due").Qual("time", "Time")).Block(
			jen.Return(jen.Id(n.Timers[0]), jen.Id("r.due").Index(jen.Id(n.Timers[0]))))
		return
	}
	on("first").Params(param).Params(jen.Id("timer").Id(n.Timer), jen.Id("due").Qual("time", "Time")).Block(
		jen.For(jen.List(jen.Id("t"), jen.Id("d")).Op(":=").Range().Id("r.due")).Block(
			jen.If(runs.Op("&&").Parens(jen.Id("due").Dot("IsZero").Call().Op("||").Id("d").Dot("Before").Call(jen.Id("due")))).Block(
				jen.List(jen.Id("timer"), jen.Id("due")).Op("=").List(jen.Id(n.Timer).Call(jen.Id("t")), jen.Id("d")),
			),
		),
		jen.Return(jen.Id("timer"), jen.Id("due")),
	)
	if len(inert) == 0 {
		return
	}
	g.f.Doc(comment.Wrap("rests reports whether the event of t has no effect in s, so that it waits until the machine leaves s."))
	on("rests").Params(timer, state).Bool().Block(
		jen.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for i := range g.m.Timers {
				if states := inert[i]; len(states) > 0 {
					cases.Case(jen.Id(n.Timers[i])).Block(jen.Return(code.AnyState(g.m, "s", states)))
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		}),
	)
}

// restart emits the method that starts the timers of a machine that a run takes over.
func (g printer) restart() {
	constant := func(t core.Timer) bool { return t.Delay < 0 || g.m.Names.Delays[t.Delay].Const != "" }
	doc := "restart starts what remains of the timers of the current state. If it is unknown when one is due, it starts with its whole duration"
	if slices.ContainsFunc(g.m.Timers, constant) {
		doc += "; so does one with a constant duration if more than that remains, because a clock was set back"
	}
	g.f.Doc(comment.Wrap(doc + "."))
	g.f.OnMachine("restart").Params().Block(
		jen.Id(code.Occupy(g.m)),
		jen.For(jen.List(jen.Id("_"), jen.Id("t")).Op(":=").Range().Id("m").Dot("Timers").Call()).Block(
			jen.Id("left").Op(":=").Id("m").Dot("due").Index(jen.Id("t")).Dot("Sub").Call(jen.Id("m").Dot("host").Dot("Now").Call()),
			jen.Id("unknown").Op(":=").Id("m").Dot("due").Index(jen.Id("t")).Dot("IsZero").Call(),
			jen.Switch().BlockFunc(func(cases *jen.Group) {
				for i, t := range g.m.Timers {
					length := code.Length(g.m, i, "m.host")
					unknown := jen.Id("unknown")
					if constant(t) {
						unknown = jen.Parens(unknown.Op("||").Id("left").Op(">").Add(length.Clone()))
					}
					cases.Case(jen.Id("t").Op("==").Id(g.m.Names.Timers[i]).Op("&&").Add(unknown)).Block(
						jen.Id("m").Dot("beginTimer").Call(jen.Id("t"), length))
				}
				cases.Default().Block(jen.Id("m").Dot("host").Dot("StartTimer").Call(jen.Id("t"), jen.Id("m").Dot("starts").Index(jen.Id("t")), jen.Id("left")))
			}),
		),
		jen.Id(code.Release(g.m)),
	)
}

// inertTimers returns, for each timer, the states in which it runs and its event
// has no effect. Timers without such states are left out.
func (g printer) inertTimers() map[int][]int {
	out := map[int][]int{}
	for i, t := range g.m.Timers {
		if states := g.m.Inert(t.Event, t.States); len(states) > 0 {
			out[i] = states
		}
	}
	return out
}
