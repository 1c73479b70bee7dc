package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/spec/core"
)

// timers emits the methods that hand timers to package drive, if the machine has timers.
func (g hostPrinter) timers() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	g.f.Line()
	g.function("", `
func (r *$Own) Now() time.Time { return time.Now() }
func (r *$Own) StartTimer(t $Timer, start int, d time.Duration) { r.timers.Start(t, start, d) }
func (r *$Own) StopTimer(t $Timer, _ int) { r.timers.Stop(t) }`)
	g.restart()
}

// connectTimers emits what tells the timers of a run about the machine.
func (g printer) connectTimers(body *jen.Group) {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	fire := jen.Id("m").Dot("Fire")
	if n.Context != "" {
		fire = jen.Func().Params(jen.Id("t").Id(n.Timer), jen.Id("start").Int()).Error().Block(
			jen.Return(fire.Call(g.traits.live("ctx", jen.Id("t"), jen.Id("start"))...)))
	}
	body.Id("own.timers").Dot("Fire").Op("=").Add(fire)
	inert := g.traits.inertTimers()
	if len(inert) == 0 {
		return
	}
	body.Id("own.timers").Dot("Inert").Op("=").Func().Params(jen.Id("t").Id(n.Timer)).Bool().Block(
		jen.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for i := range g.m.Core.Timers {
				if states := inert[i]; len(states) > 0 {
					cases.Case(jen.Id(n.Timers[i])).Block(jen.Return(code.AnyState(g.m, "m.state", states)))
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		}),
	)
}

// restart emits the method that starts the timers of a machine that a run takes over.
func (g hostPrinter) restart() {
	constant := func(t core.Timer) bool { return t.Delay < 0 || g.m.Names.Delays[t.Delay].Const != "" }
	doc := "restart starts what remains of the timers of the current state. If it is unknown when one is due, it starts with its whole duration"
	if slices.ContainsFunc(g.m.Core.Timers, constant) {
		doc += "; so does one with a constant duration if more than that remains, because a clock was set back"
	}
	g.f.Doc(comment.Wrap(doc + "."))
	g.f.OnMachine("restart").Params().Block(
		jen.Id(code.Occupy(g.m)),
		jen.For(jen.List(jen.Id("_"), jen.Id("t")).Op(":=").Range().Id("m").Dot("Timers").Call()).Block(
			jen.Id("left").Op(":=").Id("m").Dot("due").Index(jen.Id("t")).Dot("Sub").Call(jen.Id("m").Dot("host").Dot("Now").Call()),
			jen.Id("unknown").Op(":=").Id("m").Dot("due").Index(jen.Id("t")).Dot("IsZero").Call(),
			jen.Switch().BlockFunc(func(cases *jen.Group) {
				g.restarts(cases, constant)
				cases.Default().Block(jen.Id("m").Dot("host").Dot("StartTimer").Call(jen.Id("t"), jen.Id("m").Dot("starts").Index(jen.Id("t")), jen.Id("left")))
			}),
		),
		jen.Id(code.Release(g.m)),
	)
}

// restarts emits the cases of timers that start with their whole durations. Those of equal duration, one after another, share one.
func (g hostPrinter) restarts(cases *jen.Group, constant func(core.Timer) bool) {
	timers := g.m.Core.Timers
	for i := 0; i < len(timers); {
		length, unknown := code.Length(g.m, i, "m.host"), jen.Id("unknown")
		if constant(timers[i]) {
			unknown = jen.Parens(unknown.Op("||").Id("left").Op(">").Add(length.Clone()))
		}
		is, n := jen.Null(), 0
		for ; i < len(timers) && code.Length(g.m, i, "m.host").GoString() == length.GoString(); i++ {
			if n++; n > 1 {
				is.Op("||")
			}
			is.Id("t").Op("==").Id(g.m.Names.Timers[i])
		}
		if n > 1 {
			is = jen.Parens(is)
		}
		cases.Case(is.Op("&&").Add(unknown)).Block(jen.Id("m").Dot("beginTimer").Call(jen.Id("t"), length))
	}
}

// limitCalls emits what tells the calls of a run when their timeouts are due.
func (g printer) limitCalls(body *jen.Group) {
	m, n := g.m.Core, g.m.Names
	timers := make([][]jen.Code, len(m.Calls))
	some := false
	for i := range m.Timers {
		if at := core.Ends(m, i); at >= 0 {
			call := m.Invocations[at].Call
			timers[call], some = append(timers[call], jen.Id(n.Timers[i])), true
		}
	}
	if !some || n.CallSet == "" {
		return
	}
	body.Id("own.calls").Dot("Limit").Op("=").Func().Params(jen.Id("c").Id(n.Call)).Qual("time", "Time").Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(cases *jen.Group) {
			for call := range m.Calls {
				if len(timers[call]) > 0 {
					cases.Case(jen.Id(n.Calls[call].Const)).Block(jen.Return(jen.Id("own.timers").Dot("Due").Call(timers[call]...)))
				}
			}
			cases.Default().Block(jen.Return(jen.Qual("time", "Time").Values()))
		}),
	)
}
