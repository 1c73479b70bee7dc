package verdict

import (
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// Enough is the evidence that no run takes longer than a time.
type Enough struct {
	// Limit is the evidence for a limit of time.
	Limit *Time
	// Proof proves that the time is not below this limit.
	Proof *certificate.Proof
}

// Least lists the times of which a claimed time is the least: each must not be exceeded.
func Least(claimed expr.Expr) []expr.Expr {
	if x, ok := claimed.(*expr.Call); ok && x.Op == expr.Min {
		return x.Args
	}
	return []expr.Expr{claimed}
}

// Covers returns the problem that a time in nanoseconds is at least a limit of time.
func Covers(t *encode.Theory, time expr.Expr, limit *Time) encode.Problem {
	unit := expr.Number(int64(limit.Cover.Unit))
	return NotNegative(t, &expr.Binary{Op: expr.Sub, X: time, Y: &expr.Binary{Op: expr.Mul, X: unit, Y: limit.Most()}})
}

// Lasts reports whether it is proved that no run takes longer than a claimed time in nanoseconds, unless a value leaves Go's int.
// There is one piece of evidence for each of [Least]. The claim is about runs to an outcome, or to any end: -1.
func Lasts(c *Case, judged *Judgment, outcome int, claimed expr.Expr, list []Enough) bool {
	times := Least(claimed)
	if !constant(c.Machine, claimed) || len(list) != len(times) {
		return false
	}
	j := &judge{machine: c.Machine, ranked: c.Machine, theory: encode.Empty(c.Machine), facts: map[encode.Claim]bool{}}
	for i, l := range list {
		if l.Limit == nil || len(Times(c, judged, outcome, []*Time{l.Limit})) == 0 || !j.proved(Covers(j.theory, times[i], l.Limit), l.Proof) {
			return false
		}
	}
	return true
}
