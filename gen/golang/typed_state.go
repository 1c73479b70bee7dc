package golang

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
)

// typedState emits the type of a state, its accessors and its events, and then
// what they lead to.
func (g *generator) typedState(state int) {
	s, n := &g.m.States[state], g.names
	name := n.Typed.In[state]
	g.doc(describe(name, "", "is the machine in state "+s.Name+", which "+g.statePredicate(state), s.Doc))
	g.file.Type().Id(name).Struct(jen.Op("*").Id(n.Typed.Embedded[state]))

	g.doc(wrap("State returns " + n.States[state] + "."))
	g.onTyped(state, "").Id("State").Params().Id(n.State).Block(jen.Return(jen.Id(n.States[state])))
	if g.m.Terminal(state) {
		outcome := n.Outcomes[s.Outcome]
		g.doc(wrap("Outcome returns " + outcome + "."))
		g.onTyped(state, "").Id("Outcome").Params().Id(n.Outcome).Block(jen.Return(jen.Id(outcome)))
	}
	for i, v := range g.m.Vars {
		if v.State != state {
			continue
		}
		g.doc(describe(n.Vars[i].Getter, v.Name, "returns the datum "+v.Name, v.Doc))
		g.onTyped(state, "s").Id(n.Vars[i].Getter).Params().Add(g.goType(v.Type)).Block(
			jen.Return(jen.Id("s.m").Dot(n.Vars[i].Field)))
	}
	accepted := g.accepted(state)
	for _, e := range accepted {
		g.typedEvent(state, e)
	}
	if g.m.Terminal(state) {
		return
	}
	g.after(state)
	for _, e := range accepted {
		if sum := n.Typed.Results[state][e]; sum != "" && g.next(state, e) == sum {
			g.result(state, e)
		}
	}
}

// onTyped begins a method of a typed state.
func (g *generator) onTyped(state int, receiver string) *jen.Statement {
	return g.file.Func().Params(jen.Id(receiver).Id(g.names.Typed.In[state]))
}

// typedEvent emits the method of an event in a state.
func (g *generator) typedEvent(state, e int) {
	n, event := g.names, &g.m.Events[e]
	name, targets, next := n.Events[e], g.targets(state, e), g.next(state, e)
	local := g.newLocals(e)
	self, err := local.name("s", "in", "self"), local.name("err", "fault", "refusal")
	failed := jen.Nil()
	if len(targets) == 1 {
		failed = jen.Id(next).Values()
	}
	args := make([]jen.Code, len(name.Args))
	for i, a := range name.Args {
		args[i] = jen.Id(a)
	}
	leads := g.leads(e, g.alternatives(state, e))
	if leads == "" {
		leads = "always refused"
	}
	g.doc(describe(name.Method, event.Name, "handles the event "+event.Name+": "+leads, event.Doc))
	g.onTyped(state, self).Id(name.Method).Params(g.arguments(event.Fields, name.Args)...).Params(jen.Id(next), jen.Error()).BlockFunc(func(body *jen.Group) {
		body.If(jen.Id(self).Dot("at").Op("!=").Id(self).Dot("m.steps")).Block(
			jen.Return(failed.Clone(), jen.Id(self).Dot("stale").Call(jen.Id(n.States[state]), jen.Id(name.Const))))
		body.If(jen.Id(err).Op(":=").Id(self).Dot("m").Dot(name.Method).Call(args...), jen.Id(err).Op("!=").Nil()).Block(
			jen.Return(failed.Clone(), jen.Id(err)))
		g.which(body, jen.Id(self).Dot("m.state"), targets, func(to int) *jen.Statement {
			if !g.takes(state, e, to) {
				return jen.Return(jen.Id(self), jen.Nil())
			}
			return jen.Return(jen.Id(n.Typed.In[to]).Values(jen.Id(self).Dot("next").Call(jen.Id(n.States[state]), jen.Id(name.Const))), jen.Nil())
		})
	})
}

// takes reports whether an event in a state can be a transition to another, or to
// the same.
func (g *generator) takes(state, e, to int) bool {
	return slices.ContainsFunc(g.alternatives(state, e), func(t core.Transition) bool { return t.Effect == core.Take && t.To == to })
}

// hesitates reports whether there is an event that is ignored in a state or is a
// transition to the same.
func (g *generator) hesitates() bool {
	for s := range g.m.States {
		for _, e := range g.accepted(s) {
			ignores := slices.ContainsFunc(g.alternatives(s, e), func(t core.Transition) bool { return t.Effect == core.Ignore })
			if ignores && g.takes(s, e, s) {
				return true
			}
		}
	}
	return false
}

// after emits the interface of all that the events of a state lead to.
func (g *generator) after(state int) {
	n, states := g.names, g.follow(state)
	sum, predicate := n.Typed.After[state], "is the machine after an event of "+g.m.States[state].Name+": "+either(g.typesOf(states))
	if len(states) == 0 {
		predicate = "is the machine after an event of " + g.m.States[state].Name + ", which has none"
	}
	g.doc(wrap(sum + " " + predicate + "."))
	g.file.Type().Id(sum).Interface(jen.Id(n.Typed.Any), jen.Id(marker(sum)).Params())
	g.mark(sum, states)
}

// result emits the interface of what one event leads to in a state.
func (g *generator) result(state, e int) {
	n, states := g.names, g.targets(state, e)
	sum := n.Typed.Results[state][e]
	g.doc(wrap(sum + " is the machine after " + g.m.Events[e].Name + " in " + g.m.States[state].Name + ": " + either(g.typesOf(states)) + "."))
	g.file.Type().Id(sum).Interface(jen.Id(n.Typed.After[state]), jen.Id(marker(sum)).Params())
	g.mark(sum, states)
}
