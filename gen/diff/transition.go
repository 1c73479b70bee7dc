package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// transitions compares the alternatives of each state and event.
func (c *comparison) transitions() {
	var changes []Change
	take := func(list []Change) { changes = append(changes, list...) }
	before, after := alternatives(c.a), alternatives(c.b)
	for j := range c.b.States {
		p, known := c.matching.toOld[part{state, j, 0}]
		for f := range c.b.Events {
			e, ok := c.matching.toOld[part{event, f, 0}]
			for _, raised := range []bool{false, true} {
				for _, leaf := range leafNames(c.b, j) {
					var old []int
					if known && ok {
						old = before[place{p.i, e.i, raised, leaf}]
					}
					take(c.alternatives(old, after[place{j, f, raised, leaf}]))
				}
				if known && ok {
					for _, leaf := range c.onlyOld(p.i, j) {
						take(c.alternatives(before[place{p.i, e.i, raised, leaf}], nil))
					}
				}
			}
		}
	}
	for i := range c.a.States {
		_, known := c.matching.toNew[part{state, i, 0}]
		for e := range c.a.Events {
			if _, ok := c.matching.toNew[part{event, e, 0}]; !known || !ok {
				for _, leaf := range leafNames(c.a, i) {
					take(c.alternatives(before[place{i, e, false, leaf}], nil))
					take(c.alternatives(before[place{i, e, true, leaf}], nil))
				}
			}
		}
	}
	c.record.d.Changes = append(c.record.d.Changes, grouped(changes)...)
}

// place is a state and an event, which the machine has raised itself or not. The leaf is that of leafOf.
type place struct {
	state, event int
	raised       bool
	leaf         string
}

// alternatives lists the transitions of each place in order, except those of rules, and each once that
// the loader has divided by what is pending.
func alternatives(m *core.Machine) map[place][]int {
	lists := map[place][]int{}
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Rule == "" {
			at := place{t.From, t.Event, t.Handles != "", leafOf(m, t)}
			if at.raised {
				at.event = slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == t.Handles })
			}
			if slices.ContainsFunc(lists[at], func(j int) bool { return twins(m, j, i) }) {
				continue
			}
			lists[at] = append(lists[at], i)
		}
	}
	return lists
}

// twins reports whether transition j is the same as i for its author.
func twins(m *core.Machine, i, j int) bool {
	t, u := &m.Transitions[i], &m.Transitions[j]
	return source.Divided(m, t, u) && t.To == u.To
}

// alternatives pairs two lists and records their differences.
func (c *comparison) alternatives(old, new []int) []Change {
	pairs := pairUp(old, new, c.matching.oldReader().forms(old, runs{c.timer.old, c.calls.old}), c.matching.newReader().forms(new, runs{c.timer.new, c.calls.new}))
	refused := len(old) > 0 && !slices.ContainsFunc(new, func(j int) bool { return c.b.Transitions[j].Effect != core.Reject })
	var changes []Change
	for i := range pairs {
		p := &pairs[i]
		switch {
		case p.old < 0:
			ch := lonely(Added, c.b, p.new, new)
			if c.vetoes(p.new, pairs) {
				ch.breaks = append(ch.breaks, breach{Stricter, "the event is refused under this condition"})
			}
			changes = append(changes, ch)
		case p.new < 0:
			ch := lonely(Removed, c.a, p.old, old)
			t := &c.a.Transitions[p.old]
			s, state := c.matching.toNew[part{state, t.From, 0}]
			_, event := c.matching.toNew[part{event, t.Event, 0}]
			switch {
			case !state || !event || t.Effect == core.Reject:
			case c.a.Events[t.Event].Eventless && (refused || p.old == old[len(old)-1]):
				// The state says that the machine may wait.
			case refused && callees{c}.ended(t, s.i):
				// The invocation says that the call no longer runs there.
			case refused && c.b.Transient(s.i) && !c.a.Events[t.Event].Eventless:
				// The state says that the machine never waits there.
			case refused:
				ch.breaks = append(ch.breaks, breach{Refused, "the event is refused"})
			default:
				ch.breaks = append(ch.breaks, breach{Stricter, "the alternative is removed"})
			}
			changes = append(changes, ch)
		default:
			changes = append(changes, c.compare(p)...)
		}
	}
	if ch, ok := reordered(c.matching, pairs); ok {
		changes = append(changes, ch)
	}
	c.pairs = append(c.pairs, pairs...)
	if later(c.a, old) && later(c.b, new) {
		return nil // the same changes are those of the first steps of the events
	}
	return changes
}

