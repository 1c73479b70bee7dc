package diff

import (
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// times compares the claims of how long a run takes, and reports what is no longer proved of the time: the claims of the old version that
// were, or without one about any end, the limits that were.
func (pf proofs) times() {
	for _, was := range core.TimeClaims(pf.c.a) {
		switch is, kept := sameEnd(pf.c.a, was, pf.c.b); {
		case !kept:
			pf.change(Change{Action: Removed, Part: "claim", Name: within(pf.c.a, was), span: was.Span, gone: true})
		case !pf.c.prover.relate(-1, was.Most, -1, is.Most).equal():
			pf.change(Change{Action: Changed, Part: "claim", Name: "within" + is.To(pf.c.b), Details: texts("time", source.Time(was.Most, time.Nanosecond, expr.Spec), source.Time(is.Most, time.Nanosecond, expr.Spec)), span: is.Span})
		}
	}
	for _, is := range core.TimeClaims(pf.c.b) {
		if _, old := sameEnd(pf.c.b, is, pf.c.a); !old {
			pf.change(Change{Action: Added, Part: "claim", Name: within(pf.c.b, is), span: is.Span})
		}
	}
	old, new := pf.c.old.Report, pf.c.new.Report
	if old == nil || new == nil {
		return
	}
	for _, was := range core.TimeClaims(pf.c.a) {
		if c := verdictOn(old, was); c != nil && c.Status == verify.Proved {
			pf.claimedTime(was, new)
		}
	}
	if old.TimeClaim != nil && old.TimeClaim.Status == verify.Proved {
		return
	}
	for i := range old.Times {
		x := &old.Times[i]
		if !pf.keeps(nanoseconds(x), new) {
			pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: TimeRaised, Text: x.String() + " → " + timeText(new)}.at(spot{pf.c.b.Span, false}))
		}
	}
}

// verdictOn returns the verdict on a claim of the machine of a report, or nil if there is none.
func verdictOn(r *verify.Report, claim core.TimeClaim) *verify.TimeClaim {
	for _, c := range verify.TimeClaims(r) {
		if c.Outcome == claim.Outcome {
			return c
		}
	}
	return nil
}

// sameEnd returns the claim of machine b on the same outcome as that of a, or on any end too. It reports whether there is one.
func sameEnd(a *core.Machine, claim core.TimeClaim, b *core.Machine) (core.TimeClaim, bool) {
	for _, c := range core.TimeClaims(b) {
		if claim.To(a) == c.To(b) {
			return c, true
		}
	}
	return core.TimeClaim{}, false
}

func (pf proofs) change(c Change) { pf.c.record.d.Changes = append(pf.c.record.d.Changes, c) }

// claimedTime reports a claim of the old version that was proved, if it is not proved of the new one, whether that claims it or not.
func (pf proofs) claimedTime(was core.TimeClaim, new *verify.Report) {
	parts := []expr.Expr{was.Most}
	if least, ok := parts[0].(*expr.Call); ok && least.Op == expr.Min {
		parts = least.Args
	}
	if pf.asLow(was, new) || !slices.ContainsFunc(parts, func(x expr.Expr) bool { return !pf.keeps(x, new) }) {
		return
	}
	text, at := source.Time(was.Most, time.Nanosecond, expr.Spec)+was.To(pf.c.a)+" → ", spot{pf.c.b.Span, false}
	is, claimed := sameEnd(pf.c.a, was, pf.c.b)
	if c := verdictOn(new, is); !claimed || c == nil {
		text += "no claim, limits: " + timeText(new)
	} else if at.span, text = is.Span, text+c.String(); c.Status != verify.Proved {
		text += ", which is " + string(c.Status)
	}
	pf.c.record.d.Breaking = append(pf.c.record.d.Breaking, Breaking{Code: WithinLost, Subject: "within", Text: text}.at(at))
}

// asLow reports whether the new version claims a time of the same runs, or of all, that is proved and at most the one that the old version claims.
func (pf proofs) asLow(was core.TimeClaim, new *verify.Report) bool {
	for _, c := range verify.TimeClaims(new) {
		same := c.Outcome < 0 || c.To(pf.c.b) == was.To(pf.c.a)
		if same && c.Status == verify.Proved && pf.c.prover.relate(-1, was.Most, -1, c.Most).atLeast {
			return true
		}
	}
	return false
}

// keeps reports whether a limit of the new version is at most a time of the old one, in nanoseconds.
func (pf proofs) keeps(old expr.Expr, new *verify.Report) bool {
	return slices.ContainsFunc(new.Times, func(y verify.Time) bool { return pf.c.prover.relate(-1, old, -1, nanoseconds(&y)).atLeast })
}

// within names a claim of time, as in "within 90s".
func within(m *core.Machine, claim core.TimeClaim) string {
	return "within " + source.Time(claim.Most, time.Nanosecond, expr.Spec) + claim.To(m)
}

// claimStatus returns the worst verdict on the claims of time, or none.
func claimStatus(r *verify.Report) verify.Status {
	worst := none
	for _, c := range verify.TimeClaims(r) {
		if worst == none || worst == verify.Proved || c.Status == verify.Refuted {
			worst = c.Status
		}
	}
	return worst
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
