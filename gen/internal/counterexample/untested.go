package counterexample

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// Untested are findings of one kind that have no test.
type Untested struct {
	// Code is that of the findings, and Count their number, at least 1.
	Code  diag.Code
	Count int
	// Why says in a clause why there is no test.
	Why string
}

// Left lists the findings of a report that [Test] writes no test of, in the order
// of the obligations, those that are unknown last. It is empty when each has one.
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
			add(d.Code, "neither proved nor refuted, so that no run shows it")
		}
	}
	return out
}
