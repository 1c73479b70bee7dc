package oracle

import (
	"slices"
)

// Start is the number of the latest start of a timer; 0: it has never started.
func (m Config) Start(timer int) int {
	if timer >= len(m.Starts) {
		return 0
	}
	return m.Starts[timer]
}

// WithStart returns m with another number of starts of a timer.
func (m Config) WithStart(timer, number int) Config {
	m.Starts = slices.Clone(m.Starts)
	m.Starts[timer] = number
	return m
}

// Unstarted returns m as a machine none of whose timers has ever started.
func (c *Clocks) Unstarted(m Config) Config {
	m.Starts = make([]int, len(c.Timers))
	return m
}

// adoptedTimers returns m with the timers of its state: those that have never started have started once.
func (c *Clocks) adoptedTimers(m Config) Config {
	for i := range c.Timers {
		if c.Ticks(i, m) && m.Start(i) == 0 {
			m = m.WithStart(i, 1)
		}
	}
	return m
}

// begun returns m when a timer has started once more. After the largest int, the numbers begin anew.
func (m Config) begun(timer int) Config { return m.WithStart(timer, max(m.Start(timer)+1, 1)) }

// begunBy returns the numbers of starts after a row.
func (m Config) begunBy(r *Move) []int {
	if r.Effect == Take {
		for _, i := range r.Starts {
			m = m.begun(i)
		}
	}
	return m.Starts
}
