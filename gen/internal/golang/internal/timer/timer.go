package timer

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Fields adds what a machine knows of its timers to its fields, if it has timers.
func Fields(fields *jen.Group, m *machine.Machine) {
	if m.Names.TimerSet == "" {
		return
	}
	each := func() *jen.Statement { return jen.Index(jen.Lit(len(m.Core.Timers))) }
	fields.Id("starts").Add(each()).Int().Comment("// how often each timer has been started")
	fields.Id("due").Add(each()).Qual("time", "Time").Comment("// when each timer is due; zero if it does not run, or if that is unknown")
	if m.Outlasted() {
		fields.Id("over").Add(each()).Bool().Comment("// the timer has expired, and its state has not been left since")
		fields.Id("firing").Id(m.Names.Timer).Comment("// the timer whose event is being handled, counted from 1")
	}
}

// Methods writes the methods of a machine with timers.
func Methods(f *file.File, m *machine.Machine) {
	if m.Names.TimerSet == "" {
		return
	}
	g := printer{f, m}
	g.fire()
	g.list()
	g.latest()
	g.due()
	g.runs()
	g.start()
	g.stop()
	g.expire()
}

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// fire emits the method that raises the event of a timer.
func (g printer) fire() {
	n := g.m.Names
	once := ""
	if g.m.Outlasted() {
		once = ", or has raised its event already"
	}
	g.f.Doc(comment.Describe("Fire", "", "raises the event of a start of timer t, which has expired", "", comment.Wrap("A start that does not run any longer is "+
		"refused with *"+n.StaleTimer+": the machine has stopped the timer, or started it again"+once+".")))
	g.f.OnMachine("Fire").Params(code.Context(g.m, jen.Id("t").Id(n.Timer), jen.Id("start").Int())...).Error().BlockFunc(func(body *jen.Group) {
		if g.m.Unsettled() {
			body.Add(code.Settle(g.m, "m"))
		}
		// During a step, the method of the event refuses it.
		runs := jen.Id("m").Dot("runs").Call(jen.Id("t")).Op("&&").Id("m").Dot("starts").Index(jen.Id("t")).Op("==").Id("start")
		if g.m.Outlasted() {
			runs.Op("&&").Op("!").Id("m").Dot("over").Index(jen.Id("t"))
		}
		body.If(jen.Id(code.InStep(g.m)).Op("||").Add(runs)).BlockFunc(func(body *jen.Group) {
			if g.m.Outlasted() {
				body.Defer().Func().Params(jen.Id("before").Id(n.Timer)).Block(jen.Id("m").Dot("firing").Op("=").Id("before")).Call(jen.Id("m").Dot("firing"))
				body.Id("m").Dot("firing").Op("=").Id("t").Op("+").Lit(1)
			}
			body.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
				g.eachEvent(func(e int, timers []jen.Code) {
					cases.Case(timers...).Block(jen.Return(jen.Id("m").Dot(n.Events[e].Method).Call(code.InContext(g.m)...)))
				})
			})
		})
		stale := jen.Op("&").Id(n.StaleTimer).Values(
			jen.Id("State").Op(":").Id("m").Dot("state"),
			jen.Id("Timer").Op(":").Id("t"),
			jen.Id("Start").Op(":").Id("start"),
		)
		if !g.m.Core.Faces.Observe {
			body.Return(stale)
			return
		}
		body.Err().Op(":=").Add(stale)
		body.Switch(jen.Id("t")).BlockFunc(g.refuse)
		body.Return(jen.Err())
	})
}

// refuse emits the cases that tell observers that the event of a timer is refused.
func (g printer) refuse(cases *jen.Group) {
	g.eachEvent(func(e int, timers []jen.Code) {
		cases.Case(timers...).Block(jen.Return(jen.Id("m").Dot("refuse").Call(
			append(append([]jen.Code{jen.Id(g.m.Names.Events[e].Const)}, code.Input(g.m, e)...), jen.Err())...)))
	})
}

// eachEvent calls f for each event that timers raise, with these timers.
func (g printer) eachEvent(f func(e int, timers []jen.Code)) {
	for e := range g.m.Core.Events {
		var timers []jen.Code
		for i, t := range g.m.Core.Timers {
			if t.Event == e {
				timers = append(timers, jen.Id(g.m.Names.Timers[i]))
			}
		}
		if len(timers) > 0 {
			f(e, timers)
		}
	}
}