// vetoes reports whether a new alternative refuses the event before one that the old version had.
func (c *comparison) vetoes(i int, pairs []pair) bool {
	t := &c.b.Transitions[i]
	return t.Effect == core.Reject && t.Written != nil && slices.ContainsFunc(pairs, func(p pair) bool {
		return p.old >= 0 && p.new > i && c.b.Transitions[p.new].Effect != core.Reject
	})
}

// later reports whether transitions are all steps of regions after others, of alternatives that are also tried first. One is not if a
// region before its own always decides.
func later(m *core.Machine, list []int) bool {
	return !slices.ContainsFunc(list, func(i int) bool {
		t := &m.Transitions[i]
		return !laterStep(m, t) || !slices.ContainsFunc(m.From(t.From), func(u core.Transition) bool {
			return u.Handles == "" && u.Span == t.Span && m.Events[u.Event].Name == t.Handles
		})
	})
}

// condition is the guard of a transition as written.
func condition(m *core.Machine, i int) string {
	switch t := &m.Transitions[i]; {
	case t.Written != nil:
		return written(t.Written)
	case source.Otherwise(m, i):
		return "otherwise"
	}
	return "always"
}

// arrow names a transition without its source state.
func arrow(m *core.Machine, i int) string {
	t := &m.Transitions[i]
	text := "--" + m.Trigger(t)
	if g := condition(m, i); g != "always" {
		text += "[" + g + "]"
	}
	return text + "--> " + target(m, t)
}

// target describes the target of a transition.
func target(m *core.Machine, t *core.Transition) string {
	if leaf := movesTo(m, t); leaf != "" {
		return leaf
	}
	if text := staying(t); text != "" {
		return "(" + text + ")"
	}
	if to := t.Returns.String(); to != "" {
		return m.States[t.To].Name + " (" + to + ")"
	}
	return m.States[t.To].Name
}

// staying describes a transition that leads to no state, or is "".
func staying(t *core.Transition) string {
	switch {
	case t.Effect == core.Ignore:
		return "ignored"
	case t.Effect == core.Reject:
		return "rejected"
	case t.Internal:
		return "stays"
	}
	return ""
}

// lonely describes a transition that only one version has.
func lonely(a Action, m *core.Machine, i int, among []int) Change {
	t := &m.Transitions[i]
	place := ""
	if len(among) > 1 {
		place = "tried as " + strconv.Itoa(slices.Index(among, i)+1) + " of " + strconv.Itoa(len(among))
	}
	about := having("sets", source.Assignments(m, t), "emits", emissionTexts(m, ownEmissions(t)), "raises", raiseTexts(m, t), "order", place)
	return Change{Action: a, Part: "transition", Name: arrow(m, i), from: sourceOf(m, t), Details: sided(a, about), span: t.Span, gone: a == Removed}
}

