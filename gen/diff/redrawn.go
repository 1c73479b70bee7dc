package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// retimed describes the changes of the timers that raise the event of a transition.
func (g *graph) retimed(p pair) []string {
	t, u := &g.a.Transitions[p.old], &g.b.Transitions[p.new]
	runs := func(m *core.Machine, i, state, event int) bool {
		return m.Timers[i].Event == event && slices.Contains(m.Timers[i].States, state)
	}
	var was []string
	for i := range g.a.Timers {
		if !runs(g.a, i, t.From, t.Event) {
			continue
		}
		j, ok := g.timer.toNew(i)
		before := duration(g.a, &g.a.Timers[i])
		switch {
		case !ok || !runs(g.b, j, u.From, u.Event):
			was = append(was, "no longer after "+before)
		case !g.sameTime(&g.a.Timers[i], &g.b.Timers[j]):
			was = append(was, "timer: "+before+" → "+duration(g.b, &g.b.Timers[j]))
		}
	}
	for j := range g.b.Timers {
		if !runs(g.b, j, u.From, u.Event) {
			continue
		}
		if i, ok := g.timer.toOld(j); !ok || !runs(g.a, i, t.From, t.Event) {
			was = append(was, "was without a timer")
		}
	}
	return was
}

// duration returns the time of a timer: "30s", "soon (30s)" for a named delay, or "backoff(retries)" for one that the program
// computes.
func duration(m *core.Machine, t *core.Timer) string {
	text := m.After(t)
	if t.Delay >= 0 && m.Delays[t.Delay].Constant > 0 {
		text += " (" + core.Duration(m.Delays[t.Delay].Constant) + ")"
	}
	return text
}

// newRule adds the label of a limit or stall rule.
func (g *graph) newRule(l labelAt) {
	name := g.b.Transitions[l.Of[0]].Rule
	f := fate{}
	for i := range g.d.Changes {
		if ch := &g.d.Changes[i]; ch.Part == "rule" && ch.Name == name {
			f.mark = marks[ch.Action]
			for _, t := range ch.Details {
				if ch.Action == Changed {
					f.was = append(f.was, "was "+t.What+" "+orNone(t.Old))
				}
			}
		}
	}
	g.add(l.from, l.to, l.stays, f.label(l.Label))
}

// oldRule adds the label of a rule that the new version lacks, or that leads to another state now.
func (g *graph) oldRule(l labelAt) {
	rule := ruleOf(g.b, g.a.Transitions[l.Of[0]].Rule)
	f := fate{mark: picture.Removed}
	if rule != nil {
		if g.nodes[l.to] == rule.to {
			return
		}
		f.was = []string{"now: " + g.b.States[rule.to].Name}
	}
	if from, ok := g.node(l.from); ok {
		g.add(from, g.nodes[l.to], l.stays, f.label(l.Label))
	}
}
