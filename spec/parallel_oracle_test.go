package spec_test

import (
	"fmt"
	"maps"
	"slices"
)

// active is a configuration of the interpreter: the active states, and the variables.
type active struct {
	spec   *parallelSpec
	states map[*part]bool
	n      []int
	steps  int
	queue  []string
	told   []string // the outputs
	event  payload
}

func (a *active) leaves() (out []*part) {
	for _, p := range a.spec.all {
		if a.states[p] && len(p.states) == 0 {
			out = append(out, p)
		}
	}
	return out
}

func (c *choice) holds(a *active) bool {
	if c.less > 0 && a.n[c.region] >= c.less || c.least > 0 && a.event.number < c.least || c.most > 0 && a.event.more > c.most || c.mark != "" && a.event.mark != (c.mark == "event.mark") {
		return false
	}
	return c.in == "" || slices.ContainsFunc(a.spec.all, func(p *part) bool { return p.name == c.in && a.states[p] })
}

func below(p, around *part) bool {
	for p = p.parent; p != nil; p = p.parent {
		if p == around {
			return true
		}
	}
	return false
}

// exits returns the states that a transition leaves: those inside the least compound state around its source and its target. Other
// than in SCXML, the source is the active state inside the one that lists the transition, and a region that the transition need not
// leave begins again alone, if it is the target, or if it is a parallel state around both.
func (a *active) exits(c *choice) map[*part]bool {
	out := map[*part]bool{}
	if c.to == nil {
		return out
	}
	from := c.source
	for !from.parallel && len(from.states) > 0 {
		from = from.states[slices.IndexFunc(from.states, func(q *part) bool { return a.states[q] })]
	}
	for d := from; d != nil; d = d.parent {
		again := regionOf(d) == d && (c.to == d || d.parallel && below(c.to, d))
		if again || d != from && !d.parallel && below(c.to, d) {
			for p := range a.states {
				if below(p, d) || again && p == d {
					out[p] = true
				}
			}
			break
		}
	}
	return out
}

// candidates are the alternatives of a state for an event. Its end comes before what it does in any case.
func (a *active) candidates(p, leaf *part, event string) []*choice {
	final := func(r *part) bool {
		return slices.ContainsFunc(r.states, func(q *part) bool { return q.final && a.states[q] })
	}
	if event == "always" && (p.parallel && !slices.ContainsFunc(p.states, func(r *part) bool { return !final(r) }) || leaf.final && leaf.parent == p) {
		return slices.Concat(p.on["done"], p.on[event])
	}
	return p.on[event]
}

// selected returns the transitions for an event: SCXML's selectTransitions and
// removeConflictingTransitions. Differently, those of a state apply only if no state inside it has one or ignores the event, and one that
// leaves a state with regions ends the step of all that is inside.
func (a *active) selected(event string) (out []*choice) {
	var enabled []*choice
	var ignoring []*part // which decide, too
	for _, leaf := range a.leaves() {
	walk:
		for p := leaf; p != nil; p = p.parent {
			for _, c := range a.candidates(p, leaf, event) {
				if c.holds(a) {
					if c.veto != "" {
						ignoring = append(ignoring, p)
						break walk
					}
					if !slices.Contains(enabled, c) {
						enabled = append(enabled, c)
					}
					break walk
				}
			}
			if slices.Contains(p.ignore, event) {
				ignoring = append(ignoring, p)
				break
			}
		}
	}
	for _, c := range enabled {
		inner := func(d *choice) bool { return below(d.source, c.source) }
		before := func(d *choice) bool {
			if overlap(a.exits(c), a.exits(d)) {
				return true
			}
			for p := c.source.parent; p != nil; p = p.parent {
				if p.parallel && a.exits(d)[p] {
					return true
				}
			}
			return false
		}
		decided := func(q *part) bool { return below(q, c.source) }
		if !slices.ContainsFunc(enabled, inner) && !slices.ContainsFunc(ignoring, decided) && !slices.ContainsFunc(out, before) {
			out = append(out, c)
		}
	}
	return out
}

func overlap(x, y map[*part]bool) bool {
	for p := range x {
		if y[p] {
			return true
		}
	}
	return false
}

// take takes a transition.
func (a *active) take(c *choice) {
	a.steps++
	if c.raise != "" && !(c.to != nil && c.to.name == "End") {
		a.queue = append(a.queue, c.raise)
	}
	if c.add {
		a.n[c.region] = min(a.n[c.region]+1, 5)
	}
	if c.store {
		a.n[c.region] = max(0, min(a.event.number, 5))
	}
	if c.tell {
		a.told = append(a.told, fmt.Sprint("Told ", a.event.number))
	}
	if c.to == nil {
		return
	}
	for p := range a.exits(c) {
		delete(a.states, p)
	}
	before := maps.Clone(a.states)
	for p := c.to; p != nil; p = p.parent {
		a.states[p] = true
		if p.parallel {
			for _, r := range p.states {
				if !a.states[r] {
					a.begin(r)
				}
			}
		}
	}
	a.begin(c.to)
	for _, p := range a.spec.all {
		if p.tells && a.states[p] && !before[p] {
			a.told = append(a.told, "In"+p.name)
		}
	}
}

// begin enters a state and its initial states.
func (a *active) begin(p *part) {
	a.states[p] = true
	for i, q := range p.states {
		if p.parallel && !a.states[q] || !p.parallel && i == 0 && !slices.ContainsFunc(p.states, func(q *part) bool { return a.states[q] }) {
			a.begin(q)
		}
	}
}

// react handles an event and all that follows. It reports whether some transition was taken.
func (a *active) react(event string) (taken bool) {
	list := a.selected(event)
	for _, c := range list {
		a.take(c)
	}
	for a.steps < 100 {
		always := a.selected("always")
		if len(always) > 0 {
			a.take(always[0]) // one after the other
			continue
		}
		if len(a.queue) == 0 {
			break
		}
		next := a.queue[0]
		a.queue = a.queue[1:]
		for _, c := range a.selected(next) {
			a.take(c)
		}
	}
	return len(list) > 0
}

func (a *active) String() string {
	var out []string
	for _, p := range a.leaves() {
		out = append(out, p.name)
	}
	return fmt.Sprint(out, a.n, a.told)
}
