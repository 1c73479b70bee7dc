package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// ownEmissions returns the outputs of a transition itself.
func ownEmissions(t *core.Transition) []core.Emission {
	var list []core.Emission
	for _, e := range t.Emits {
		if e.Cause == core.ByTransition {
			list = append(list, e)
		}
	}
	return list
}

// emissionTexts writes outputs as in the spec.
func emissionTexts(m *core.Machine, list []core.Emission) string {
	var out []string
	for i := range list {
		o := &m.Outputs[list[i].Output]
		var values []string
		for j, f := range o.Fields {
			values = append(values, f.Name+": "+expr.Print(list[i].Written[j], expr.Spec))
		}
		text := o.Name
		if len(values) > 0 {
			text += "{" + strings.Join(values, ", ") + "}"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// raiseTexts lists the events that a transition raises.
func raiseTexts(m *core.Machine, t *core.Transition) string { return raises(m, t.Raises) }

func raises(m *core.Machine, list []core.Raise) string {
	var out []string
	for _, r := range list {
		out = append(out, m.Events[r.Event].Name)
	}
	return strings.Join(out, ", ")
}

// visit is the entering or leaving of a state or composite state.
type visit struct {
	state string
	cause core.Cause
}

// visitsOf lists what a machine emits on each visit. A step with one of the outputs of a
// visit has all of them.
func visitsOf(m *core.Machine) (order []visit, emits map[visit][]core.Emission) {
	emits = map[visit][]core.Emission{}
	look := func(list []core.Emission) {
		var found []visit
		for _, e := range list {
			v := visit{e.State, e.Cause}
			if e.Cause == core.ByTransition || emits[v] != nil && !slices.Contains(found, v) {
				continue
			}
			if !slices.Contains(found, v) {
				found = append(found, v)
				order = append(order, v)
			}
			emits[v] = append(emits[v], e)
		}
	}
	look(m.Start)
	for i := range m.Transitions {
		look(m.Transitions[i].Emits)
	}
	return order, emits
}

// newState returns the new name of an old state. Composite states keep their names.
func (m *matching) newState(name string) string {
	for i := range m.a.States {
		if m.a.States[i].Name == name {
			if q, ok := m.toNew[part{state, i, 0}]; ok {
				return m.b.States[q.i].Name
			}
		}
	}
	return name
}

// newVisit returns an old visit with the new name of its state.
func (m *matching) newVisit(v visit) visit { return visit{m.newState(v.state), v.cause} }

// visitChanges lists the visits whose outputs differ.
func visitChanges(m *matching) []Change {
	oldOrder, oldEmits := visitsOf(m.a)
	newOrder, newEmits := visitsOf(m.b)
	before := map[visit][]core.Emission{}
	for _, v := range oldOrder {
		before[m.newVisit(v)] = oldEmits[v]
	}
	as := func(r reader, list []core.Emission) string {
		var out []string
		for i := range list {
			out = append(out, r.emission(-1, &list[i], list[i].Written))
		}
		return strings.Join(out, "; ")
	}
	var changes []Change
	say := func(v visit, old, new []core.Emission) {
		if as(m.oldReader(), old) == as(m.newReader(), new) {
			return
		}
		what := "emits on entry"
		if v.cause == core.ByExit {
			what = "emits on exit"
		}
		was, is := emissionTexts(m.a, old), emissionTexts(m.b, new)
		changes = append(changes, Change{
			Action: Changed, Part: "state", Name: v.state, Details: texts(what, was, is),
			breaks: []breach{{EffectChanged, what + ": " + orNone(was) + " → " + orNone(is)}}, span: slices.Concat(new, old)[0].Span, gone: len(new) == 0,
		})
	}
	for _, v := range newOrder {
		if lives(m.b, v.state, func(i int) bool { _, ok := m.toOld[part{state, i, 0}]; return ok }) {
			say(v, before[v], newEmits[v])
		}
	}
	for _, v := range oldOrder {
		if w := m.newVisit(v); newEmits[w] == nil && lives(m.a, v.state, func(i int) bool { _, ok := m.toNew[part{state, i, 0}]; return ok }) {
			say(w, oldEmits[v], nil)
		}
	}
	return changes
}

// lives reports whether a name is that of a state that both versions have, or of a
// composite state. For other states, the addition or removal reports what they emit.
func lives(m *core.Machine, name string, matched func(i int) bool) bool {
	for i := range m.States {
		if m.States[i].Name == name {
			return matched(i)
		}
	}
	return true
}

// visited reports whether the changes of the states that two transitions leave and enter
// explain all differences of their outputs.
func visited(m *matching, changes []Change, t, u *core.Transition) bool {
	changed := map[visit]bool{}
	for _, ch := range changes {
		cause := core.ByEntry
		if ch.Details[0].What == "emits on exit" {
			cause = core.ByExit
		}
		changed[visit{ch.Name, cause}] = true
	}
	other := func(e *core.Emission) bool {
		return !changed[m.newVisit(visit{e.State, e.Cause})]
	}
	otherNew := func(e *core.Emission) bool { return !changed[visit{e.State, e.Cause}] }
	return len(changed) > 0 && m.oldReader().emissions(t.Event, t.Emits, other) == m.newReader().emissions(u.Event, u.Emits, otherNew)
}

// visits records the states whose outputs differ. If no step differs, only the spec is
// written differently.
func (c *comparison) visits() {
	all := func(*core.Emission) bool { return true }
	r, s := c.matching.oldReader(), c.matching.newReader()
	start := r.emissions(-1, c.a.Start, all) != s.emissions(-1, c.b.Start, all)
	differs := start
	for _, p := range c.pairs {
		if p.old >= 0 && p.new >= 0 {
			t, u := &c.a.Transitions[p.old], &c.b.Transitions[p.new]
			differs = differs || r.emissions(t.Event, t.Emits, all) != s.emissions(u.Event, u.Emits, all)
		}
	}
	changes := c.visitChanges
	// Transitions of rules also leave states.
	ruled := func(m *core.Machine) bool { return ruleOf(m, "limit") != nil || ruleOf(m, "stall") != nil }
	differs = differs || len(changes) > 0 && (ruled(c.a) || ruled(c.b))
	if !differs {
		for _, ch := range changes {
			c.record.note("what state " + ch.Name + " " + ch.Details[0].What + " is declared in a different place")
		}
		return
	}
	if start && len(changes) == 0 {
		was, is := emissionTexts(c.a, c.a.Start), emissionTexts(c.b, c.b.Start)
		c.record.both("machine", c.a.Name, c.b.Name, texts("initial outputs", was, is), breach{EffectChanged, "initial outputs: " + orNone(was) + " → " + orNone(is)})
	}
	c.record.d.Changes = append(c.record.d.Changes, changes...)
}
