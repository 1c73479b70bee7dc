package step

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// table emits the table of next states, if any event uses it.
func (g printer) table() {
	n, tabled := g.m.Names, g.plan.tabled
	if len(tabled) == 0 {
		return
	}
	width := 1 // a power of two, because a row is then found by a shift
	for width < len(g.m.Core.Events) {
		width *= 2
	}
	g.f.Doc(comment.Wrap(n.Table + " holds the state that each event leads to from each state, plus one, or 0 if the event is illegal there."))
	g.f.Var().Id(n.Table).Op("=").Index(jen.Op("...")).Index(jen.Lit(width)).Id(n.State).ValuesFunc(func(rows *jen.Group) {
		for s := range g.m.Core.States {
			row := g.row(s, tabled)
			if len(row) > 0 || s == len(g.m.Core.States)-1 {
				rows.Line().Id(n.States[s]).Op(":").Values(row...)
			}
		}
		rows.Line()
	})
}

func (g printer) row(state int, tabled map[int]bool) []jen.Code {
	var cells []jen.Code
	for e := range g.m.Core.Events {
		if ts := g.m.Alternatives(state, e); tabled[e] && len(ts) > 0 {
			cells = append(cells, jen.Line().Id(g.m.Names.Events[e].Const).Op(":").Lit(1).Op("+").Id(g.m.Names.States[ts[0].To]))
		}
	}
	if len(cells) > 0 {
		cells = append(cells, jen.Line())
	}
	return cells
}

// lookUp emits the step of an event that uses the table.
func (g printer) lookUp(body *jen.Group, event int) {
	body.Id("next").Op(":=").Add(g.cell(jen.Id(g.m.Names.Events[event].Const)))
	body.If(jen.Id("next").Op("==").Lit(0)).Block(jen.Return(g.refusals.illegal(event)))
	g.enter(body)
}

func (g printer) cell(event jen.Code) *jen.Statement {
	return jen.Id(g.m.Names.Table).Index(jen.Id("m.state")).Index(event)
}

// enter emits the step to a state from the table.
func (g printer) enter(body *jen.Group) {
	next := jen.Id("next").Op("-").Lit(1)
	if g.m.Counts() {
		body.Id("m").Dot("enter").Call(next)
	} else {
		body.Id("m.state").Op("=").Add(next)
	}
	body.Return(jen.Nil())
}
