package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// reaction is what an event does in some states.
type reaction struct {
	states       []int
	leads        string // in words, for the comment
	alternatives []alternative
}

// alternative is one transition in terms of the output.
type alternative struct {
	asks     []string // statements that put answers into variables, for this guard and later ones
	guard    string   // "" when always taken
	keeps    []string // statements that put old values into variables, for outputs
	updates  []string // statements
	clears   []int    // data of the state that is left
	to       int      // the state to enter, or -1 to stay
	delivery delivery
	effect   core.Effect
	event    int
}

// events emits a method for each event.
func (g *generator) events() {
	for e := range g.m.Events {
		g.event(e)
	}
}

func (g *generator) event(e int) {
	reactions := g.reactions(e)
	g.doc(g.eventDoc(e, reactions))
	g.onMachine(g.names.Events[e].Method).Params(g.arguments(g.m.Events[e].Fields, g.names.Events[e].Args)...).Error().BlockFunc(func(body *jen.Group) {
		if g.names.Host != "" {
			body.If(jen.Id("m").Dot("busy")).Block(jen.Return(g.refusal(g.names.Reentrant, e)))
		}
		for _, f := range g.checked(e) {
			g.checkPayload(body, e, f)
		}
		if g.tabled()[e] {
			g.lookUp(body, e)
			return
		}
		g.react(body, e, reactions)
	})
}

// reactions groups the states that accept an event by what it does there.
func (g *generator) reactions(event int) []reaction {
	if out, known := g.known[event]; known {
		return out
	}
	var out []reaction
	keys := map[string]int{}
	for s := range g.m.States {
		ts := g.alternatives(s, event)
		if len(ts) == 0 {
			continue
		}
		r := reaction{leads: g.leads(event, ts)}
		r.alternatives = g.inTurn(event, ts)
		key := fmt.Sprintf("%#v", r)
		i, known := keys[key]
		if !known {
			i = len(out)
			keys[key] = i
			out = append(out, r)
		}
		out[i].states = append(out[i].states, s)
	}
	if g.known == nil {
		g.known = map[int][]reaction{}
	}
	g.known[event] = out
	return out
}

// inTurn writes the alternatives of one state. A question to the host that
// their guards have more than once is asked before the first of them.
func (g *generator) inTurn(event int, ts []core.Transition) []alternative {
	var out []alternative
	local := g.newLocals(event)
	times := map[int]int{}
	for _, t := range ts {
		for _, a := range g.questions(t.Guard) {
			times[a]++
		}
	}
	g.answers = map[int]string{}
	for _, t := range ts {
		var asks []string
		for _, a := range g.questions(t.Guard) {
			if _, known := g.answers[a]; times[a] > 1 && !known {
				call := g.ask(a, event)
				g.answers[a] = local.name(ident.Unexport(g.m.Guards[g.m.Asks[a].Guard].Name))
				asks = append(asks, g.answers[a]+" := "+call)
			}
		}
		a := g.alternative(t, local.clone())
		a.asks = asks
		out = append(out, a)
	}
	g.answers = nil
	return out
}

func (g *generator) alternative(t core.Transition, local *locals) alternative {
	a := alternative{updates: g.updates(t), to: -1, effect: t.Effect, event: t.Event}
	if t.Guard != nil {
		a.guard = g.code(t.Guard, "m.params", t.Event)
	}
	if t.To != t.From {
		a.to = t.To
		a.clears = g.left(t.From, t.To)
	}
	a.keeps, a.delivery = g.delivery(t, a.clears, local)
	return a
}

// react emits the body of an event's method: what happens in each state, and
// the error for all others.
func (g *generator) react(body *jen.Group, event int, reactions []reaction) {
	illegal := jen.Return(g.illegal(event))
	if len(reactions) == 1 && len(reactions[0].states) <= 2 {
		elsewhere := jen.Null()
		for i, s := range reactions[0].states {
			if i > 0 {
				elsewhere.Op("&&")
			}
			elsewhere.Id("m").Dot("state").Op("!=").Id(g.names.States[s])
		}
		body.If(elsewhere).Block(illegal)
		if !g.try(body, reactions[0].alternatives) {
			body.Add(illegal)
		}
		return
	}
	ends := len(reactions) > 0
	if ends {
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for _, r := range reactions {
				cases.CaseFunc(g.states(r.states)).BlockFunc(func(body *jen.Group) { ends = g.try(body, r.alternatives) && ends })
			}
			cases.Default().Block(illegal.Clone())
		})
	}
	if !ends {
		body.Add(illegal)
	}
}

