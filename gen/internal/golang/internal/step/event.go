package step

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
)

// printer writes the methods of events.
type printer struct {
	f        *file.File
	m        *machine.Machine
	plan     *Plan
	refusals refusals
	// ends emits what follows an alternative that is taken; nil: a return.
	ends func(body *jen.Group, a alternative)
}

// Events writes a method for each event, the table that some of them use, and the method that
// accepts events as values.
func (p *Plan) Events(f *file.File, m *machine.Machine) {
	g := printer{f: f, m: m, plan: p, refusals: refusals{f, m}}
	g.table()
	for e := range g.m.Core.Events {
		switch {
		case m.Core.Events[e].Eventless:
			g.always(e)
		case m.Handled(e):
			g.event(e)
		}
	}
	g.enters()
	g.settle()
	g.send()
}

// enters emits the method that changes the state, if transitions are counted and one does.
func (g printer) enters() {
	changes := func(t core.Transition) bool { return t.Effect == core.Take && t.To != t.From }
	if g.m.Counts() && slices.ContainsFunc(g.m.Core.Transitions, changes) {
		g.f.Function(comment.Wrap("enter makes a transition to another state."), `
func (m *$Machine) enter(s $State) {
	m.state = s
	m.steps++
}`, "$State", g.m.Names.State)
	}
}

func (g printer) event(e int) {
	reactions := g.plan.reactions[e]
	doc, method := g.eventDoc(e, reactions), g.m.Names.Events[e].Method
	alone := g.m.Step(e)
	if alone != method {
		g.macrostep(e, doc)
		doc = comment.Wrap(alone + " makes the step of the event " + g.m.Core.Events[e].Name + " alone.")
	}
	g.f.Doc(doc)
	g.f.OnMachine(alone).Params(g.parameters(e)...).Error().BlockFunc(func(body *jen.Group) {
		if alone == method {
			g.settleFirst(body, e)
		}
		g.divert(body, e, alone)
		g.checkContext(body, e)
		g.checkNumber(body, e)
		g.checkPayload(body, e)
		if g.plan.tabled[e] {
			g.lookUp(body, e)
			return
		}
		g.react(body, e, reactions)
	})
}

// parameters declares the parameters of the method of an event.
func (g printer) parameters(e int) []jen.Code {
	fields, names := g.m.Parameters(e)
	return code.Context(g.m, code.Arguments(g.m, fields, names)...)
}

// checkContext emits the refusal of an event without a context.
func (g printer) checkContext(body *jen.Group, e int) {
	if n := g.m.Names; n.Context != "" {
		body.If(jen.Id(n.Context).Op("==").Nil()).Block(jen.Return(g.refusals.withoutContext(jen.Id(n.Events[e].Const))))
	}
}

// divert emits the way of an event that is sent during a step, or to a machine with
// observers. alone is the method of its step alone.
func (g printer) divert(body *jen.Group, e int, alone string) {
	switch {
	case g.m.Core.Faces.Observe:
		special := jen.Id("m.mode").Op("!=").Lit(0)
		if g.plan.refusesFirst(g.m, e) {
			special.Op("||").Add(g.elsewhere(g.plan.reactions[e][0]))
		}
		body.If(special).Block(jen.Return(g.observed(e, alone)))
	case g.m.Names.Host != "":
		body.If(jen.Id(code.Busy(g.m))).Block(jen.Return(g.refusals.of(g.m.Names.Reentrant, e)))
	}
}

// observed returns the call that tells observers of an event, whose arguments the method of its step alone gets again.
func (g printer) observed(e int, alone string) *jen.Statement {
	args := code.Sent(g.m, e)
	if g.m.Core.Faces.Values && !g.m.Core.Events[e].Internal {
		return jen.Id("m").Dot("observeInput").Call(code.InContext(g.m, code.Input(g.m, e)...)...)
	}
	handle := jen.Id("m").Dot(alone)
	if len(args) > 0 {
		handle = jen.Func().Params().Error().Block(jen.Return(handle.Call(args...)))
	}
	return g.observe(jen.Id(g.m.Names.Events[e].Const), code.Input(g.m, e), handle)
}

