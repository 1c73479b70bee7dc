package reference

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// settle takes transitions without an event, and handles the raised events, until the machine is at rest.
func (r *Run) settle() error {
	for r.outcome == "" {
		r.left, r.taken = nil, 0
		c, err := r.eventless(r.m.root)
		if err != nil {
			return err
		}
		if c != nil {
			if r.exhausted() {
				c = r.limit(c.source, c.event)
			}
			if _, err := r.take(c, nil, nil); err != nil {
				return err
			}
			continue
		}
		if len(r.raised) == 0 {
			return nil
		}
		e := r.m.events[r.raised[0]]
		r.raised = r.raised[1:]
		if _, err := r.dispatch(e, nil); err != nil {
			return err
		}
	}
	return nil
}

// eventless finds the first alternative without an event that holds: what is inside comes first, then `done` of a state, and
// then its own alternatives.
func (r *Run) eventless(scope *node) (*choice, error) {
	current := r.current(scope)
	if current.parallel {
		for _, region := range current.children {
			if c, err := r.eventless(region); c != nil || err != nil {
				return c, err
			}
		}
	}
	for n := current; ; n = n.parent {
		var lists []*syntax.Handler
		if n.state != nil && len(n.state.Done.Alternatives) > 0 && r.done(n) {
			lists = append(lists, &n.state.Done)
		}
		for i := range n.on {
			if n.on[i].Eventless {
				lists = append(lists, &n.on[i])
			}
		}
		for _, h := range lists {
			var d decision
			if _, err := r.first(&d, current, h, r.moment()); d.take != nil || err != nil {
				return d.take, err
			}
		}
		if n == scope {
			return nil, nil
		}
	}
}

// done reports whether a composite state, or each region of a state, is in a final state directly inside it.
func (r *Run) done(n *node) bool {
	if n.parallel {
		return !slices.ContainsFunc(n.children, func(region *node) bool { return !r.done(region) })
	}
	return slices.ContainsFunc(n.children, func(c *node) bool { return r.active[c.index] && c.state.Final.Given() })
}
