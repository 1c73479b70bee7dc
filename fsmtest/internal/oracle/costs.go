package oracle

import (
	"fmt"
	"slices"
)

// Costs counts transitions, and what progress is made.
type Costs struct {
	spec   *Spec
	oracle *Oracle
}

// Progress is the value of the progress function.
func (c *Costs) Progress(m Config) []int {
	if p := c.spec.States[m.State].Progress; p != nil {
		return p(m.Vars)
	}
	return make([]int, c.spec.Rank)
}

// falls reports whether the progress of a step falls, and remains at least 0.
func (c *Costs) falls(from, to Config) bool {
	after := c.Progress(to)
	return c.spec.Rank > 0 && slices.Compare(after, c.Progress(from)) < 0 && slices.Min(after) >= 0
}

// of returns what the child machines that a step starts can cost.
func (c *Costs) of(s Taken) int {
	if cost := c.spec.Rows[s.Row].Cost; cost != nil {
		return cost(s.From.Vars, s.Input.Payload)
	}
	return 0
}

// Start returns what the child machines of a new machine in a configuration can cost.
func (c *Costs) Start(m Config) int {
	if c.spec.StartCost == nil {
		return 0
	}
	return c.spec.StartCost(m.Vars)
}

// Count adds steps to the transitions since the last environment event, which does not count. Those that child machines can make
// count from the start of the children.
func (c *Costs) Count(taken int, steps []Taken) int {
	for _, s := range steps {
		if c.spec.Events[s.Input.Event].Environment {
			taken = -1
		}
		taken += 1 + c.of(s)
	}
	return taken
}

// Decreases says what is wrong with the progress of a step: with one component, it decreases by at least the number of
// transitions, with those of the child machines that start.
func (c *Costs) Decreases(s Taken) error {
	before, after := c.Progress(s.From), c.Progress(s.To)
	switch cost := c.of(s); {
	case c.spec.Events[s.Input.Event].Environment:
	case slices.Compare(after, before) >= 0:
		return fmt.Errorf("progress goes from %s to %s", ProgressText(before), ProgressText(after))
	case c.spec.Rank == 1 && before[0]-after[0] < 1+cost:
		return fmt.Errorf("progress goes from %d to %d, but a child machine that starts can make %d transitions", before[0], after[0], cost)
	}
	return nil
}
