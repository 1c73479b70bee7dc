package reference

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// enter finds the states that a transition enters, from the outside in. It has left what is inside d, or one region of it.
func (r *Run) enter(ch *change, d *node, a *syntax.Alternative) error {
	target := ch.target
	if a.History.Given() && ch.rule == "" {
		// What the transition leaves is remembered before.
		target = r.remembered(target, a.History.Value == "deep", ch.exits)
	}
	return r.descend(ch, d, target)
}

// descend enters the states from d, which is active, down to a target, with the other regions of states in between.
func (r *Run) descend(ch *change, d, target *node) error {
	if target == d {
		return r.complete(ch, d)
	}
	if !d.parallel || !slices.Contains(ch.enters, d) {
		next := below(d, target)
		ch.enters = append(ch.enters, next)
		return r.descend(ch, next, target)
	}
	// The state starts with all its regions, in the order of the spec.
	for _, region := range d.children {
		ch.enters = append(ch.enters, region)
		to := region
		if target.inside(region) {
			to = target
		}
		if err := r.descend(ch, region, to); err != nil {
			return err
		}
	}
	return nil
}

// complete enters what is inside a state that has been entered: its initial state, or all its regions.
func (r *Run) complete(ch *change, n *node) error {
	switch {
	case n.parallel:
		for _, region := range n.children {
			ch.enters = append(ch.enters, region)
			if err := r.complete(ch, region); err != nil {
				return err
			}
		}
	case n.composite():
		if !n.state.Initial.Given() {
			return fmt.Errorf("%v: state %s has no initial state", n.state.Name.Span, n.name)
		}
		to, err := r.m.find(n.state.Initial)
		if err != nil {
			return err
		}
		return r.descend(ch, n, to)
	}
	return nil
}

// begin enters the initial state.
func (r *Run) begin() error {
	ch := &change{target: r.m.initial, step: Step{Event: "start"}, before: r.moment()}
	ch.ends = ch.target.outcome != ""
	if err := r.descend(ch, r.m.root, ch.target); err != nil {
		return err
	}
	for _, n := range ch.enters {
		r.active[n.index] = true
	}
	err := r.arrive(ch)
	r.steps = append(r.steps, ch.step)
	return err
}