// refusal is an error of a type that names the present state and an event.
func (g *generator) refusal(typ string, event int) *jen.Statement {
	return jen.Op("&").Id(typ).Values(
		jen.Id("State").Op(":").Id("m").Dot("state"),
		jen.Id("Event").Op(":").Id(g.names.Events[event].Const),
	)
}

// try emits alternatives in order and reports whether one is always taken.
func (g *generator) try(body *jen.Group, alternatives []alternative) bool {
	for _, a := range alternatives {
		for _, ask := range a.asks {
			body.Id(ask)
		}
		if a.guard == "" {
			g.take(body, a)
			return true
		}
		body.If(jen.Id(a.guard)).BlockFunc(func(body *jen.Group) { g.take(body, a) })
	}
	return false
}

// take emits one alternative. Of a transition it is the updates from old values, then the data that
// go with the state left, then the state, then what the host is told.
func (g *generator) take(body *jen.Group, a alternative) {
	if a.effect == core.Reject {
		body.Return(g.refusal(g.names.Rejected, a.event))
		return
	}
	for _, k := range a.keeps {
		body.Id(k)
	}
	for _, u := range a.updates {
		body.Id(u)
	}
	for _, v := range a.clears {
		body.Id("m").Dot(g.names.Vars[v].Field).Op("=").Add(g.zero(g.m.Vars[v].Type))
	}
	if a.to >= 0 {
		body.Id("m").Dot("state").Op("=").Id(g.names.States[a.to])
	}
	if a.effect == core.Take {
		body.Id("m").Dot("steps").Op("++")
	}
	if a.delivery.calls() {
		body.Id("m").Dot("busy").Op("=").True()
		g.deliver(body, a.delivery)
		body.Id("m").Dot("busy").Op("=").False()
	}
	body.Return(jen.Nil())
}

// arguments declares fields as parameters, neighbours of one type together.
func (g *generator) arguments(fields []core.Field, args []string) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(fields); {
		var names []jen.Code
		t := fields[i].Type
		for ; i < len(fields) && fields[i].Type.Same(t); i++ {
			names = append(names, jen.Id(args[i]))
		}
		out = append(out, jen.List(names...).Add(g.goType(t)))
	}
	return out
}

func (g *generator) checkPayload(body *jen.Group, event, field int) {
	arg := g.names.Events[event].Args[field]
	body.If(jen.Op("!").Id(arg).Dot("Valid").Call()).Block(
		jen.Return(jen.Op("&").Id(g.names.Payload).Values(
			jen.Id("Event").Op(":").Id(g.names.Events[event].Const),
			jen.Id("Field").Op(":").Lit(g.m.Events[event].Fields[field].Name),
			jen.Id("Value").Op(":").Int().Call(jen.Id(arg)),
		)),
	)
}

// eventDoc is the comment of an event's method. It says where the event is
// legal and where it leads from there.
func (g *generator) eventDoc(e int, reactions []reaction) []string {
	event, name := &g.m.Events[e], g.names.Events[e].Method
	predicate := "handles the event " + event.Name
	if _, named := cutName(docLines(event.Doc), event.Name); named {
		predicate = ""
	}
	var sender []string
	if event.Environment {
		sender = wrap("It is an environment event: the world may send it as often as it likes.")
	}
	return describe(name, event.Name, predicate, event.Doc, sender, g.where(reactions))
}

// where says in which states an event is legal and where it leads from each.
func (g *generator) where(reactions []reaction) []string {
	if len(reactions) == 0 {
		return wrap("No state accepts it.")
	}
	var leads []string
	from := map[string][]string{}
	for _, r := range reactions {
		if from[r.leads] == nil {
			leads = append(leads, r.leads)
		}
		for _, s := range r.states {
			from[r.leads] = append(from[r.leads], g.m.States[s].Name)
		}
	}
	if len(leads) == 1 {
		return wrap("From " + list(from[leads[0]]) + ": " + leads[0] + ".")
	}
	var out []string
	for _, l := range leads {
		for i, line := range wrap("From " + list(from[l]) + ": " + l) {
			indent := "    "
			if i == 0 {
				indent = "  - "
			}
			out = append(out, indent+line)
		}
	}
	return out
}
