package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"
)

// runTimers emits the type that keeps the time during Run, if the machine has
// timers. It is the machine's host.
func (g *generator) runTimers() {
	n := g.names
	if n.TimerSet == "" {
		return
	}
	g.doc(wrap(n.Run.Timers + " keeps the time of a machine that runs."))
	g.file.Type().Id(n.Run.Timers).StructFunc(func(fields *jen.Group) {
		if n.Run.Host != "" {
			fields.Id(n.Run.Host)
		}
		fields.Id("due").Index(jen.Lit(len(g.m.Timers))).Qual("time", "Time").Comment("// when a timer is over; zero if it does not run")
	})
	on := func(name string) *jen.Statement {
		return g.file.Func().Params(jen.Id("r").Op("*").Id(n.Run.Timers)).Id(name)
	}
	timer, state := jen.Id("t").Id(n.Timer), jen.Id("s").Id(n.State)
	g.doc(wrap("StartTimer implements " + n.TimerSet + "."))
	on("StartTimer").Params(timer.Clone(), jen.Id("d").Qual("time", "Duration")).Block(
		jen.Id("r.due").Index(jen.Id("t")).Op("=").Qual("time", "Now").Call().Dot("Add").Call(jen.Id("d")))
	g.doc(wrap("StopTimer implements " + n.TimerSet + "."))
	on("StopTimer").Params(timer.Clone()).Block(
		jen.Id("r.due").Index(jen.Id("t")).Op("=").Qual("time", "Time").Values())

	g.restart()
	deaf := g.deafTimers()
	runs := jen.Op("!").Id("d").Dot("IsZero").Call()
	text := "first returns the timer that is over first, and when; the time is zero if there is none."
	if len(deaf) > 0 {
		text = "first returns the timer that is over first, and when, of those whose events can do anything in s; the time is zero if there is none."
		runs.Op("&&").Op("!").Id("r").Dot("rests").Call(jen.Id(n.Timer).Call(jen.Id("t")), jen.Id("s"))
	}
	g.doc(wrap(text))
	param := state.Clone()
	if len(deaf) == 0 {
		param = jen.Null()
	}
	if len(g.m.Timers) == 1 && len(deaf) == 0 {
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
	if len(deaf) == 0 {
		return
	}
	g.doc(wrap("rests reports whether the event of t does nothing in s, which waits with it until the state is left."))
	on("rests").Params(timer, state).Bool().Block(
		jen.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for i := range g.m.Timers {
				if states := deaf[i]; len(states) > 0 {
					cases.Case(jen.Id(n.Timers[i])).Block(jen.Return(g.isOneOf("s", states)))
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		}),
	)
}

// restart emits the method that starts the timers of a restored machine.
func (g *generator) restart() {
	g.doc(wrap("restart starts the timers of the present state."))
	g.onMachine("restart").Params().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for s := range g.m.States {
				d := delivery{host: "m.host"}
				for i, t := range g.m.Timers {
					if slices.Contains(t.States, s) {
						d.starts = append(d.starts, i)
					}
				}
				if d.calls() {
					cases.Case(jen.Id(g.names.States[s])).BlockFunc(func(body *jen.Group) { g.deliver(body, d) })
				}
			}
			cases.Default().Comment("// has no timers")
		})
	})
}

// deafTimers returns for each timer the states in which it runs and its event
// does nothing; nil if there are none at all.
func (g *generator) deafTimers() map[int][]int {
	out := map[int][]int{}
	for i, t := range g.m.Timers {
		if states := g.deaf(t.Event, t.States); len(states) > 0 {
			out[i] = states
		}
	}
	return out
}

// runErrors emits the error types of Run.
func (g *generator) runErrors() {
	n := g.names
	g.doc(wrap(n.Run.Error + " is the error of a run that has begun and was not finished."))
	timeless := jen.Null()
	if n.TimerSet != "" {
		timeless = jen.Comment("// Its timers do not run any more.")
	}
	g.file.Type().Id(n.Run.Error).Struct(
		jen.Comment("// At is the machine in the state in which it has stopped."),
		timeless,
		jen.Id("At").Id(n.Typed.Any),
		jen.Comment("// Err is what stopped it."),
		jen.Id("Err").Error(),
	)
	g.errorMethod(n.Run.Error, "stopped in state %v: %v", "At.State()", "Err")
	g.doc(wrap("Unwrap returns Err."))
	g.file.Func().Params(jen.Id("e").Op("*").Id(n.Run.Error)).Id("Unwrap").Params().Error().Block(jen.Return(jen.Id("e.Err")))

	g.doc(wrap(n.Run.NoEvent + " is the error of a handler whose method returned neither an error nor a transition."))
	g.file.Type().Id(n.Run.NoEvent).Struct(
		jen.Comment("// State is the state that the method is for."),
		jen.Id("State").Id(n.State),
	)
	g.errorMethod(n.Run.NoEvent, "the handler of state %v made no transition", "State")

	if n.Run.Fired == "" {
		return
	}
	g.doc(wrap(n.Run.Fired + " is the cause with which the context of a handler ends when a timer is over."))
	g.file.Type().Id(n.Run.Fired).Struct(
		jen.Comment("// Timer is that timer."),
		jen.Id("Timer").Id(n.Timer),
	)
	g.errorMethod(n.Run.Fired, "timer %v is over", "Timer")
}
