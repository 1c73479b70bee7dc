package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// ends reports whether the cases contain one that proves that a child machine ends within its claimed bound.
func ends(child *core.Machine, cases []*Case, bounded map[*core.Machine]bool) bool {
	known, ok := bounded[child]
	if !ok {
		at := slices.IndexFunc(cases, func(c *Case) bool { return c.Machine == child })
		if at >= 0 {
			known = decide(cases[at], bounded).Ends(child)
		}
		bounded[child] = known
	}
	return known
}

// Ends reports whether it is proved that the machine ends within its claimed bound: it is within the bound, and
// no state is a deadlock.
func (j *Judgment) Ends(m *core.Machine) bool {
	stuck := slices.ContainsFunc(j.Asked, func(o obligation.Obligation) bool { return o.Kind == obligation.Deadlock && !j.Proved[o] })
	return j.Terminates && j.Bound != nil && j.Bound == m.Bound && !stuck
}

// timely reports whether it is proved of a child machine that it ends, that no run takes longer than its spec claims, of any end and of
// each outcome, and that its parameters are in their ranges wherever it starts.
func (j *Judgment) timely(c *Case, call int) bool {
	child := c.Machine.Calls[call].Child
	for _, o := range j.Asked {
		if !j.Proved[o] && (o.Kind == obligation.Arguments || o.Kind == obligation.Child && c.Machine.Calls[o.Call].Child == child) {
			return false
		}
	}
	known, ok := j.within[child]
	if !ok {
		if at := slices.IndexFunc(c.Children, func(c *Case) bool { return c.Machine == child }); at >= 0 && core.LongestRun(child) != nil {
			of := Judge(c.Children[at])
			known = of.Fits && inTime(c.Children[at], of)
		}
		if j.within == nil {
			j.within = map[*core.Machine]bool{}
		}
		j.within[child] = known
	}
	return known
}

// inTime reports whether it is proved that no run takes longer than is claimed, of each claim.
func inTime(c *Case, judged *Judgment) bool {
	for i, claim := range core.TimeClaims(c.Machine) {
		if i >= len(c.Within) || !Lasts(c, judged, claim.Outcome, claim.Most, c.Within[i]) {
			return false
		}
	}
	return true
}