// observe returns the call that tells observers of an event, which handle sends again. The
// event is also a value if there are values.
func (g printer) observe(event jen.Code, value []jen.Code, handle jen.Code) *jen.Statement {
	return jen.Id("m").Dot("observe").Call(append(append([]jen.Code{event}, value...), handle)...)
}

// react emits the body of an event's method: the effect in each state that accepts the event,
// and the error for all others. Without an event, it says whether there is an effect.
func (g printer) react(body *jen.Group, event int, reactions []reaction) {
	illegal, unmet := jen.Return(jen.False()), jen.Return(jen.False())
	if !g.m.Core.Events[event].Eventless {
		illegal, unmet = jen.Return(g.refusals.illegal(event)), jen.Return(g.refusals.unmet(event))
	}
	if g.m.Reasons(event) {
		body.Var().Id(code.Why(g.m, event)).Qual("github.com/fsmgen/fsmgen/fsm", "Reasons")
	}
	if g.certain(event, reactions) {
		g.reactSurely(body, reactions, unmet)
		return
	}
	first := func(body *jen.Group, r reaction) []alternative {
		if r.turns > 0 {
			body.If(jen.Id("m").Dot("turn").Call(code.InContext(g.m, jen.False())...)).Block(jen.Return(jen.True()))
		}
		return r.alternatives[r.turns:]
	}
	if few(reactions) {
		if !g.plan.refusesFirst(g.m, event) {
			body.If(g.elsewhere(reactions[0])).Block(illegal)
		}
		if !g.try(body, first(body, reactions[0])) {
			body.Add(unmet)
		}
		return
	}
	ends := len(reactions) > 0
	if ends {
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for _, r := range reactions {
				cases.CaseFunc(code.States(g.m, r.states)).BlockFunc(func(body *jen.Group) { ends = g.try(body, first(body, r)) && ends })
			}
			cases.Default().Block(illegal.Clone())
		})
	}
	if !ends && len(reactions) > 0 {
		body.Add(unmet)
	} else if !ends {
		body.Add(illegal)
	}
}

// few reports whether there is one reaction, in one state or two.
func few(reactions []reaction) bool { return len(reactions) == 1 && len(reactions[0].states) <= 2 }

// elsewhere is the condition that the machine is in no state with a reaction.
func (g printer) elsewhere(r reaction) *jen.Statement {
	condition := jen.Null()
	for i, s := range r.states {
		if i > 0 {
			condition.Op("&&")
		}
		condition.Id("m").Dot("state").Op("!=").Id(g.m.Names.States[s])
	}
	return condition
}

// refusesFirst reports whether the method observe also refuses the event where it is illegal: no other error comes before that.
func (p *Plan) refusesFirst(m *machine.Machine, e int) bool {
	event := &m.Core.Events[e]
	return m.Core.Faces.Observe && few(p.reactions[e]) && !event.Eventless && !event.Result && m.Names.Context == "" && (refusals{m: m}).prepared() &&
		!m.Reasons(e) && !p.tabled[e] && !checksPayload(m, e)
}

// ObservesIllegal reports whether the method observe also refuses events that are illegal.
func (p *Plan) ObservesIllegal(m *machine.Machine) bool {
	for e := range m.Core.Events {
		if p.refusesFirst(m, e) {
			return true
		}
	}
	return false
}

// try emits alternatives in order and reports whether one is always taken.
func (g printer) try(body *jen.Group, alternatives []alternative) bool {
	for i := 0; i < len(alternatives); i++ {
		if n, never := g.inCases(body, alternatives[i:]); never {
			return false
		} else if n > 0 {
			i += n - 1
			continue
		}
		a := alternatives[i]
		for _, ask := range a.asks {
			body.Id(ask)
		}
		if a.guards[0] == "" {
			g.take(body, a)
			return true
		}
		body.If(jen.Id(a.guards[0])).BlockFunc(func(body *jen.Group) { g.take(body, a) })
	}
	return false
}

