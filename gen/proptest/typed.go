package proptest

import (
	"slices"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
)

// typed prints how events are sent to typed states, and the handler of a run.
func (p *printer) typed() {
	n := p.names.Typed
	p.comment(p.prefix + "TestTyped sends an event to a typed state, if that has a method for it.")
	p.file.Func().Add(p.id("TestTyped")).Params(jen.Id("typed").Id(n.Any), jen.Id("e").Add(p.id("OracleEvent"))).
		Params(jen.Id("next").Id(n.Any), jen.Id("listed").Bool(), jen.Err().Error()).BlockFunc(func(g *jen.Group) {
		cases := p.typedCases()
		if len(cases) > 0 {
			g.Switch(jen.Id("s").Op(":=").Id("typed").Assert(jen.Type())).Block(cases...)
		}
		g.Return(jen.Nil(), jen.False(), jen.Nil())
	})
	for i := range p.m.States {
		method := p.names.Run.Methods[i]
		if method == "" {
			continue
		}
		p.comment(method + " implements " + p.names.Run.Handler + ".")
		p.file.Func().Params(jen.Id("h").Op("*").Add(p.id("TestHandler"))).Id(method).
			Params(jen.Id("_").Qual("context", "Context"), jen.Id("s").Id(n.In[i])).Params(jen.Id(n.After[i]), jen.Error()).Block(
			jen.List(jen.Id("next"), jen.Err()).Op(":=").Id("h").Dot("next").Call(jen.Id("s")),
			jen.List(jen.Id("after"), jen.Id("_")).Op(":=").Id("next").Assert(jen.Id(n.After[i])),
			jen.Return(jen.Id("after"), jen.Err()),
		)
	}
}

// typedCases writes a case for each state that has methods.
func (p *printer) typedCases() []jen.Code {
	var states []jen.Code
	for s := range p.m.States {
		var events []jen.Code
		for e := range p.m.Events {
			if len(p.m.On(s, e)) == 0 {
				continue
			}
			events = append(events, jen.Case(jen.Id(p.names.Events[e].Const)).Block(
				jen.List(jen.Id("next"), jen.Err()).Op("=").Id("s").Dot(p.names.Events[e].Method).CallFunc(func(g *jen.Group) {
					for _, f := range p.fields[e] {
						g.Id("e").Dot(f)
					}
				}),
				jen.Return(jen.Id("next"), jen.True(), jen.Err()),
			))
		}
		if len(events) > 0 {
			states = append(states, jen.Case(jen.Id(p.names.Typed.In[s])).Block(jen.Switch(jen.Id("e").Dot("Event")).Block(events...)))
		}
	}
	return states
}

// hurries reports whether a timer can be over before a test is done.
func (p *printer) hurries() bool {
	return slices.ContainsFunc(p.m.Timers, func(t core.Timer) bool {
		length := t.Constant
		if t.Delay >= 0 {
			length = p.m.Delays[t.Delay].Constant
		}
		return length > 0 && length < time.Second
	})
}
