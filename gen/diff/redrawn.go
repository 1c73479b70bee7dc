package diff

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// retimed describes the changes of the timers that raise the event of a transition.
func (g *graph) retimed(p pair) []string {
	t, u := &g.c.a.Transitions[p.old], &g.c.b.Transitions[p.new]
	runs := func(m *core.Machine, i, state, event int) bool {
		return m.Timers[i].Event == event && slices.Contains(m.Timers[i].States, state)
	}
	var was []string
	for i := range g.c.a.Timers {
		if !runs(g.c.a, i, t.From, t.Event) {
			continue
		}
		j, ok := g.c.timer.toNew(i)
		before := duration(g.c.a, &g.c.a.Timers[i])
		switch {
		case !ok || !runs(g.c.b, j, u.From, u.Event):
			was = append(was, "no longer after "+before)
		case !g.c.matching.sameTime(&g.c.a.Timers[i], &g.c.b.Timers[j]):
			was = append(was, "timer: "+before+" → "+duration(g.c.b, &g.c.b.Timers[j]))
		}
	}
	for j := range g.c.b.Timers {
		if !runs(g.c.b, j, u.From, u.Event) {
			continue
		}
		if i, ok := g.c.timer.toOld(j); !ok || !runs(g.c.a, i, t.From, t.Event) {
			was = append(was, "was without a timer")
		}
	}
	return was
}

// duration returns the time of a timer: "30s", "soon (30s)" for a named delay, or "backoff(retries)" for one that the program
// computes.
func duration(m *core.Machine, t *core.Timer) string {
	text := source.Delay(m, t)
	if t.Delay >= 0 && m.Delays[t.Delay].Constant > 0 {
		text += " (" + source.Duration(m.Delays[t.Delay].Constant) + ")"
	}
	return text
}

// newRule adds the label of a limit or stall rule.
func (g *graph) newRule(l labelAt) {
	name := g.c.b.Transitions[l.Of[0]].Rule
	f := fate{}
	for i := range g.c.record.d.Changes {
		if ch := &g.c.record.d.Changes[i]; ch.Part == "rule" && ch.Name == name {
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
	rule := ruleOf(g.c.b, g.c.a.Transitions[l.Of[0]].Rule)
	f := fate{mark: picture.Removed}
	if rule != nil {
		if g.nodes[l.to] == rule.to {
			return
		}
		f.was = []string{"now: " + g.c.b.States[rule.to].Name}
	}
	if from, ok := g.node(l.from); ok {
		g.add(from, g.nodes[l.to], l.stays, f.label(l.Label))
	}
}