// compare lists the differences of a pair of transitions.
func (c *comparison) compare(p *pair) []Change {
	t, u := &c.a.Transitions[p.old], &c.b.Transitions[p.new]
	f, g := c.matching.oldReader().form(t, runs{c.timer.old, c.calls.old}), c.matching.newReader().form(u, runs{c.timer.new, c.calls.new})
	if f.equal(g) {
		return nil
	}
	var breaks []breach
	details, stricter := c.condition(p)
	if stricter && t.Effect != core.Reject && !(c.a.Events[t.Event].Eventless && lastOf(c.a, p.old) && lastOf(c.b, p.new)) {
		breaks = append(breaks, breach{Stricter, "the condition may be stricter"})
	}
	if f.to != g.to {
		details = append(details, texts("leads to", target(c.a, t), target(c.b, u))...)
		p.moved = true
		switch {
		case u.Effect == core.Reject:
			breaks = append(breaks, breach{Refused, "the event is refused"})
		case t.Effect == core.Take && u.Effect == core.Ignore:
			breaks = append(breaks, breach{NowIgnored, "the event is ignored"})
		case t.Effect == core.Take:
			breaks = append(breaks, breach{TargetChanged, target(c.a, t) + " → " + target(c.b, u)})
		}
	}
	shown := len(details)
	details = append(details, c.prover.assignments(t, u)...)
	if f.own != g.own {
		details = append(details, texts("emits", emissionTexts(c.a, ownEmissions(t)), emissionTexts(c.b, ownEmissions(u)))...)
	} else if f.all != g.all && !visited(c.matching, c.visitChanges, t, u) {
		details = append(details, texts("emits", emissionTexts(c.a, t.Emits), emissionTexts(c.b, u.Emits))...)
	}
	if f.raises != g.raises {
		details = append(details, texts("raises", raiseTexts(c.a, t), raiseTexts(c.b, u))...)
	}
	if f.starts != g.starts && f.to == g.to {
		details = append(details, texts("starts timers", timerTexts(c.a, t.Starts), timerTexts(c.b, u.Starts))...)
	}
	if f.invokes != g.invokes && f.to == g.to {
		details = append(details, texts("starts calls", callTexts(c.a, t.Invokes), callTexts(c.b, u.Invokes))...)
	}
	if len(details) == 0 {
		return nil // what differs is said of a state or a timer
	}
	p.details = details
	if t.Effect == core.Take && u.Effect == core.Take {
		breaks = append(breaks, effects(c.matching, details[shown:])...)
	}
	return []Change{{Action: Changed, Part: "transition", Name: arrow(c.b, p.new), from: sourceOf(c.b, u), Details: details, breaks: breaks, span: u.Span}}
}

// lastOf reports whether no alternative follows a transition. Without an event, the machine then waits if the condition
// does not hold, which is said of the state.
func lastOf(m *core.Machine, i int) bool {
	t := &m.Transitions[i]
	return m.Priority(i) == len(m.On(t.From, t.Event))-1
}

// condition compares the conditions of a pair. stricter is set unless the new one is
// proved to hold whenever the old one does.
func (c *comparison) condition(p *pair) (details []Detail, stricter bool) {
	t, u := &c.a.Transitions[p.old], &c.b.Transitions[p.new]
	// A missing condition always holds.
	always := func(e expr.Expr) expr.Expr {
		if e == nil {
			return expr.Truth(true)
		}
		return e
	}
	// What differs in implied variables follows from other changes: of what is raised, and of states.
	before, after := source.Own(c.a, t), source.Own(c.b, u)
	r := c.prover.relate(t.Event, always(before), u.Event, always(after))
	r.atLeast = r.atLeast || before == nil
	r.atMost = r.atMost || after == nil
	switch {
	case r.identical:
		return nil, false
	case r.equal():
		c.record.note("condition rewritten, proved equal: " + sourceOf(c.b, u) + " " + arrow(c.b, p.new) + "; it was " + condition(c.a, p.old))
		return nil, false
	}
	note := ""
	switch {
	case r.atLeast && r.above:
		note = "proved stricter"
	case r.atMost && r.below:
		note = "proved wider"
	case r.above && r.below:
		note = "neither implies the other"
	}
	d := Detail{What: "if", Old: condition(c.a, p.old), New: condition(c.b, p.new), Note: note}
	if d.Old == d.New && before != nil && after != nil {
		d.Old, d.New = written(before), written(after) // a guard has the same name and another condition
	}
	return []Detail{d}, !r.atMost
}

// grouped merges equal changes of transitions of several states.
func grouped(list []Change) []Change {
	var out []Change
	seen := map[string]int{}
	for _, ch := range list {
		id := []string{string(ch.Action), ch.Part, ch.Name}
		for _, d := range ch.Details {
			id = append(id, d.What, d.Old, d.New, d.Note)
		}
		for _, b := range ch.breaks {
			id = append(id, string(b.code), b.text)
		}
		text := quoteAll(id)
		if i, ok := seen[text]; ok {
			if !slices.Contains(strings.Split(out[i].from, ", "), ch.from) {
				out[i].from += ", " + ch.from
			}
			continue
		}
		seen[text] = len(out)
		out = append(out, ch)
	}
	for i := range out {
		out[i].Name = strings.TrimSpace(out[i].from + " " + out[i].Name)
	}
	return out
}
