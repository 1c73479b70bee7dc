package golang

import (
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
)

// timerType emits the Timer type, its constants and its String method, if the
// machine has timers.
func (g *generator) timerType() {
	n := g.names
	if n.TimerSet == "" {
		return
	}
	e := &enumeration{
		name:  n.Timer,
		recv:  "t",
		doc:   wrap(n.Timer + " names a timer of the machine " + g.m.Name + ". [" + n.TimerSet + "] keeps its time, and [" + n.Machine + ".Fire] says that it is over."),
		group: "The timers, in the order of the spec.",
	}
	for i, t := range g.m.Timers {
		predicate := "raises " + g.m.Events[t.Event].Name + " when the machine has been in " + t.Owner + " for " + g.lengthText(t)
		e.values = append(e.values, constant{
			name: n.Timers[i],
			text: t.Owner + "." + g.m.Events[t.Event].Name,
			doc:  wrap(n.Timers[i] + " " + predicate + "."),
		})
	}
	g.declare(e)
	g.stringer(e, "the state and the event of the timer, as in \""+e.values[0].text+"\"")
	g.texts(e, "timer")
}

// delays emits the constants of the delays that the spec says.
func (g *generator) delays() {
	var defs []jen.Code
	for i, d := range g.m.Delays {
		if name := g.names.Delays[i].Const; name != "" {
			defs = append(defs, comments(describePart(name, d.Name, "is the delay "+d.Name, d.Doc))...)
			defs = append(defs, jen.Id(name).Op("=").Add(duration(d.Constant)))
		}
	}
	if len(defs) > 0 {
		g.doc([]string{"The delays that the spec says."})
		g.file.Const().Defs(defs...)
	}
}

// timerSet emits the interface of the timers.
func (g *generator) timerSet() {
	n := g.names
	if n.TimerSet == "" {
		return
	}
	length := func() *jen.Statement { return jen.Qual("time", "Duration") }
	g.doc(wrap(n.TimerSet + " keeps the time for the machine."))
	g.file.Type().Id(n.TimerSet).InterfaceFunc(func(methods *jen.Group) {
		method := func(doc []string) {
			for _, c := range comments(doc) {
				methods.Add(c)
			}
		}
		method(wrap("StartTimer starts t, which does not run. After d, the program calls [" + n.Machine + ".Fire] with t, once, and not during a step."))
		methods.Id("StartTimer").Params(jen.Id("t").Id(n.Timer), jen.Id("d").Add(length()))
		method(wrap("StopTimer stops t, which was started before and may have run out since."))
		methods.Id("StopTimer").Params(jen.Id("t").Id(n.Timer))
		for i, d := range g.m.Delays {
			if name := n.Delays[i]; name.Method != "" {
				method(describePart(name.Method, d.Name, "returns the delay "+d.Name+" of a timer that is about to start", d.Doc))
				methods.Id(name.Method).Params(g.arguments(d.Args, name.Args)...).Add(length())
			}
		}
	})
}

// fire emits the method that raises the event of a timer.
func (g *generator) fire() {
	n := g.names
	if n.TimerSet == "" {
		return
	}
	g.doc(describe("Fire", "", "raises the event of timer t, which has run out", "", wrap("A timer that does not run in the present state is "+
		"refused with *"+n.StaleTimer+". That is how one ends which was on its way when the machine stopped it; but if the machine has "+
		"started the same timer again, only the program can tell the two apart.")))
	g.onMachine("Fire").Params(jen.Id("t").Id(n.Timer)).Error().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("t")).BlockFunc(func(cases *jen.Group) {
			for i, t := range g.m.Timers {
				cases.Case(jen.Id(n.Timers[i])).Block(
					jen.If(g.runs(t)).Block(jen.Return(jen.Id("m").Dot(n.Events[t.Event].Method).Call())))
			}
		})
		body.Return(jen.Op("&").Id(n.StaleTimer).Values(
			jen.Id("State").Op(":").Id("m").Dot("state"),
			jen.Id("Timer").Op(":").Id("t"),
		))
	})
}

// runs is true in the states of a timer, and during a step, which the method of
// the event refuses.
func (g *generator) runs(t core.Timer) *jen.Statement {
	out := jen.Id("m").Dot("busy")
	column := 0
	for _, s := range t.States {
		out.Op("||")
		if column += len(g.names.States[s]) + len("m.state == "); column > width {
			out.Line()
			column = 0
		}
		out.Id("m").Dot("state").Op("==").Id(g.names.States[s])
	}
	return out
}

// length is how long a timer takes that starts now.
func (g *generator) length(timer int, host string) *jen.Statement {
	t := g.m.Timers[timer]
	if t.Delay < 0 {
		return duration(t.Constant)
	}
	name := g.names.Delays[t.Delay]
	if name.Const != "" {
		return jen.Id(name.Const)
	}
	params := "m.params"
	if host == "host" {
		params = "p"
	}
	return jen.Id(host).Dot(name.Method).Call(jen.Id(g.codes(t.Args, params, -1)))
}

// lengthText says how long a timer takes.
func (g *generator) lengthText(t core.Timer) string {
	switch {
	case t.Delay < 0:
		return shortDuration(t.Constant)
	case g.names.Delays[t.Delay].Const != "":
		return "[" + g.names.Delays[t.Delay].Const + "]"
	}
	return "as long as [" + g.names.TimerSet + "." + g.names.Delays[t.Delay].Method + "] says"
}

// shortDuration writes a length of time without the parts that are zero at its
// end: "2m", where package time has "2m0s".
func shortDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// duration writes a positive length of time as Go, in the greatest unit that it
// is a multiple of.
func duration(d time.Duration) *jen.Statement {
	unit, name := time.Nanosecond, "Nanosecond"
	for _, u := range []struct {
		unit time.Duration
		name string
	}{
		{time.Microsecond, "Microsecond"}, {time.Millisecond, "Millisecond"}, {time.Second, "Second"}, {time.Minute, "Minute"}, {time.Hour, "Hour"},
	} {
		if d%u.unit == 0 {
			unit, name = u.unit, u.name
		}
	}
	if d == unit {
		return jen.Qual("time", name)
	}
	return jen.Id(strconv.FormatInt(int64(d/unit), 10)).Op("*").Qual("time", name)
}
