package reference

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// enter finds the states that a transition enters, from the outside in. It has left what is inside d, or one region of it.
func (ch *change) enter(d *node, a *syntax.Alternative) error {
	target := ch.target
	if a.History.Given() && ch.rule == "" {
		// What the transition leaves is remembered before.
		target = ch.run.remembered(target, a.History.Value == "deep", ch.exits)
	}
	return ch.descend(d, target)
}

// descend enters the states from d, which is active, down to a target, with the other regions of states in between.
func (ch *change) descend(d, target *node) error {
	if target == d {
		return ch.complete(d)
	}
	if !d.parallel || !slices.Contains(ch.enters, d) {
		next := below(d, target)
		ch.enters = append(ch.enters, next)
		return ch.descend(next, target)
	}
	// The state starts with all its regions, in the order of the spec.
	for _, region := range d.children {
		ch.enters = append(ch.enters, region)
		to := region
		if target.inside(region) {
			to = target
		}
		if err := ch.descend(region, to); err != nil {
			return err
		}
	}
	return nil
}

// complete enters what is inside a state that has been entered: its initial state, or all its regions.
func (ch *change) complete(n *node) error {
	switch {
	case n.parallel:
		for _, region := range n.children {
			ch.enters = append(ch.enters, region)
			if err := ch.complete(region); err != nil {
				return err
			}
		}
	case n.composite():
		if !n.state.Initial.Given() {
			return fmt.Errorf("%v: state %s has no initial state", n.state.Name.Span, n.name)
		}
		to, err := ch.run.m.find(n.state.Initial)
		if err != nil {
			return err
		}
		return ch.descend(n, to)
	}
	return nil
}

// begin enters the initial state.
func (r *Run) begin() error {
	ch := &change{run: r, target: r.m.initial, step: Step{Event: "start"}, before: r.moment()}
	ch.ends = ch.target.outcome != ""
	if err := ch.descend(r.m.root, ch.target); err != nil {
		return err
	}
	for _, n := range ch.enters {
		r.active[n.index] = true
	}
	err := ch.arrive()
	r.steps = append(r.steps, ch.step)
	return err
}
