package typed

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
)

// types emits the types of all states, and the methods that read them. The machine documents what these read.
func (g printer) types() {
	n := g.m.Names
	g.f.Doc(comment.Wrap("The states as types. The constants of [" + n.State + "] document them, and the methods of [" + n.Machine + "] what they have."))
	g.f.Type().DefsFunc(func(defs *jen.Group) {
		for s := range g.m.Core.States {
			defs.Id(n.Typed.In[s]).Op("struct{ *" + n.Typed.Embedded[s] + " }")
		}
	})
	g.f.Line()
	for s := range g.m.Core.States {
		g.reads(s)
	}
}

// reads emits the methods that read a typed state.
func (g printer) reads(state int) {
	s, n := &g.m.Core.States[state], g.m.Names
	g.onTyped(state, "").Id("State").Params().Id(n.State).Block(jen.Return(jen.Id(n.States[state])))
	if g.m.Core.Terminal(state) {
		g.onTyped(state, "").Id("Outcome").Params().Id(n.Outcome).Block(jen.Return(jen.Id(n.Outcomes[s.Outcome])))
	}
	for i, v := range g.m.Core.Vars {
		if v.State != state || v.Pending() {
			continue
		}
		at := jen.Id("s.now").Call()
		if g.m.Core.Terminal(state) { // which the machine does not leave
			at = jen.Id("s.m")
		}
		g.onTyped(state, "s").Id(n.Vars[i].Getter).Params().Add(code.Type(g.m, v.Type)).Block(jen.Return(at.Dot(n.Vars[i].Field)))
	}
}

// events emits the events of a state, and the types of their results.
func (g printer) events(state int) {
	n := g.m.Names
	accepted := g.m.Sent(state)
	for _, e := range accepted {
		g.typedEvent(state, e)
	}
	if g.m.Names.Typed.After[state] == "" {
		return
	}
	g.after(state)
	for _, e := range accepted {
		if sum := n.Typed.Results[[2]int{state, e}]; sum != "" && g.next(state, e) == sum {
			g.result(state, e)
		}
	}
}

// onTyped starts a method of a typed state.
func (g printer) onTyped(state int, receiver string) *jen.Statement {
	return g.f.Func().Params(jen.Id(receiver).Id(g.m.Names.Typed.In[state]))
}

// typedEvent emits the method of an event in a state.
func (g printer) typedEvent(state, e int) {
	n, event := g.m.Names, &g.m.Core.Events[e]
	name, targets, next := n.Events[e], g.m.Targets(state, e), g.next(state, e)
	local := code.NewLocals(g.m, g.f.Imports, e)
	self, err, here := local.Name("s", "in", "self"), local.Name("err", "fault", "refusal"), local.Name("now", "here", "present")
	leads := prose.Leads(g.m, e, g.m.Alternatives(state, e))
	if leads == "" {
		leads = "always refused"
	}
	as := event.Name
	if strings.TrimSpace(event.Doc) != "" {
		as = "as [" + n.Machine + "." + name.Method + "] does"
	}
	g.f.Doc(comment.Wrap(name.Method + " handles the event " + as + ": " + leads + "."))
	g.onTyped(state, self).Id(name.Method).Params(code.Context(g.m, code.Arguments(g.m, event.Fields, name.Args)...)...).Params(jen.Id(next), jen.Error()).BlockFunc(func(body *jen.Group) {
		if g.m.Unsettled() && g.m.Goes(state) { // the type is of the state before the transitions that are left
			body.Add(code.Settle(g.m, self+".m"))
		}
		body.List(jen.Id(here), jen.Id(err)).Op(":=").Add(g.sent(state, e, self))
		if len(targets) == 1 {
			body.Return(jen.Id(next).Values(jen.Id(here)), jen.Id(err))
			return
		}
		body.If(jen.Id(err).Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Id(err)))
		code.Switch(g.m, body, jen.Id(self).Dot("m.state"), targets, func(to int) *jen.Statement {
			return jen.Return(jen.Id(n.Typed.In[to]).Values(jen.Id(here)), jen.Nil())
		})
	})
}

// sent writes the call that sends an event from a typed state.
func (g printer) sent(state, e int, self string) *jen.Statement {
	n := g.m.Names
	if g.m.Core.Faces.Values {
		in := jen.Id(n.Values.Inputs[e].Type).Values(code.Passed(g.m, e)...)
		return jen.Id(n.Typed.Send).Call(code.InContext(g.m, jen.Id(self).Dot(n.Typed.Embedded[state]), jen.Id(n.States[state]), in)...)
	}
	machine := jen.Op("*").Id(n.Machine)
	handle := jen.Parens(machine.Clone()).Dot(n.Events[e].Method)
	if args := code.Sent(g.m, e); len(args) > 0 {
		handle = jen.Func().Params(jen.Id("m").Add(machine)).Error().Block(jen.Return(jen.Id("m").Dot(n.Events[e].Method).Call(args...)))
	}
	args := []jen.Code{jen.Id(n.States[state]), handle}
	if g.m.Core.Faces.Observe { // observers are told the event
		args = []jen.Code{jen.Id(n.States[state]), jen.Id(n.Events[e].Const), handle}
	}
	return jen.Id(self).Dot("send").Call(args...)
}

// after emits the interface of all results of the events of a state.
func (g printer) after(state int) {
	n, states := g.m.Names, g.m.Follow(state)
	sum, predicate := n.Typed.After[state], "is the machine after an event of "+g.m.Core.States[state].Name+": "+comment.Either(g.typesOf(states))
	if len(states) == 0 {
		predicate = "is the machine after an event of " + g.m.Core.States[state].Name + ", which has none"
	}
	g.f.Doc(comment.Wrap(sum + " " + predicate + "."))
	g.f.Type().Id(sum).Interface(jen.Id(n.Typed.Any), jen.Id(marker(sum)).Params())
	g.mark(sum, states)
}

// result emits the interface of the results of one event in a state.
func (g printer) result(state, e int) {
	n, states := g.m.Names, g.m.Targets(state, e)
	sum := n.Typed.Results[[2]int{state, e}]
	g.f.Doc(comment.Wrap(sum + " is the machine after " + g.m.Core.Events[e].Name + " in " + g.m.Core.States[state].Name + ": " + comment.Either(g.typesOf(states)) + "."))
	g.f.Type().Id(sum).Interface(jen.Id(n.Typed.After[state]), jen.Id(marker(sum)).Params())
	g.mark(sum, states)
}

// next returns the result type of an event: a typed state or an interface.
func (g printer) next(state, event int) string {
	targets := g.m.Targets(state, event)
	switch {
	case len(targets) == 1:
		return g.m.Names.Typed.In[targets[0]]
	case slices.Equal(targets, g.m.Follow(state)):
		return g.m.Names.Typed.After[state]
	}
	return g.m.Names.Typed.Results[[2]int{state, event}]
}
