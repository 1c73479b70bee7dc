package counterexample

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
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
			if code, why := hidden(r.Machine, o); why != "" {
				add(code, why)
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

// hidden says why a run alone does not show that a refuted obligation is broken; it
// is "" where one does.
func hidden(m *core.Machine, o *verify.Obligation) (code diag.Code, why string) {
	switch o.Kind {
	case verify.KindDeadlock:
		if len(m.From(o.State)) > 0 {
			return diag.CodeDeadlock, "that conditions leave out every event takes more than one run to show"
		}
	case verify.KindGap:
		if len(m.Events[o.Event].Fields) > 0 || asks(m, o.State, o.Event) {
			return diag.CodeGap, "the run does not say for which payload or answers no alternative is taken"
		}
	case verify.KindOverflow, verify.KindDivide:
		return diag.CodeOverflow, "the run leads up to the step that computes the value, and does not take it"
	}
	return "", ""
}

// asks reports whether an event asks the host anything in a state.
func asks(m *core.Machine, state, event int) bool {
	for _, t := range m.On(state, event) {
		if expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External }) {
			return true
		}
	}
	return false
}
