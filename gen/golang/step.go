package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// reaction is what an event does in some states.
type reaction struct {
	states       []int
	leads        string // in words, for the comment
	alternatives []alternative
}

// alternative is one transition in terms of the output.
type alternative struct {
	guard   string   // "" when always taken
	updates []string // statements
	clears  []int    // data of the state that is left
	to      int      // the state to enter, or -1 to stay
	effect  core.Effect
	event   int
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
	g.onMachine(g.names.Events[e].Method).Params(g.arguments(e)...).Error().BlockFunc(func(body *jen.Group) {
		for _, f := range g.checked(e) {
			g.checkPayload(body, e, f)
		}
		g.react(body, e, reactions)
	})
}

// reactions groups the states that accept an event by what it does there.
func (g *generator) reactions(event int) []reaction {
	var out []reaction
	keys := map[string]int{}
	for s := range g.m.States {
		ts := g.alternatives(s, event)
		if len(ts) == 0 {
			continue
		}
		r := reaction{leads: g.leads(event, ts)}
		for _, t := range ts {
			r.alternatives = append(r.alternatives, g.alternative(t))
		}
		key := fmt.Sprintf("%#v", r)
		i, known := keys[key]
		if !known {
			i = len(out)
			keys[key] = i
			out = append(out, r)
		}
		out[i].states = append(out[i].states, s)
	}
	return out
}

func (g *generator) alternative(t core.Transition) alternative {
	a := alternative{updates: g.updates(t), to: -1, effect: t.Effect, event: t.Event}
	if t.Guard != nil {
		a.guard = g.code(t.Guard, "m.params", t.Event)
	}
	if t.To != t.From {
		a.to = t.To
		a.clears = g.left(t.From, t.To)
	}
	return a
}

// left returns the data of one state whose fields the other does not have.
func (g *generator) left(from, to int) []int {
	var out []int
	for i, v := range g.m.Vars {
		if v.State != from {
			continue
		}
		kept := slices.ContainsFunc(g.sharedWith(i), func(j int) bool { return g.m.Vars[j].State == to })
		if !kept {
			out = append(out, i)
		}
	}
	return out
}

// updates writes the updates of a transition as statements. All values are
// those before the step, so updates that read what another one sets share a
// statement with it; the others stand alone.
func (g *generator) updates(t core.Transition) []string {
	var us []core.Update
	for _, u := range t.Updates {
		// Data of two states with one name share a field: carrying the value
		// over is no statement.
		if ref, ok := u.Value.(*expr.Ref); !ok || g.field(ref) != g.names.Vars[u.Var].Field {
			us = append(us, u)
		}
	}
	var out []string
	for _, group := range g.entangled(us) {
		if len(group) == 1 {
			if step := g.step(group[0]); step != "" {
				out = append(out, step)
				continue
			}
		}
		var fields, values []string
		for _, u := range group {
			fields = append(fields, "m."+g.names.Vars[u.Var].Field)
			values = append(values, g.code(u.Value, "m.params", t.Event))
		}
		out = append(out, strings.Join(fields, ", ")+" = "+strings.Join(values, ", "))
	}
	return out
}

// entangled groups updates: two are in one group when either reads what the
// other sets, or both are in a group with a third. Order is kept.
func (g *generator) entangled(us []core.Update) [][]core.Update {
	group := make([]int, len(us))
	for i := range us {
		group[i] = i
	}
	for i, u := range us {
		for j, w := range us {
			if i == j || !g.reads(u, w) {
				continue
			}
			from, to := max(group[i], group[j]), min(group[i], group[j])
			for k := range group {
				if group[k] == from {
					group[k] = to
				}
			}
		}
	}
	out := make([][]core.Update, len(us))
	for i, u := range us {
		out[group[i]] = append(out[group[i]], u)
	}
	return slices.DeleteFunc(out, func(us []core.Update) bool { return len(us) == 0 })
}

// reads reports whether u reads what w sets.
func (g *generator) reads(u, w core.Update) bool {
	set := g.names.Vars[w.Var].Field
	return expr.Uses(u.Value, func(s *expr.Symbol) bool {
		return s.Scope == expr.Var && g.names.Vars[s.Index].Field == set
	})
}

// field returns the field that a reference reads, or "".
func (g *generator) field(r *expr.Ref) string {
	if r.Symbol.Scope != expr.Var {
		return ""
	}
	return g.names.Vars[r.Symbol.Index].Field
}

// step writes an update that counts by one as Go does, or returns "".
func (g *generator) step(u core.Update) string {
	b, ok := u.Value.(*expr.Binary)
	if !ok {
		return ""
	}
	x, isRef := b.X.(*expr.Ref)
	y, isLit := b.Y.(*expr.Lit)
	field := g.names.Vars[u.Var].Field
	if !isRef || !isLit || y.Value != 1 || g.field(x) != field {
		return ""
	}
	switch b.Op {
	case expr.Add:
		return "m." + field + "++"
	case expr.Sub:
		return "m." + field + "--"
	}
	return ""
}

// react emits the body of an event's method: what happens in each state, and
// the error for all others.
func (g *generator) react(body *jen.Group, event int, reactions []reaction) {
	illegal := jen.Return(g.refusal(g.names.Illegal, event))
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
	if len(reactions) > 0 {
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for _, r := range reactions {
				cases.CaseFunc(g.states(r.states)).BlockFunc(func(body *jen.Group) { g.try(body, r.alternatives) })
			}
		})
	}
	body.Add(illegal)
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
		if a.guard == "" {
			g.take(body, a)
			return true
		}
		body.If(jen.Id(a.guard)).BlockFunc(func(body *jen.Group) { g.take(body, a) })
	}
	return false
}

// take emits one alternative. Of a transition it is the updates from old values, then the data that
// go with the state left, then the state.
func (g *generator) take(body *jen.Group, a alternative) {
	if a.effect == core.Reject {
		body.Return(g.refusal(g.names.Rejected, a.event))
		return
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
	body.Return(jen.Nil())
}

// arguments declares the payload, neighbours of one type together.
func (g *generator) arguments(event int) []jen.Code {
	var out []jen.Code
	fields, args := g.m.Events[event].Fields, g.names.Events[event].Args
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
	return describe(name, event.Name, predicate, event.Doc, g.where(reactions))
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
