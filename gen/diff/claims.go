package diff

import (
	"strings"

	"github.com/fsmgen/fsmgen/verify"
)

// claims are the verdicts of both versions on termination and on the bound, whether they have changed or not. The zero value
// is that of versions of which one has no report.
type claims struct {
	known bool
	// reactive is set if the new version has environment events.
	reactive bool
	old, new verify.Status
	bound    struct {
		old, new verify.Status
		// before and after are the numbers for the parameters of each version, or "".
		before, after string
		// with describes these parameters. It is "" for a machine without any.
		with string
	}
}

// claims collects the verdicts of both versions.
func (pf proofs) claims() {
	if pf.c.old.Report == nil || pf.c.new.Report == nil {
		return
	}
	a, b := pf.c.old.Report, pf.c.new.Report
	d := &pf.c.record.d.claims
	d.known, d.reactive, d.old, d.new = true, pf.c.b.Reactive(), a.Termination, b.Termination
	d.bound.old, d.bound.new = boundStatus(&a.Bound), boundStatus(&b.Bound)
	d.bound.with, d.bound.before, d.bound.after = pf.numbers(a.Bound.Expr, b.Bound.Expr, true)
}

// boundStatus returns the verdict on a bound, or none if there is no bound.
func boundStatus(b *verify.Bound) verify.Status {
	if b.Expr == nil {
		return none
	}
	return b.Status
}

// safe describes what is proved of both versions, and what is lost or gained, for the first sentence of a comment.
func (d *Diff) safe() string {
	x := &d.claims
	if !x.known {
		return ""
	}
	end, ends, run := "end", "ends", "an endless run"
	if x.reactive {
		end, ends, run = "settle", "settles", "an endless run without environment events"
	}
	var parts []string
	switch was := x.old == verify.Proved; {
	case x.new == verify.Proved && was:
		parts = append(parts, "still proved to "+end)
	case x.new == verify.Proved:
		parts = append(parts, "now proved to "+end)
	case x.new == verify.Refuted && x.old == verify.Refuted:
		parts = append(parts, "still has "+run)
	case x.new == verify.Refuted:
		parts = append(parts, "no longer "+ends+": there is "+run)
	case was:
		parts = append(parts, "no longer proved to "+end)
	default:
		parts = append(parts, "still not proved to "+end)
	}
	parts = append(parts, d.limit()...)
	lost, gained, refuted, unknown := 0, 0, 0, 0
	for _, v := range d.Verdicts {
		switch {
		case v.What == "termination" || v.What == "bound":
		case v.Gained():
			gained++
		case v.Old == none && v.New == verify.Refuted:
			refuted++
		case v.Old == none:
			unknown++
		case v.Lost():
			lost++
		}
	}
	for _, x := range []struct {
		n    int
		what string
	}{{refuted, "refuted"}, {unknown, "not proved"}} {
		if x.n > 0 {
			parts = append(parts, counted(x.n, "new claim", "new claims")+" "+x.what)
		}
	}
	if lost > 0 {
		parts = append(parts, counted(lost, "other proof", "other proofs")+" lost")
	}
	if gained > 0 {
		parts = append(parts, counted(gained, "other proof", "other proofs")+" gained")
	}
	return strings.Join(parts, ", ")
}

// limit describes the bound of both versions.
func (d *Diff) limit() []string {
	x := &d.claims.bound
	switch {
	case x.new == verify.Refuted && x.old == verify.Proved:
		return []string{"the bound no longer holds"}
	case x.new != verify.Proved && x.old == verify.Proved:
		return []string{"the bound is no longer proved"}
	case x.new != verify.Proved || x.after == "":
		return nil
	}
	text := x.after
	if x.old == verify.Proved && x.before != "" && x.before != x.after {
		text = x.before + " → " + x.after
	}
	unit := " transitions"
	if text == "1" {
		unit = " transition"
	}
	if x.with != "" {
		unit += " with " + x.with
	}
	if x.old == verify.Proved && x.before == x.after {
		unit += ", as before"
	}
	return []string{"at most " + text + unit}
}
