package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Time is the evidence for a limit of the time that a run takes: a cover, and the limits of how long the starts of its timers last.
type Time struct {
	Cover obligation.Cover
	// Counts are of the amounts of Cover.Lasting, in the same order.
	Counts []*Count
}

// Most returns the limit in units of the cover, an expression over the parameters.
func (t *Time) Most() expr.Expr {
	var limits []expr.Expr
	for _, c := range t.Counts {
		limits = append(limits, c.Most)
	}
	return t.Cover.Most(limits)
}

// Times returns the limits that are proved, unless a value leaves Go's int. It has the same premises as [Counts]. The variables that
// durations read must be proved to be in their ranges, and the child machines among the clocks to end within the time that they claim.
// The limits are those of the runs to an outcome, or to any end: -1.
func Times(c *Case, judged *Judgment, outcome int, list []*Time) (proved []*Time) {
	for _, t := range list {
		amounts := t.Cover.Lasting()
		if !t.Cover.ValidToward(c.Machine, outcome) || len(amounts) != len(t.Counts) {
			continue
		}
		if slices.ContainsFunc(t.Cover.Children(c.Machine), func(call int) bool { return !judged.timely(c, call) }) {
			continue
		}
		unsure := func(v int) bool {
			return slices.ContainsFunc(encode.Sides(c.Machine, v), func(side encode.Claim) bool { return !slices.Contains(judged.Facts, side) })
		}
		if slices.ContainsFunc(amounts, func(l obligation.Lasting) bool { return slices.ContainsFunc(l.Reads(c.Machine), unsure) }) {
			continue
		}
		of := func(a obligation.Lasting, c *Count) bool {
			l, ok := c.Of.(obligation.Lasting)
			return ok && l.Unit == a.Unit && slices.Equal(l.Timers, a.Timers)
		}
		if slices.EqualFunc(amounts, t.Counts, of) && len(toward(c.Machine, judged, outcome, t.Counts)) == len(t.Counts) {
			proved = append(proved, t)
		}
	}
	return proved
}
