package diff

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// spot is a place in one of the two specs.
type spot struct {
	span diag.Span
	// gone is set if it is in the old spec.
	gone bool
}

// at sets the place of a breaking change.
func (b Breaking) at(s spot) Breaking {
	b.Span, b.Removed = s.span, s.gone
	return b
}

// spanOf returns the place of a named part.
func spanOf(m *core.Machine, p part) diag.Span {
	switch p.kind {
	case param:
		return m.Params[p.i].Span
	case enum, value:
		return m.Enums[p.i].Span
	case variable:
		return m.Vars[p.i].Span
	case guard:
		return m.Guards[p.i].Span
	case event:
		return m.Events[p.i].Span
	case field:
		return m.Events[p.i].Fields[p.j].Span
	case output:
		return m.Outputs[p.i].Span
	case delay:
		return m.Delays[p.i].Span
	case state:
		return m.States[p.i].Span
	}
	return m.Outcomes[p.i].Span
}

// partNamed finds a part by the words that a [Change] has for it. Part is "datum" for the data of a state, whose
// name contains that of the state.
func partNamed(m *core.Machine, word, name string) (part, bool) {
	for k := range kinds {
		for _, p := range parts(m, k) {
			w, n := words[k], nameOf(m, p)
			if k == variable {
				w, n = varName(m, p.i)
			}
			if w == word && n == name {
				return p, true
			}
		}
	}
	return part{}, false
}

// placeOf returns the place of a part by the words that a [Change] has for it, or that of the machine.
func placeOf(m *core.Machine, word, name string) diag.Span {
	if p, ok := partNamed(m, word, name); ok {
		return spanOf(m, p)
	}
	switch word {
	case "timer":
		for i := range m.Timers {
			if timerText(m, &m.Timers[i]) == name {
				return m.Timers[i].Span
			}
		}
	case "rule":
		if r := ruleOf(m, name); r != nil {
			return m.Transitions[r.transitions[0]].Span
		}
	}
	return m.Span
}

// spot returns the place of an old part: in the new spec, if it has the part.
func (c *comparison) spot(p part) spot {
	if q, ok := c.toNew[p]; ok {
		return spot{spanOf(c.b, q), false}
	}
	return spot{spanOf(c.a, p), true}
}

// timerSpot returns the place of an old timer: in the new spec, if it has the timer.
func (c *comparison) timerSpot(i int) spot {
	if j := slices.Index(c.newTimer, c.oldTimer[i]); j >= 0 && c.oldTimer[i] != "" {
		return spot{c.b.Timers[j].Span, false}
	}
	return spot{c.a.Timers[i].Span, true}
}

// here is the place of the new machine.
func (c *comparison) here() spot { return spot{c.b.Span, false} }

// moved returns the place of the old transitions that has picks: that of the first one that has changed, or else of the
// first one.
func (c *comparison) moved(has func(*core.Transition) bool) (spot, bool) {
	var first *spot
	for _, p := range c.pairs {
		if p.old < 0 || !has(&c.a.Transitions[p.old]) {
			continue
		}
		if p.new < 0 {
			return spot{c.a.Transitions[p.old].Span, true}, true
		}
		at := spot{c.b.Transitions[p.new].Span, false}
		if len(p.details) > 0 {
			return at, true
		}
		if first == nil {
			first = &at
		}
	}
	if first == nil {
		return spot{}, false
	}
	return *first, true
}

// demanded returns the place of what Restore of the new version demands.
func (c *comparison) demanded(f *stored.Finding) spot {
	word, name, _ := strings.Cut(f.Part, " ")
	switch f.Kind {
	case stored.Machine, stored.Condition:
		return c.here()
	case stored.Invariant:
		for _, i := range c.b.Invariants {
			text := written(i.Expr)
			if i.State >= 0 {
				text = c.b.States[i.State].Name + ": " + text
			}
			if text == name {
				return spot{i.Span, false}
			}
		}
	}
	if p, ok := partNamed(c.a, word, name); ok {
		return c.spot(p)
	}
	return spot{placeOf(c.b, word, name), false}
}

// doubted returns the place of the first obligation of a kind that a report does not prove with a status.
func doubted(r *verify.Report, k verify.Kind, s verify.Status) spot {
	i := slices.IndexFunc(r.Obligations, func(o verify.Obligation) bool { return o.Kind == k && o.Status == s })
	if i < 0 {
		return spot{r.Machine.Span, false}
	}
	return spot{subject(r.Machine, r.Obligations[i].About()), false}
}

// subject returns the place of what an obligation is about.
func subject(m *core.Machine, o obligation.Obligation) diag.Span {
	switch {
	case o.Transition >= 0:
		return m.Transitions[o.Transition].Span
	case o.Invariant >= 0 && o.Invariant < len(m.Invariants):
		return m.Invariants[o.Invariant].Span
	case o.Var >= 0:
		return m.Vars[o.Var].Span
	case o.State >= 0:
		return m.States[o.State].Span
	}
	return m.Span
}

// bounded returns the place of the bound that a machine claims, or of the machine.
func bounded(m *core.Machine) spot {
	if m.Bound == nil {
		return spot{m.Span, false}
	}
	return spot{m.BoundSpan, false}
}
