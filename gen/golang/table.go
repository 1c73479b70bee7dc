package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
)

const (
	// manyCases is the number of cases from which on a table is faster than a
	// switch, which the Go compiler then makes a jump that no processor foresees
	// when events come in any order.
	manyCases = 8
	// manyRefusals is the number of pairs of state and event up to which their
	// errors are made in advance: 32 KB of them.
	manyRefusals = 1 << 14
)

// tabled returns the events whose methods look up the next state in a table:
// those that do nothing else, of a machine that has one with many cases.
func (g *generator) tabled() map[int]bool {
	if g.tables != nil {
		return g.tables
	}
	g.tables = map[int]bool{}
	large := false
	for e := range g.m.Events {
		reactions := g.reactions(e)
		if plainReactions(reactions) {
			g.tables[e] = true
			large = large || len(reactions) >= manyCases
		}
	}
	if !large {
		clear(g.tables)
	}
	return g.tables
}

// plainReactions reports whether an event leads from each state that accepts
// it to one state, and does nothing else.
func plainReactions(reactions []reaction) bool {
	for _, r := range reactions {
		a := r.alternatives[0]
		if a.guard != "" || a.effect != core.Take || len(a.asks)+len(a.keeps)+len(a.updates)+len(a.clears) > 0 || a.delivery.calls() {
			return false
		}
	}
	return len(reactions) > 0
}

// table emits the states that events lead to, if any event looks there.
func (g *generator) table() {
	n, tabled := g.names, g.tabled()
	if len(tabled) == 0 {
		return
	}
	width := 1 // a power of two, because a row is then found by a shift
	for width < len(g.m.Events) {
		width *= 2
	}
	g.doc(wrap(n.Table + " has the state that an event leads to from each state, plus one, and 0 where the event is illegal."))
	g.file.Var().Id(n.Table).Op("=").Index(jen.Op("...")).Index(jen.Lit(width)).Id(n.State).ValuesFunc(func(rows *jen.Group) {
		for s := range g.m.States {
			row := g.row(s, tabled)
			if len(row) > 0 || s == len(g.m.States)-1 {
				rows.Line().Id(n.States[s]).Op(":").Values(row...)
			}
		}
		rows.Line()
	})
}

func (g *generator) row(state int, tabled map[int]bool) []jen.Code {
	var cells []jen.Code
	for e := range g.m.Events {
		if ts := g.alternatives(state, e); tabled[e] && len(ts) > 0 {
			cells = append(cells, jen.Line().Id(g.names.Events[e].Const).Op(":").Lit(1).Op("+").Id(g.names.States[ts[0].To]))
		}
	}
	if len(cells) > 0 {
		cells = append(cells, jen.Line())
	}
	return cells
}

// lookUp emits the step of an event by the table.
func (g *generator) lookUp(body *jen.Group, event int) {
	body.Id("next").Op(":=").Add(g.cell(jen.Id(g.names.Events[event].Const)))
	body.If(jen.Id("next").Op("==").Lit(0)).Block(jen.Return(g.illegal(event)))
	g.enter(body)
}

func (g *generator) cell(event jen.Code) *jen.Statement {
	return jen.Id(g.names.Table).Index(jen.Id("m.state")).Index(event)
}

// enter emits the step to a state that the table had.
func (g *generator) enter(body *jen.Group) {
	body.Id("m.state").Op("=").Id("next").Op("-").Lit(1)
	body.Id("m.steps").Op("++")
	body.Return(jen.Nil())
}

// send emits the method that takes an event as a value.
func (g *generator) send() {
	n, tabled := g.names, g.tabled()
	if n.Send == "" {
		return
	}
	g.doc(wrap(n.Send + " handles e, as the method of that event does: for events that come as values, from a log or a queue. A value that is " +
		"no event is refused with *" + n.Illegal + "."))
	g.onMachine(n.Send).Params(jen.Id("e").Id(n.Event)).Error().BlockFunc(func(body *jen.Group) {
		unknown := func() *jen.Statement {
			return jen.Return(jen.Op("&").Id(n.Illegal).Values(jen.Id("State").Op(":").Id("m.state"), jen.Id("Event").Op(":").Id("e")))
		}
		if len(tabled) > 0 {
			body.If(jen.Id("e").Op(">").Id(n.Events[len(n.Events)-1].Const)).Block(unknown())
		}
		if len(tabled) > 0 && n.Host != "" {
			body.If(jen.Id("m").Dot("busy")).Block(jen.Return(
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

// prepared reports whether the errors of illegal events are made in advance.
func (g *generator) prepared() bool {
	pairs := len(g.m.States) * len(g.m.Events)
	return pairs > 0 && pairs <= manyRefusals
}

// illegal is the error of an event that the present state does not accept.
func (g *generator) illegal(event int) *jen.Statement {
	if !g.prepared() {
		return g.refusal(g.names.Illegal, event)
	}
	return jen.Op("&").Id(g.names.Refusals).Index(jen.Id("m.state")).Index(jen.Id(g.names.Events[event].Const))
}

// refusals emits the errors of illegal events.
func (g *generator) refusals() {
	n := g.names
	if !g.prepared() {
		return
	}
	g.doc(wrap(n.Refusals + " has the error of each event in each state, made once, so that a refusal allocates nothing."))
	g.file.Var().Id(n.Refusals).Op("=").Func().Params().Params(
		jen.Id("all").Index(jen.Lit(len(g.m.States))).Index(jen.Lit(len(g.m.Events))).Id(n.Illegal),
	).Block(
		jen.For(jen.Id("s").Op(":=").Range().Id("all")).Block(
			jen.For(jen.Id("e").Op(":=").Range().Id("all").Index(jen.Id("s"))).Block(
				jen.Id("all").Index(jen.Id("s")).Index(jen.Id("e")).Op("=").Id(n.Illegal).Values(
					jen.Id("State").Op(":").Id(n.State).Call(jen.Id("s")), jen.Id("Event").Op(":").Id(n.Event).Call(jen.Id("e"))),
			),
		),
		jen.Return(jen.Id("all")),
	).Call()
}
