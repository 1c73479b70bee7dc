package step

import (
	"fmt"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/host"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Plan is what events do, in terms of the output.
type Plan struct {
	// Asked are the external guards that the events ask the host.
	Asked map[int]bool
	// reactions are those to each event.
	reactions [][]reaction
	// tabled are the events whose methods look up the next state in a table:
	// those that do nothing else, of a machine that has one with many cases.
	tabled map[int]bool
}

// New plans what the events of a machine do, in a file that may import packages
// under certain names.
func New(m *machine.Machine, imports map[string]bool) *Plan {
	p := planner{m, imports}
	out := &Plan{Asked: map[int]bool{}, tabled: map[int]bool{}}
	large := false
	for e := range m.Events {
		reactions := p.reactions(e)
		out.reactions = append(out.reactions, reactions)
		if plainReactions(reactions) {
			out.tabled[e] = true
			large = large || len(reactions) >= manyCases
		}
		for s := range m.States {
			for _, t := range m.Alternatives(s, e) {
				for _, a := range m.Questions(t.Guard) {
					out.Asked[m.Asks[a].Guard] = true
				}
			}
		}
	}
	if !large {
		clear(out.tabled)
	}
	return out
}

// planner turns transitions into statements.
type planner struct {
	m       *machine.Machine
	imports map[string]bool
}

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
	delivery host.Delivery
	effect   core.Effect
	event    int
}

// reactions groups the states that accept an event by what it does there.
func (g planner) reactions(event int) []reaction {
	var out []reaction
	keys := map[string]int{}
	for s := range g.m.States {
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

// inTurn writes the alternatives of one state. A question to the host that
// their guards have more than once is asked before the first of them.
func (g planner) inTurn(event int, ts []core.Transition) []alternative {
	var out []alternative
	local := code.NewLocals(g.m, g.imports, event)
	times := map[int]int{}
	for _, t := range ts {
		for _, a := range g.m.Questions(t.Guard) {
			times[a]++
		}
	}
	answers := map[int]string{}
	for _, t := range ts {
		var asks []string
		for _, a := range g.m.Questions(t.Guard) {
			if _, known := answers[a]; times[a] > 1 && !known {
				call := code.Ask(g.m, a, event)
				answers[a] = local.Name(ident.Unexport(g.m.Guards[g.m.Asks[a].Guard].Name))
				asks = append(asks, answers[a]+" := "+call)
			}
		}
		a := g.alternative(t, answers, local.Clone())
		a.asks = asks
		out = append(out, a)
	}
	return out
}

func (g planner) alternative(t core.Transition, answers map[int]string, local *code.Locals) alternative {
	a := alternative{updates: g.updates(t), to: -1, effect: t.Effect, event: t.Event}
	if t.Guard != nil {
		a.guard = code.Guard(g.m, t.Guard, t.Event, answers)
	}
	if t.To != t.From {
		a.to = t.To
		a.clears = g.m.Left(t.From, t.To)
	}
	a.keeps, a.delivery = g.delivery(t, a.clears, local)
	return a
}

// manyCases is the number of cases from which on a table is faster than a
// switch, which the Go compiler then makes a jump that no processor foresees
// when events come in any order.
const manyCases = 8

// plainReactions reports whether an event leads from each state that accepts
// it to one state, and does nothing else.
func plainReactions(reactions []reaction) bool {
	for _, r := range reactions {
		a := r.alternatives[0]
		if a.guard != "" || a.effect != core.Take || len(a.asks)+len(a.keeps)+len(a.updates)+len(a.clears) > 0 || a.delivery.Calls() {
			return false
		}
	}
	return len(reactions) > 0
}
