package counterexample

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// Untested describes findings of one kind that have no test.
type Untested struct {
	// Code is the code of the findings, and Count is their number, at least 1.
	Code  diag.Code
	Count int
	// Why is a clause that says why there is no test.
	Why string
}

// Left lists the findings of a report for which [Test] writes no test, in the order
// of the obligations; unknown ones are last. It is empty if every finding has a test.
func Left(r *verify.Report) (out []Untested) {
	add := func(code diag.Code, why string) {
		i := slices.IndexFunc(out, func(u Untested) bool { return u.Code == code && u.Why == why })
		if i < 0 {
			i = len(out)
			out = append(out, Untested{Code: code, Why: why})
		}
		out[i].Count++
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; o.Status == verify.Refuted {
			if why := hidden(r.Machine, o); why != "" {
				add(o.Kind.Code(), why)
			}
		}
	}
	for _, d := range r.Diagnostics {
		if d.Code == diag.CodeUnproved {
			add(d.Code, "neither proved nor refuted, so there is no run")
		}
	}
	return out
}
