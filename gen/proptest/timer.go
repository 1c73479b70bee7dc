package proptest

import (
	"strconv"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"
)

// isSaid reports whether the program says how long a timer takes.
func (p *printer) isSaid(timer int) bool {
	d := p.m.Timers[timer].Delay
	return d >= 0 && p.names.Delays[d].Method != ""
}

// saysDelays reports whether the host has a method that says a delay.
func (p *printer) saysDelays() bool {
	for _, d := range p.names.Delays {
		if d.Method != "" {
			return true
		}
	}
	return false
}

// timers prints the table of the timers.
func (p *printer) timers() {
	p.comment(p.prefix + "OracleTimer is a timer.")
	p.file.Type().Add(p.id("OracleTimer")).StructFunc(func(g *jen.Group) {
		g.Id("timer").Id(p.names.Timer)
		g.Id("states").Index().String().Comment("// in which it runs")
		g.Id("event").Id(p.names.Event)
		g.Id("length").Qual("time", "Duration")
		if p.saysDelays() {
			g.Id("delay").String().Comment("// the method of the host that says the length; \"\": none")
			g.Id("args").Func().Params(jen.Id("m").Add(p.id("Oracle"))).Index().Any()
		}
	})
	p.comment(p.prefix + "OracleTimers has the timers in the order of the spec.")
	p.file.Var().Add(p.id("OracleTimers")).Op("=").Index().Add(p.id("OracleTimer")).ValuesFunc(func(g *jen.Group) {
		for i := range p.m.Timers {
			g.Line().Add(p.timer(i))
		}
		g.Line()
	})
}

func (p *printer) timer(i int) *jen.Statement {
	t := p.m.Timers[i]
	states := make([]string, len(t.States))
	for k, s := range t.States {
		states[k] = strconv.Quote(p.m.States[s].Name)
	}
	return jen.ValuesFunc(func(g *jen.Group) {
		line := g.Id("timer").Op(":").Id(p.names.Timers[i]).Op(",").
			Id("states").Op(":").Index().String().Op("{" + strings.Join(states, ", ") + "},").
			Id("event").Op(":").Id(p.names.Events[t.Event].Const)
		switch {
		case !p.isSaid(i):
			length := t.Constant
			if t.Delay >= 0 {
				length = p.m.Delays[t.Delay].Constant
			}
			line.Op(",").Id("length").Op(":").Add(duration(length))
		default:
			line.Op(",").Id("delay").Op(":").Lit(p.names.Delays[t.Delay].Method)
			if len(t.Args) > 0 {
				name := "_"
				if m, _ := readsAny(t.Args); m {
					name = "m"
				}
				line.Op(",").Id("args").Op(":").Op("func(" + name + " " + p.prefix + "Oracle) []any { return " + p.values(t.Args, -1) + " }")
			}
		}
	})
}

// duration writes a length of time in seconds, or else in nanoseconds.
func duration(d time.Duration) *jen.Statement {
	if d%time.Second == 0 {
		return jen.Op(strconv.FormatInt(int64(d/time.Second), 10)).Op("*").Qual("time", "Second")
	}
	return jen.Op(strconv.FormatInt(int64(d), 10)).Op("*").Qual("time", "Nanosecond")
}
