package conform

import (
	"math"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Claim is a claim of the spec on the length of a run.
type Claim struct {
	// Time says that it is that on the time, where numbers are nanoseconds, and otherwise Cost is the index of a cost, or -1 for the
	// number of transitions.
	Time bool
	Cost int
	// Outcome is, for the time to an outcome, an index of Machine.Outcomes, and for that to any end -1. Otherwise, it says nothing.
	Outcome int
}

// Beyond is the first step of a run that a claim does not allow.
type Beyond struct {
	Record Record
	// Step is as in Refusal.
	Step  int
	Claim Claim
	// Count is the least that the run can have taken, and Bound the most that the spec claims.
	Count, Bound int64
}

// Early is a timer that has fired before it was due.
type Early struct {
	Record Record
	// Step is as in Refusal.
	Step int
	// After is the longest time for which the timer can have run, and Due the shortest that it has.
	After, Due time.Duration
}

// claims are what the steps of a machine cost, which all its runs share.
type claims struct {
	m *core.Machine
	// steps has the costs of transitions that a run has taken, for each cost with a claim.
	steps map[int][][]expr.Expr
}

func newClaims(m *core.Machine) *claims { return &claims{m, map[int][][]expr.Expr{}} }

// claimed calls f with each cost that has a claim.
func (c *claims) claimed(f func(obligation.Counted)) {
	for i := range c.m.Costs {
		if c.m.Costs[i].Max != nil {
			f(obligation.Counted{Cost: i, Call: -1, Output: -1, Field: -1})
		}
	}
}

// start returns the costs of the start of the machine, for each cost with a claim.
func (c *claims) start() (out [][]expr.Expr) {
	c.claimed(func(of obligation.Counted) { out = append(out, of.Start(c.m)) })
	return out
}

// step returns the costs of a transition, for each cost with a claim.
func (c *claims) step(transition int) [][]expr.Expr {
	out, ok := c.steps[transition]
	if !ok {
		c.claimed(func(of obligation.Counted) { out = append(out, of.Step(c.m, transition)) })
		c.steps[transition] = out
	}
	return out
}

// charged returns costs with what a step adds to them. What is not known is 0, because no weight is negative.
func charged(costs []int64, added [][]expr.Expr, s *scope) []int64 {
	if len(added) == 0 {
		return nil
	}
	out := make([]int64, len(added))
	copy(out, costs)
	for i, list := range added {
		for _, x := range list {
			if v, err := s.eval(x); err == nil && v.known && v.n > 0 {
				if out[i] += v.n; out[i] < 0 {
					out[i] = math.MaxInt64
				}
			}
		}
	}
	return out
}

// began returns the times at which timers began, after some have begun at a time. The zero time is not known.
func began(since []time.Time, timers []int, at time.Time) []time.Time {
	out := slices.Clone(since)
	for _, i := range timers {
		out[i] = at
	}
	return out
}

// least makes the costs and the times of c those that are least in it and in other, and reports whether they were not.
func (c *config) least(other config) (changed bool) {
	costs, since := slices.Clone(c.costs), slices.Clone(c.since)
	for i, n := range other.costs {
		if n < costs[i] {
			costs[i], changed = n, true
		}
	}
	for i, at := range other.since {
		if at.Before(since[i]) {
			since[i], changed = at, true
		}
	}
	if changed { // Other configurations may share the slices.
		c.costs, c.since = costs, since
	}
	return changed
}

// exceeds reports a run that has taken more than a claim allows, once for each claim.
func (c *checked) exceeds(r Record, claim Claim, count int64, most expr.Expr) {
	if most == nil || slices.Contains(c.beyond, claim) {
		return
	}
	bound, err := c.scope(config{}, input{}).eval(most)
	if err == nil && bound.known && count > bound.n {
		c.beyond = append(c.beyond, claim)
		c.report.Beyond = append(c.report.Beyond, Beyond{Record: r, Step: c.steps, Claim: claim, Count: count, Bound: bound.n})
	}
}

// measure compares the run with the claims.
func (c *checked) measure(r Record) {
	here := c.now.list
	if !slices.ContainsFunc(here, func(x config) bool { return x.open }) {
		c.exceeds(r, Claim{Cost: -1}, leastOf(here, func(x config) int64 { return x.count }), c.m.Bound)
	}
	k := 0
	for i := range c.m.Costs {
		if c.m.Costs[i].Max != nil {
			at := k
			c.exceeds(r, Claim{Cost: i}, leastOf(here, func(x config) int64 { return x.costs[at] }), c.m.Costs[i].Max)
			k++
		}
	}
	if !c.first.IsZero() && !r.At.IsZero() {
		for _, claim := range core.TimeClaims(c.m) {
			if o := claim.Outcome; o < 0 || !slices.ContainsFunc(here, func(x config) bool { return c.m.States[x.state].Outcome != o }) {
				c.exceeds(r, Claim{Time: true, Cost: -1, Outcome: o}, int64(r.At.Sub(c.first)), claim.Most)
			}
		}
	}
}

// leastOf returns the least number of configurations, of which there is one at least.
func leastOf(list []config, number func(config) int64) int64 {
	least := number(list[0])
	for _, x := range list[1:] {
		least = min(least, number(x))
	}
	return least
}

// lasts returns how long a timer lasts at least that runs now, or 0 if that is not known.
func (c *checked) lasts(timer int) time.Duration {
	t := &c.m.Timers[timer]
	if t.Length == nil {
		return t.Constant
	}
	least := time.Duration(math.MaxInt64)
	for _, x := range c.now.list {
		v, err := c.scope(x, input{}).eval(t.Length)
		if err != nil || !v.known {
			return 0
		}
		least = min(least, time.Duration(v.n))
	}
	return max(least, 0)
}

// early compares the time of a timer's event with its start. Clocks and programs are not exact, so a tenth of the duration and at
// most a second does not count.
func (c *checked) early(r Record) {
	if r.Timer == "" {
		return
	}
	i := 0
	for i < len(c.m.Timers) && r.Timer != source.Timer(c.m, i) && !slices.Contains(c.m.Timers[i].Was, r.Timer) {
		i++
	}
	if i == len(c.m.Timers) {
		c.refuse(r, "the machine has no timer %s", r.Timer)
		return
	}
	if r.At.IsZero() || len(c.now.list) == 0 {
		return
	}
	due, begun := c.lasts(i), c.now.list[0].since[i]
	for _, x := range c.now.list {
		if x.since[i].Before(begun) {
			begun = x.since[i]
		}
	}
	if due == 0 || begun.IsZero() { // The program computes the duration, or the start was not recorded.
		return
	}
	if after := r.At.Sub(begun); after < due-min(due/10, time.Second) {
		c.report.Early = append(c.report.Early, Early{Record: r, Step: c.steps, After: after, Due: due})
	}
}