// list emits the method that lists the timers that run.
func (g printer) list() {
	n := g.m.Names
	restored := ""
	if names := g.m.Origins(); len(names) > 0 {
		restored = " A machine from " + comment.Either(names) + " has started none of them: start them before it continues."
	}
	expired := "The program may not have told the machine yet that one of them has expired."
	if g.m.Outlasted() {
		expired = "A timer whose event has been handled without stopping it runs no longer."
	}
	g.f.Doc(comment.Wrap("Timers returns the timers that run in the current state, in the order of the spec. " + expired + restored))
	runs := jen.Id("m").Dot("runs")
	if g.m.Outlasted() {
		runs = jen.Func().Params(jen.Id("t").Id(n.Timer)).Bool().Block(jen.Return(jen.Id("m").Dot("runs").Call(jen.Id("t")).Op("&&").Op("!").Id("m").Dot("over").Index(jen.Id("t"))))
	}
	g.f.OnMachine("Timers").Params().Index().Id(n.Timer).Block(jen.Return(file.Runtime("Running").Call(jen.Len(jen.Id("m").Dot("due")), runs)))
}

// latest emits the method that tells the number of the start of a timer.
func (g printer) latest() {
	runs := ""
	if g.m.Outlasted() {
		runs = " && !m.over[t]"
	}
	g.f.Function(comment.Wrap("TimerStart returns the number of the latest start of timer t, 0 if it has never started, and whether that runs."), `
func (m *$Machine) TimerStart(t $Timer) (start int, runs bool) {
	return fsm.LatestStart(m.starts[:], t), m.runs(t)`+runs+`
}`, "$Timer", g.m.Names.Timer)
}

// due emits the method that tells when a timer is due.
func (g printer) due() {
	n := g.m.Names
	g.f.Doc(comment.Wrap("Due returns when timer t is due, in UTC, and whether it runs and that is known, as [fsm.DueAt] documents."))
	g.f.OnMachine("Due").Params(jen.Id("t").Id(n.Timer)).Params(jen.Qual("time", "Time"), jen.Bool()).Block(
		jen.Return(file.Runtime("DueAt").Call(jen.Id("m").Dot("due").Index(jen.Op(":")), jen.Id("t"))))
}

// runs emits the method that tells in which states a timer runs.
func (g printer) runs() {
	n := g.m.Names
	g.f.Doc(comment.Wrap("runs reports whether t is a timer of the current state."))
	g.f.OnMachine("runs").Params(jen.Id("t").Id(n.Timer)).Bool().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for i, t := range g.m.Core.Timers {
				in := code.AnyState(g.m, "m.state", t.States)
				if t.Within != nil {
					in.Op("&&").Add(code.Active(g.m, t.States[0], t.Within))
				}
				cases.Case(jen.Id(n.Timers[i])).Block(jen.Return(in))
			}
		})
		body.Return(jen.False())
	})
}

// start emits the methods that start a timer, and that go on with a start of which it is not known when it is due.
func (g printer) start() {
	next, begin := `
	m.starts[t] = fsm.NextStart(m.starts[t])`, `
	if now := m.host.Now(); !now.IsZero() {
		m.due[t] = now.Add(d).UTC()
	}
	m.host.StartTimer(t, m.starts[t], d)`
	emit := func(name, doc, body string) {
		g.f.Function(comment.Wrap(name+" "+doc), `
func (m *$Machine) `+name+`(t $Timer, d time.Duration) {`+body+`
}`, "$Timer", g.m.Names.Timer)
	}
	if g.m.Names.Run.Own == "" && g.m.Names.Values.Kind == "" {
		emit("startTimer", "begins the next start of t, which takes d.", next+begin)
		return
	}
	emit("startTimer", "begins the next start of t, which takes d.", next+"\n\tm.beginTimer(t, d)")
	emit("beginTimer", "begins the latest start of t, which takes d.", begin)
}

// stop emits the method that stops a timer, unless none ever stops.
func (g printer) stop() {
	g.f.Doc(comment.Wrap("stopTimer stops t, which may have expired."))
	g.f.OnMachine("stopTimer").Params(jen.Id("t").Id(g.m.Names.Timer)).BlockFunc(func(body *jen.Group) {
		body.Id("m").Dot("due").Index(jen.Id("t")).Op("=").Qual("time", "Time").Values()
		if g.m.Outlasted() {
			body.Id("m").Dot("over").Index(jen.Id("t")).Op("=").False()
		}
		body.Id(code.Occupy(g.m))
		body.Id("m").Dot("host").Dot("StopTimer").Call(jen.Id("t"), jen.Id("m").Dot("starts").Index(jen.Id("t")))
		body.Id(code.Release(g.m))
	})
}

// expire emits the method that notes that a timer has expired which nothing stops.
func (g printer) expire() {
	if !g.m.Outlasted() {
		return
	}
	g.f.Doc(comment.Wrap("expire notes that t has expired, if it raises the event that is being handled: the transition does not stop it."))
	g.f.OnMachine("expire").Params(jen.Id("t").Id(g.m.Names.Timer)).Block(
		jen.If(jen.Id("m").Dot("firing").Op("==").Id("t").Op("+").Lit(1)).Block(
			jen.List(jen.Id("m").Dot("due").Index(jen.Id("t")), jen.Id("m").Dot("over").Index(jen.Id("t"))).Op("=").List(jen.Qual("time", "Time").Values(), jen.True())),
	)
}
