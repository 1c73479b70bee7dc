package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// rests compares when the machine is at rest in a state of both versions, and so waits for events.
func (c *comparison) rests(old, new int) (details []Detail, breaks []breach) {
	before, after := resting(c.a, old), resting(c.b, new)
	r := c.prover.relate(-1, before, -1, after)
	r.atLeast = r.atLeast || !leaves(c.a, old) || c.b.Transient(new)
	r.atMost = r.atMost || !leaves(c.b, new) || c.a.Transient(old)
	if r.equal() {
		return nil, nil
	}
	was, is := waits(c.a, old, shortly), waits(c.b, new, shortly)
	if was == is {
		was, is = waits(c.a, old, full), waits(c.b, new, full)
	}
	note := ""
	switch {
	case was == "always" || is == "always" || was == "never" || is == "never":
	case r.atLeast && r.above:
		note = "proved stricter"
	case r.atMost && r.below:
		note = "proved wider"
	case r.above && r.below:
		note = "neither implies the other"
	}
	if !r.atMost {
		text := "the machine may go on without an event where it waited"
		if c.b.Transient(new) {
			text = "the machine never waits there"
			if events := handled(c.a, old); events != "" {
				text += "; it handled " + events
			}
		}
		breaks = append(breaks, breach{GoesOn, text})
	}
	if !r.atLeast {
		breaks = append(breaks, breach{Waits, "the machine may wait for an event where it went on without one"})
	}
	return []Detail{{What: "waits for events", Old: was, New: is, Note: note}}, breaks
}

// leaves reports whether a state has alternatives without an event, except those of rules.
func leaves(m *core.Machine, state int) bool {
	return slices.ContainsFunc(m.Always(state), func(t core.Transition) bool { return t.Rule == "" })
}

// resting returns the condition under which the machine waits in a state, if no rule leaves it.
func resting(m *core.Machine, state int) expr.Expr {
	var rest expr.Expr = expr.Truth(true)
	for _, t := range m.Always(state) {
		switch {
		case t.Rule != "" || laterStep(m, &t):
		case t.Guard == nil:
			return expr.Truth(false)
		default:
			rest = &expr.Binary{Op: expr.And, X: rest, Y: &expr.Unary{Op: expr.Not, X: t.Guard}}
		}
	}
	return rest
}

// shortly writes the condition of an alternative without an event in the words of its author.
func shortly(m *core.Machine, t *core.Transition) string {
	switch {
	case t.Handles != "":
		return t.Handles + " is raised"
	case t.Done && t.Written == nil && t.Move != nil:
		return "all regions of " + sourceOf(m, t) + " are done"
	case t.Done && t.Written == nil:
		return "all regions are done"
	case t.Move != nil && t.Written == nil:
		return "in " + sourceOf(m, t)
	case t.Move != nil:
		return "in " + sourceOf(m, t) + " if " + written(t.Written)
	case t.Written == nil:
		return full(m, t)
	}
	return written(t.Written)
}

// laterStep reports whether a transition without an event is the step of a region for an event that a region before it
// has handled: the machine is not at rest then in any version.
func laterStep(m *core.Machine, t *core.Transition) bool {
	event := slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == t.Handles })
	return t.Move != nil && event >= 0 && !source.Raised(m, event)
}

// full writes the whole condition of an alternative.
func full(m *core.Machine, t *core.Transition) string {
	if e := source.Condition(m, t); e != nil {
		return written(e)
	}
	return "always"
}

// waits writes when the machine waits in a state.
func waits(m *core.Machine, state int, text func(*core.Machine, *core.Transition) string) string {
	if m.Transient(state) {
		return "never"
	}
	var conditions []string
	for _, t := range m.Always(state) {
		if t.Rule != "" || laterStep(m, &t) {
			continue
		}
		if c := text(m, &t); !slices.Contains(conditions, c) {
			conditions = append(conditions, c)
		}
	}
	if len(conditions) == 0 {
		return "always"
	}
	return "unless " + strings.Join(conditions, ", or ")
}

// handled lists the events that a state handles.
func handled(m *core.Machine, state int) string {
	var events []string
	for e := range m.Events {
		if m.Events[e].Eventless {
			continue
		}
		if slices.ContainsFunc(m.On(state, e), func(t core.Transition) bool { return t.Rule == "" && t.Effect != core.Reject }) {
			events = append(events, m.Events[e].Name)
		}
	}
	return strings.Join(events, ", ")
}
