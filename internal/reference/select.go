package reference

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// choice is an alternative that holds, with the state in which the machine, or the region that decides, is.
type choice struct {
	source *node
	alt    *syntax.Alternative
	// rule is "limit" if the limit rule chose, and alt is nil then.
	rule  string
	event string
}

// current returns the state in which the machine or a region is: a plain state, or one with regions.
func (r *Run) current(scope *node) *node {
	n := scope
	for n.composite() {
		i := slices.IndexFunc(n.children, func(c *node) bool { return r.active[c.index] })
		n = n.children[i]
	}
	return n
}

// decision is what the alternatives of some states say about an event.
type decision struct {
	// decided reports whether an alternative holds, and listed whether there are any.
	decided, listed bool
	verdict         Verdict
	take            *choice
}

// chain tries the alternatives of a state and of those around it, up to scope.
func (r *Run) chain(from, scope *node, e *event, at *moment) (decision, error) {
	var d decision
	for n := from; ; n = n.parent {
		for i := range n.on {
			if h := &n.on[i]; !h.Eventless && h.Event.Value == e.name {
				d.listed = true
				if done, err := r.first(&d, from, h, at); done || err != nil {
					return d, err
				}
			}
		}
		if slices.ContainsFunc(n.ignore, func(t syntax.Text) bool { return t.Value == e.name }) {
			d.listed, d.decided, d.verdict = true, true, Ignored
			return d, nil
		}
		if n == scope {
			return d, nil
		}
	}
}

// first finds the first alternative of a list that holds, and reports whether there is one.
func (r *Run) first(d *decision, source *node, h *syntax.Handler, at *moment) (bool, error) {
	for i := range h.Alternatives {
		a := &h.Alternatives[i]
		holds, err := r.holds(a, at)
		if err != nil {
			return false, err
		}
		if !holds {
			continue
		}
		d.decided = true
		switch a.Otherwise.Value {
		case "ignore":
			d.verdict = Ignored
		case "reject":
			d.verdict = Rejected
		default:
			d.verdict, d.take = Taken, &choice{source: source, alt: a, event: h.Event.Value}
		}
		return true, nil
	}
	return false, nil
}

func (r *Run) holds(a *syntax.Alternative, at *moment) (bool, error) {
	if !a.If.Given() {
		return true, nil
	}
	v, err := r.values.eval(a.If, at)
	return v == 1, err
}

// takes reports whether a state, or one around it up to scope, has an alternative for an event that takes a
// transition, whatever its condition is.
func takes(from, scope *node, event string) bool {
	for n := from; ; n = n.parent {
		for i := range n.on {
			if h := &n.on[i]; !h.Eventless && h.Event.Value == event {
				if moves, last := offers(h.Alternatives); moves || last {
					return moves
				}
			}
		}
		if n == scope || slices.ContainsFunc(n.ignore, func(t syntax.Text) bool { return t.Value == event }) {
			return false
		}
	}
}

// offers reports whether a list has an alternative that takes a transition, and else whether the list always decides.
func offers(list []syntax.Alternative) (moves, last bool) {
	for i := range list {
		switch {
		case !list[i].Otherwise.Given():
			return true, false
		case !list[i].If.Given():
			return false, true
		}
	}
	return false, false
}
