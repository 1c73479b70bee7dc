package step

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/host"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Plan holds the effects of events, in terms of the output.
type Plan struct {
	// Asked are the external guards that the events call.
	Asked map[int]bool
	// reactions are the reactions to each event.
	reactions [][]reaction
	// tabled are the events whose methods look up the next state in a table: those
	// that have no other effect, in a machine where one of them has many cases.
	tabled map[int]bool
	// turns are the first alternatives without an event, by state.
	turns []*turns
}

// New plans the effects of the events of a machine, in a file with the given import names.
func New(m *machine.Machine, imports map[string]bool) *Plan {
	p := planner{m, imports}
	out := &Plan{Asked: map[int]bool{}, tabled: map[int]bool{}}
	large := false
	for s := range m.Core.States {
		out.turns = append(out.turns, p.turns(s))
	}
	for e := range m.Core.Events {
		reactions := p.reactions(e)
		for i, r := range reactions {
			if t := out.turns[r.states[0]]; t != nil && m.Core.Events[e].Eventless {
				reactions[i].turns = t.count
			}
		}
		out.reactions = append(out.reactions, reactions)
		if plainReactions(reactions) && !m.Core.Events[e].Internal && !m.Core.Events[e].Result { // which Send refuses
			out.tabled[e] = true
			large = large || len(reactions) >= manyCases
		}
		for s := range m.Core.States {
			for _, t := range m.Alternatives(s, e) {
				for _, a := range m.Questions(t.Guard) {
					out.Asked[m.Core.Asks[a].Guard] = true
				}
			}
		}
	}
	if !large || m.Core.Eventless() >= 0 { // an event has further steps
		clear(out.tabled)
	}
	return out
}

// planner turns transitions into statements.
type planner struct {
	m       *machine.Machine
	imports map[string]bool
}

// reaction is the effect of an event in some states.
type reaction struct {
	states       []int
	leads        string // in words, for the comment
	alternatives []alternative
	turns        int // how many of them are the turns of the state
}

// alternative is one transition in terms of the output.
type alternative struct {
	asks     []string // statements that put answers into variables, for this guard and later ones
	tests    []test   // at the beginning of the guard
	guards   []string // the guard, then without the first test, and so on; "" when always taken
	keeps    []string // statements that put old values into variables, for outputs
	updates  []string // statements
	clears   []int    // data of the state that is left
	to       int      // the state to enter, or -1 to stay
	enters   []int    // slots of a run whose part is entered again
	expired  []int    // timers that have expired if one of them raised the event
	delivery host.Delivery
	effect   core.Effect
	event    int
	settles  bool   // among turns: nothing is still to be handled afterwards
	tried    int    // how many transitions with conditions come before it, if it rejects the event
	rejects  string // the condition on which it rejects the event, in the words of the spec
}

// reactions groups the states that accept an event by its effect.
func (g planner) reactions(event int) []reaction {
	var out []reaction
	keys := map[string]int{}
	for s := range g.m.Core.States {
		ts := g.m.Alternatives(s, event)
		if len(ts) == 0 {
			continue
		}
		r := reaction{leads: prose.Leads(g.m, event, ts)}
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
	return out
}

// inTurn writes the alternatives of one state. An external guard that their conditions use more
// than once is called before the first of them.
func (g planner) inTurn(event int, ts []core.Transition) []alternative {
	var out []alternative
	local := code.NewLocals(g.m, g.imports, event)
	local.Name(code.Why(g.m, event))
	times := map[int]int{}
	for _, t := range ts {
		for _, a := range g.m.Questions(t.Guard) {
			times[a]++
		}
	}
	answers := map[int]string{}
	tried := 0
	for _, t := range ts {
		var asks []string
		for _, a := range g.m.Questions(t.Guard) {
			if _, known := answers[a]; times[a] > 1 && !known {
				call := code.Ask(g.m, a, event)
				answers[a] = local.Name(ident.Unexport(g.m.Core.Guards[g.m.Core.Asks[a].Guard].Name))
				asks = append(asks, answers[a]+" := "+call)
			}
		}
		a := g.alternative(t, answers, local.Clone())
		a.asks = asks
		switch {
		case t.Effect == core.Take:
			tried++
		case t.Effect == core.Reject && t.Guard != nil:
			a.rejects = expr.Print(source.Condition(g.m.Core, &t), expr.Spec)
			fallthrough
		case t.Effect == core.Reject:
			a.tried = tried
		}
		out = append(out, a)
	}
	return out
}

func (g planner) alternative(t core.Transition, answers map[int]string, local *code.Locals) alternative {
	a := alternative{updates: g.updates(t), to: -1, effect: t.Effect, event: t.Event, expired: g.m.Expired(&t), enters: g.m.Parts().Reenters(&t)}
	tests, rest := leading(g.m.Core, t.Guard)
	a.tests, a.guards = tests, g.guards(&t, tests, rest, answers)
	if t.To != t.From {
		a.to = t.To
		a.clears = slices.DeleteFunc(g.m.Data().Left(t.From, t.To), func(v int) bool {
			of := &g.m.Core.Vars[v]
			return of.Control() && core.Repeats(g.m.Core, &t, &core.Update{Var: v, Value: &expr.Lit{T: of.Type}})
		})
	}
	a.keeps, a.delivery = g.delivery(t, a.clears, local)
	return a
}

// manyCases is the number of cases from which a table is faster than a switch: the Go compiler
// then uses an indirect jump, which processors cannot predict if the order of events is random.
const manyCases = 8

// plainReactions reports whether an event has one target in each state that accepts it, and no
// other effect.
func plainReactions(reactions []reaction) bool {
	for _, r := range reactions {
		a := r.alternatives[0]
		if a.guards[0] != "" || a.effect != core.Take || len(a.asks)+len(a.keeps)+len(a.updates)+len(a.clears)+len(a.enters)+len(a.expired) > 0 || a.delivery.Calls() {
			return false
		}
	}
	return len(reactions) > 0
}
