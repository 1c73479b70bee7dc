package fsmtest

import (
	"fmt"
	"slices"
)

// cost returns what the child machines that a step starts can cost.
func (o *oracle) cost(s taken) int {
	if cost := o.Rows[s.row].Cost; cost != nil {
		return cost(s.from.vars, s.payload)
	}
	return 0
}

// startCost returns what the child machines of a new machine in a configuration can cost.
func (o *oracle) startCost(m Config) int {
	if o.StartCost == nil {
		return 0
	}
	return o.StartCost(m.vars)
}

// count adds steps to the transitions since the last environment event, which does not count. Those that child machines can make
// count from the start of the children.
func (o *oracle) count(taken int, steps []taken) int {
	for _, s := range steps {
		if o.Events[s.event].Environment {
			taken = -1
		}
		taken += 1 + o.cost(s)
	}
	return taken
}

// decreases says what is wrong with the progress of a step: with one component, it decreases by at least the number of
// transitions, with those of the child machines that start.
func (o *oracle) decreases(s taken) error {
	before, after := o.progress(s.from), o.progress(s.to)
	switch cost := o.cost(s); {
	case o.Events[s.event].Environment:
	case slices.Compare(after, before) >= 0:
		return fmt.Errorf("progress goes from %s to %s", progressText(before), progressText(after))
	case o.Rank == 1 && before[0]-after[0] < 1+cost:
		return fmt.Errorf("progress goes from %d to %d, but a child machine that starts can make %d transitions", before[0], after[0], cost)
	}
	return nil
}
