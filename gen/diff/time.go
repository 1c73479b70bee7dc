package diff

import (
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// times compares the claims of how long a run takes, and reports what is no longer proved of the time: a claim of the old version that
// was, or without one, the limits that were.
func (pf proofs) times() {
	was, is := pf.c.a.Longest, pf.c.b.Longest
	switch {
	case was == nil && is != nil:
		pf.change(Change{Action: Added, Part: "claim", Name: within(is), span: pf.c.b.LongestSpan})
	case was != nil && is == nil:
		pf.change(Change{Action: Removed, Part: "claim", Name: within(was), span: pf.c.a.LongestSpan, gone: true})
	case was != nil && !pf.c.prover.relate(-1, was, -1, is).equal():
		pf.change(Change{Action: Changed, Part: "claim", Name: "within", Details: texts("time", source.Time(was, time.Nanosecond, expr.Spec), source.Time(is, time.Nanosecond, expr.Spec)), span: pf.c.b.LongestSpan})
	}
	old, new := pf.c.old.Report, pf.c.new.Report
	if old == nil || new == nil {
		return
	}
	if claim := old.TimeClaim; claim != nil && claim.Status == verify.Proved {
		pf.claimedTime(new)
		return
	}
	for i := range old.Times {
		x := &old.Times[i]
		if !pf.keeps(nanoseconds(x), new) {
			pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: TimeRaised, Text: x.String() + " → " + timeText(new)}.at(spot{pf.c.b.Span, false}))
		}
	}
}

func (pf proofs) change(c Change) { pf.c.record.d.Changes = append(pf.c.record.d.Changes, c) }

// claimedTime reports a claim of the old version that was proved, if it is not proved of the new one, whether that claims it or not.
func (pf proofs) claimedTime(new *verify.Report) {
	parts := []expr.Expr{pf.c.a.Longest}
	if least, ok := parts[0].(*expr.Call); ok && least.Op == expr.Min {
		parts = least.Args
	}
	if pf.asLow(new) || !slices.ContainsFunc(parts, func(x expr.Expr) bool { return !pf.keeps(x, new) }) {
		return
	}
	at := spot{pf.c.b.Span, false}
	if pf.c.b.Longest != nil {
		at.span = pf.c.b.LongestSpan
	}
	text := source.Time(pf.c.a.Longest, time.Nanosecond, expr.Spec) + " → "
	switch c := new.TimeClaim; {
	case c == nil:
		text += "no claim, limits: " + timeText(new)
	case c.Status == verify.Proved:
		text += c.String()
	default:
		text += c.String() + ", which is " + string(c.Status)
	}
	pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: WithinLost, Subject: "within", Text: text}.at(at))
}

// asLow reports whether the new version claims a time that is proved and at most the one that the old version claims.
func (pf proofs) asLow(new *verify.Report) bool {
	return new.TimeClaim != nil && new.TimeClaim.Status == verify.Proved && pf.c.prover.relate(-1, pf.c.a.Longest, -1, pf.c.b.Longest).atLeast
}

// keeps reports whether a limit of the new version is at most a time of the old one, in nanoseconds.
func (pf proofs) keeps(old expr.Expr, new *verify.Report) bool {
	return slices.ContainsFunc(new.Times, func(y verify.Time) bool { return pf.c.prover.relate(-1, old, -1, nanoseconds(&y)).atLeast })
}

// within names a claim of time, as in "within 90s".
func within(most expr.Expr) string { return "within " + source.Time(most, time.Nanosecond, expr.Spec) }

// claimStatus returns the verdict on the claim of time, or none.
func claimStatus(r *verify.Report) verify.Status {
	if r.TimeClaim == nil {
		return none
	}
	return r.TimeClaim.Status
}

// nanoseconds returns a limit as an expression over the parameters.
func nanoseconds(t *verify.Time) expr.Expr {
	return &expr.Binary{Op: expr.Mul, X: expr.Number(int64(t.Cover.Unit)), Y: t.Most}
}

func timeText(r *verify.Report) string {
	var list []string
	for i := range r.Times {
		list = append(list, r.Times[i].String())
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " and ")
}
