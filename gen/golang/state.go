package golang

import (
	"github.com/dave/jennifer/jen"
)

// stateType emits the State type, its constants and its methods.
func (g *generator) stateType() {
	e := &enumeration{
		name:  g.names.State,
		recv:  "s",
		doc:   wrap(g.names.State + " is a state of the machine " + g.m.Name + "."),
		group: "The states, in the order of the spec.",
	}
	for i, s := range g.m.States {
		e.values = append(e.values, constant{
			name: g.names.States[i],
			text: s.Name,
			doc:  describe(g.names.States[i], s.Name, g.statePredicate(i), s.Doc),
		})
	}
	g.declare(e)
	g.all(e, g.names.StateList, "states")
	g.stringer(e, "the name of the state in the spec")
	g.texts(e, "state")
	g.stateDocs(e)

	g.doc(wrap("Terminal reports whether the machine ends in s."))
	g.method(e, false).Id("Terminal").Params().Bool().Block(
		jen.Return(jen.Id("s").Dot("Outcome").Call().Op("!=").Id(g.names.Running)))

	g.doc(wrap("Outcome returns the outcome with which the machine ends in s, or " + g.names.Running + " if s is not terminal."))
	g.method(e, false).Id("Outcome").Params().Id(g.names.Outcome).BlockFunc(func(body *jen.Group) {
		none := jen.Return(jen.Id(g.names.Running))
		if len(g.m.Outcomes) == 0 {
			body.Add(none)
			return
		}
		body.Switch(jen.Id("s")).BlockFunc(func(cases *jen.Group) {
			for i, o := range g.m.Outcomes {
				cases.CaseFunc(g.states(o.States)).Block(jen.Return(jen.Id(g.names.Outcomes[i])))
			}
			cases.Default().Block(none)
		})
	})
}

// states lists constants of states, for a case clause.
func (g *generator) states(states []int) func(*jen.Group) {
	return func(list *jen.Group) {
		for _, s := range states {
			list.Id(g.names.States[s])
		}
	}
}

// eventType emits the Event type, its constants and its methods.
func (g *generator) eventType() {
	e := &enumeration{
		name:  g.names.Event,
		recv:  "e",
		doc:   wrap(g.names.Event + " names an event of the machine " + g.m.Name + ". A method of [" + g.names.Machine + "] handles it."),
		group: "The events, in the order of the spec.",
	}
	for i, event := range g.m.Events {
		n := g.names.Events[i]
		e.values = append(e.values, constant{
			name: n.Const,
			text: event.Name,
			doc:  wrap(n.Const + " is handled by [" + g.names.Machine + "." + n.Method + "]."),
		})
	}
	g.declare(e)
	g.all(e, g.names.EventList, "events")
	g.stringer(e, "the name of the event in the spec")
	g.texts(e, "event")
	g.eventDocs(e)
}

// outcomeType emits the Outcome type, its constants and its methods.
func (g *generator) outcomeType() {
	e := &enumeration{
		name:  g.names.Outcome,
		recv:  "o",
		doc:   wrap(g.names.Outcome + " is how a machine ended."),
		group: "The outcomes, in the order of the spec.",
		values: []constant{{
			name: g.names.Running,
			text: "none",
			doc:  wrap(g.names.Running + " is the outcome of a machine that has not ended."),
		}},
	}
	for i, o := range g.m.Outcomes {
		var states []string
		for _, s := range o.States {
			states = append(states, g.m.States[s].Name)
		}
		name := g.names.Outcomes[i]
		e.values = append(e.values, constant{name: name, text: o.Name, doc: wrap(name + " is the outcome of " + list(states) + ".")})
	}
	g.declare(e)
	g.stringer(e, "the name of the outcome in the spec, \"none\" before the end")
	g.texts(e, "outcome")
}
