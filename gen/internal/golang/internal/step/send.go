package step

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// send emits the method that accepts an event as a value.
func (g printer) send() {
	n, tabled := g.m.Names, g.plan.tabled
	if n.Send == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Send + " handles e as the method of that event does. It is for events that arrive as values, as from a log or a queue. A value " +
		"that is not an event" + g.orInternal() + " is refused with *" + n.Illegal + "."))
	g.f.OnMachine(n.Send).Params(code.Context(g.m, jen.Id("e").Id(n.Event))...).Error().BlockFunc(func(body *jen.Group) {
		illegalNow := jen.Op("&").Id(n.Illegal).Values(jen.Id("State").Op(":").Id("m.state"), jen.Id("Event").Op(":").Id("e"))
		unknown := func() *jen.Statement { return jen.Return(illegalNow.Clone()) }
		if len(tabled) > 0 && g.m.Core.Faces.Observe {
			body.If(jen.Id("m.mode").Op("!=").Lit(0)).BlockFunc(func(body *jen.Group) {
				var value []jen.Code
				if g.m.Core.Faces.Values {
					body.List(jen.Id("in"), jen.Id("_")).Op(":=").Id(n.Values.ReadInput).Call(jen.Id("e"), jen.Nil()).Comment("// nil for what is refused")
					value = []jen.Code{jen.Id("in")}
				}
				body.Return(g.observe(jen.Id("e"), value, jen.Func().Params().Error().Block(jen.Return(jen.Id("m").Dot(n.Send).Call(code.InContext(g.m, jen.Id("e"))...)))))
			})
		} else if g.m.Core.Faces.Observe { // the methods tell observers of all other events
			unknown = func() *jen.Statement {
				return jen.Return(jen.Id("m").Dot("refuse").Call(append(append([]jen.Code{jen.Id("e")}, code.NoInput(g.m)...), illegalNow.Clone())...))
			}
		}
		if len(tabled) > 0 {
			body.If(jen.Id("e").Op(">").Id(n.Events[len(n.Events)-1].Const)).Block(unknown())
		}
		if len(tabled) > 0 && n.Host != "" && !g.m.Core.Faces.Observe {
			body.If(jen.Id(code.Busy(g.m))).Block(jen.Return(
				jen.Op("&").Id(n.Reentrant).Values(jen.Id("State").Op(":").Id("m.state"), jen.Id("Event").Op(":").Id("e"))))
		}
		if len(tabled) > 0 && n.Context != "" {
			body.If(jen.Id(n.Context).Op("==").Nil()).Block(jen.Return(g.refusals.withoutContext(jen.Id("e"))))
		}
		if len(tabled) > 0 {
			body.If(jen.Id("next").Op(":=").Add(g.cell(jen.Id("e"))), jen.Id("next").Op("!=").Lit(0)).BlockFunc(g.enter)
		}
		illegal := unknown()
		if len(tabled) > 0 && g.refusals.prepared() && !slices.ContainsFunc(g.m.Internal(), g.m.Guarded) { // whose errors name conditions that nobody has tried
			illegal = jen.Return(jen.Op("&").Id(n.Refusals).Index(jen.Id("m.state")).Index(jen.Id("e")))
		}
		var cases []jen.Code
		for e := range g.m.Core.Events {
			if !tabled[e] && !g.m.Core.Events[e].Internal {
				cases = append(cases, jen.Case(jen.Id(n.Events[e].Const)).Block(jen.Return(jen.Id("m").Dot(n.Events[e].Method).Call(code.InContext(g.m)...))))
			}
		}
		if len(cases) == 0 {
			body.Add(illegal)
			return
		}
		body.Switch(jen.Id("e")).Block(append(cases, jen.Default().Block(illegal))...)
	})
}

// orInternal adds the internal events to those that are refused.
func (g printer) orInternal() string {
	text := ""
	if internal := g.m.Internal(); len(internal) > 0 {
		text = ", or that only " + g.m.Raisers(internal...) + ","
	}
	if e := g.m.Core.Eventless(); e >= 0 {
		text = strings.TrimSuffix(text, ",") + ", or that is " + g.m.Names.Events[e].Const + ","
	}
	return text
}
