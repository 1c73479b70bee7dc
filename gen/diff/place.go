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
		return entryOf(m, p).span
	}
	switch word {
	case "timer":
		for i := range m.Timers {
			if timerText(m, &m.Timers[i]) == name {
				return m.Timers[i].Span
			}
		}
	case "region":
		for i := range m.States {
			for _, r := range m.States[i].Regions {
				if m.States[i].Name+"."+r.Name == name {
					return r.Span
				}
			}
		}
	case "invocation":
		for i := range m.Invocations {
			if inv := &m.Invocations[i]; invocationText(m, inv) == name {
				return inv.Span
			}
		}
	case "cost":
		if i := costNamed(m, name); i >= 0 {
			return m.Costs[i].Span
		}
	case "rule":
		if r := ruleOf(m, name); r != nil {
			return m.Transitions[r.transitions[0]].Span
		}
	}
	return m.Span
}

// places finds the places of the parts of the old version.
type places struct {
	*matching
	timers *timerPairs
	pairs  []pair
}

// places returns the places after the transitions are compared.
func (c *comparison) places() *places { return &places{c.matching, c.timer, c.pairs} }

// of returns the place of an old part: in the new spec, if it has the part.
func (x *places) of(p part) spot {
	if q, ok := x.toNew[p]; ok {
		return spot{spanOf(x.b, q), false}
	}
	return spot{spanOf(x.a, p), true}
}

// spanOf returns the place of a part: that of the machine, if the author did not write the part, such as the event of the transitions
// without an event that regions make.
func spanOf(m *core.Machine, p part) diag.Span {
	if span := entryOf(m, p).span; span.File != "" {
		return span
	}
	return m.Span
}

// timer returns the place of an old timer: in the new spec, if it has the timer.
func (x *places) timer(i int) spot {
	if j, ok := x.timers.toNew(i); ok {
		return spot{x.b.Timers[j].Span, false}
	}
	return spot{x.a.Timers[i].Span, true}
}

// moved returns the place of the old transitions that has picks: that of the first one that has changed, or else of the
// first one.
func (x *places) moved(has func(*core.Transition) bool) (spot, bool) {
	var first *spot
	for _, p := range x.pairs {
		if p.old < 0 || !has(&x.a.Transitions[p.old]) {
			continue
		}
		if p.new < 0 {
			return spot{x.a.Transitions[p.old].Span, true}, true
		}
		at := spot{x.b.Transitions[p.new].Span, false}
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
func (x *places) demanded(f *stored.Finding) spot {
	word, name, _ := strings.Cut(f.Part, " ")
	switch f.Kind {
	case stored.Machine, stored.Condition:
		return machineSpot(x.b)
	case stored.Invariant:
		for _, i := range x.b.Invariants {
			text := written(i.Expr)
			if i.State >= 0 {
				text = x.b.States[i.State].Name + ": " + text
			}
			if text == name {
				return spot{i.Span, false}
			}
		}
	}
	if p, ok := partNamed(x.a, word, name); ok {
		return x.of(p)
	}
	if word == "region" && placeOf(x.b, word, name) == x.b.Span {
		return spot{placeOf(x.a, word, name), true} // only the old version has it
	}
	return spot{placeOf(x.b, word, name), false}
}

// doubted returns the place of the first obligation of a kind that a report does not prove with a status.
func doubted(r *verify.Report, k verify.Kind, s verify.Status) spot {
	i := slices.IndexFunc(r.Obligations, func(o verify.Obligation) bool { return o.Kind == k && o.Status == s })
	if i < 0 {
		return machineSpot(r.Machine)
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
	case o.Kind == obligation.Possible:
		return m.Goals[o.Goal].Span
	case o.Kind == obligation.Cost:
		return m.Costs[o.Cost].MaxSpan
	case o.Call >= 0:
		return m.Calls[o.Call].Span
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
		return machineSpot(m)
	}
	return spot{m.BoundSpan, false}
}

// machineSpot returns the place of a machine.
func machineSpot(m *core.Machine) spot { return spot{m.Span, false} }