// take emits one alternative. For a transition it emits the updates from old values, the reset of
// the data of the source state, the new state, and the calls of the host, in this order.
func (g printer) take(body *jen.Group, a alternative) {
	if a.effect == core.Reject {
		body.Return(g.refusals.rejected(a))
		return
	}
	for _, k := range a.keeps {
		body.Id(k)
	}
	for _, u := range a.updates {
		body.Id(u)
	}
	for _, v := range a.clears {
		body.Id("m").Dot(g.m.Names.Vars[v].Field).Op("=").Add(code.Zero(g.m, g.m.Core.Vars[v].Type))
	}
	switch {
	case a.to >= 0 && g.m.Counts():
		body.Id("m").Dot("enter").Call(jen.Id(g.m.Names.States[a.to]))
	case a.to >= 0:
		body.Id("m").Dot("state").Op("=").Id(g.m.Names.States[a.to])
	case a.effect == core.Take && g.m.Counts():
		body.Id("m").Dot("steps").Op("++")
	}
	for _, slot := range a.enters {
		body.Id("m").Dot("entered").Index(jen.Id(g.m.Names.Run.Parts.Slots[slot])).Op("++")
	}
	if g.m.Core.Events[a.event].Result {
		g.endCall(body, a.event)
	}
	for _, t := range a.expired {
		body.Id("m").Dot("expire").Call(jen.Id(g.m.Names.Timers[t]))
	}
	a.delivery.WriteStops(g.m, body)
	if a.delivery.Begins() {
		body.Id(code.Occupy(g.m))
		a.delivery.Write(g.m, body)
		body.Id(code.Release(g.m))
	}
	if g.ends != nil {
		g.ends(body, a)
		return
	}
	body.Return(jen.Nil())
}

// eventDoc returns the comment of an event's method, with the states that accept the event and
// its targets.
func (g printer) eventDoc(e int, reactions []reaction) []string {
	event, name := &g.m.Core.Events[e], g.m.Names.Events[e].Method
	predicate := "handles the event " + event.Name
	if _, named := comment.CutName(comment.DocLines(event.Doc), event.Name); named {
		predicate = ""
	}
	var sender []string
	if event.Environment {
		sender = comment.Wrap("It is an environment event: it may be sent any number of times.")
	}
	switch {
	case event.Result:
		predicate = g.resultText(e)
	case event.Internal && predicate != "":
		predicate = "handles the event " + event.Name + ", which only " + g.m.Raisers(e)
	case event.Internal:
		sender = comment.Wrap("It is an internal event, which only " + g.m.Raisers(e) + ".")
	}
	if ranges := g.ranges(e); len(ranges) > 0 {
		sender = append(sender, ranges...)
	}
	leads, from := sources(g.m, reactions)
	if doc := strings.TrimSpace(event.Doc); len(leads) == 1 && sender == nil && !strings.Contains(doc, "\n") {
		return comment.Wrap(strings.Join(comment.Describe(name, event.Name, predicate, doc), " ") + " From " + comment.List(from[leads[0]]) + ": " + leads[0] + ".")
	}
	return comment.Describe(name, event.Name, predicate, event.Doc, sender, where(leads, from))
}

// sources returns where reactions lead, in words, and the names of the states from which they do.
func sources(m *machine.Machine, reactions []reaction) (leads []string, from map[string][]string) {
	from = map[string][]string{}
	for _, r := range reactions {
		if from[r.leads] == nil {
			leads = append(leads, r.leads)
		}
		for _, s := range r.states {
			from[r.leads] = append(from[r.leads], m.Core.States[s].Name)
		}
	}
	return leads, from
}

// where describes the states that accept an event, and its target in each.
func where(leads []string, from map[string][]string) []string {
	if len(leads) == 0 {
		return comment.Wrap("No state accepts it.")
	}
	if len(leads) == 1 {
		return comment.Wrap("From " + comment.List(from[leads[0]]) + ": " + leads[0] + ".")
	}
	var out []string
	for _, l := range leads {
		for i, line := range comment.Wrap("From " + comment.List(from[l]) + ": " + l) {
			indent := "    "
			if i == 0 {
				indent = "  - "
			}
			out = append(out, indent+line)
		}
	}
	return out
}
