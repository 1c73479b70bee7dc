package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Punctual is the proof that a machine ends for which that is not proved, or is refuted, if timers may fire at any time: it ends if each timer
// fires when it is due, because the time is limited, and every cycle takes some of it.
type Punctual struct {
	// Bound is the greatest number of transitions, an expression over the parameters, or nil if none was found.
	Bound expr.Expr
	// Report is about a machine that counts how often timers fire, up to what the time has room for: see [obligation.Punctual].
	Report *Report
}

// punctual looks at a machine that is not proved to end, with limits of its time.
func (f *family) punctual(r *Report) *Punctual {
	for i := range r.Times {
		t := &r.Times[i]
		timed := obligation.Punctual(r.Machine, t.Most, t.Cover.Unit)
		if timed == nil || t.UnlessOverflow {
			continue
		}
		if ends := f.within(timed).report; ends.Termination == Proved {
			out := &Punctual{Report: ends}
			if ends.Bound.Status == Proved {
				out.Bound = ends.Bound.Expr
			}
			return out
		}
	}
	return nil
}

// after says after how many transitions the machine ends, after a comma, if that is known.
func (p *Punctual) after() string {
	if p.Bound == nil {
		return ""
	}
	return ", after at most " + counting(p.Bound)
}

// remark adds to the findings of endless runs that they take no time, or more than there is.
func (p *Punctual) remark(r *Report) {
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Code == diag.CodeEndless {
			d.Note(diag.Span{}, "if timers fire when they are due, no such run is possible: %s ends%s", r.Machine.Name, p.after())
		}
	}
}

// ending writes for the summary that the machine ends because its timers fire.
func (r *Report) ending(b *strings.Builder) {
	p := r.Punctual
	if p == nil {
		return
	}
	fmt.Fprintf(b, "  ends         if timers fire when they are due%s: proved\n", p.after())
}

func (p *Punctual) json() *punctualJSON {
	if p == nil {
		return nil
	}
	out := &punctualJSON{Costs: slices.DeleteFunc(countsJSON(p.Report), func(c countJSON) bool { return c.Cost == "" })}
	if p.Bound != nil {
		out.Bound = expr.PrintNumber(p.Bound, expr.Spec)
	}
	return out
}
