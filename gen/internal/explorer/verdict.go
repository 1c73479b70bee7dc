package explorer

import (
	"fmt"
	"html"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// verdicts returns what is known of a machine as items of a list.
func verdicts(r *verify.Report) string {
	var b strings.Builder
	item := func(status verify.Status, text string) {
		text = html.EscapeString(text)
		fmt.Fprintf(&b, "<li class=%q title=\"%s\">%s</li>\n", string(status), text, text)
	}
	verb := "terminates"
	if r.Machine.Reactive() {
		verb = "settles"
	}
	item(r.Termination, verb+": "+string(r.Termination))
	if e := r.Bound.Expr; e != nil {
		item(r.Bound.Status, "at most "+expr.PrintNumber(e, expr.Math)+" transitions: "+string(r.Bound.Status))
	}
	if len(r.Times) > 0 {
		var limits []string
		status := "proved"
		for i := range r.Times {
			limits = append(limits, r.Times[i].Math())
			if r.Times[i].UnlessOverflow {
				status = "proved unless a value overflows"
			}
		}
		item(verify.Proved, "at most "+strings.Join(limits, ", and at most ")+", if timers fire when they are due: "+status)
	}
	open := map[verify.Status]int{}
	for _, o := range r.Obligations {
		open[o.Status]++
	}
	switch {
	case open[verify.Refuted] > 0:
		item(verify.Refuted, fmt.Sprintf("%d of %d obligations refuted", open[verify.Refuted], len(r.Obligations)))
	case open[verify.Unknown] > 0:
		item(verify.Unknown, fmt.Sprintf("%d of %d obligations unknown", open[verify.Unknown], len(r.Obligations)))
	case len(r.Obligations) > 0:
		item(verify.Proved, fmt.Sprintf("all %d obligations proved", len(r.Obligations)))
	}
	return b.String()
}

// shownBound returns the bound that limits progress in the plot, or nil.
func shownBound(r *verify.Report) expr.Expr {
	if r.Bound.Status == verify.Refuted || r.Machine.Reactive() || r.Machine.Rank > 1 {
		return nil
	}
	return r.Bound.Expr
}
