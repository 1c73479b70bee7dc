package verify

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// TimeClaim is the verdict on the claim of how long a run takes from the start to the end, if timers fire when they are due.
type TimeClaim struct {
	// Most is the claimed time in nanoseconds, an expression over the parameters.
	Most expr.Expr
	// Status is Proved if it follows from the limits of the report for all parameter values, and Refuted if Run takes longer.
	Status Status
	// UnlessOverflow reports that Status is unknown only because a value may leave Go's int: no run in which all values fit takes longer.
	UnlessOverflow bool
	// Run is the counterexample of a Refuted claim, or nil.
	Run *trace.Clocked
}

// claimed decides the claimed time, given limits of time. It adds the evidence to the case if it is proved.
func (q *inquiry) claimed(evidence *verdict.Case, judged *verdict.Judgment, limits []*verdict.Time) *TimeClaim {
	m := q.machine
	if m.Longest == nil {
		return nil
	}
	out := &TimeClaim{Most: m.Longest, Status: Unknown}
	if list := search.Enough(q.in, m.Longest, limits); list != nil && verdict.Lasts(evidence, judged, m.Longest, list) {
		if out.UnlessOverflow = !judged.Fits; judged.Fits {
			out.Status, evidence.Within = Proved, list
		}
		return out
	}
	if out.Run = q.runs.Late(m.Longest); out.Run == nil {
		larger := concrete.Larger(q.in.Prover.Context(), m, q.runs.Graphs, func(params []int64) bool { return exceeds(m, params, limits) })
		out.Run = q.with(larger).Late(m.Longest)
	}
	if out.Run != nil {
		out.Status = Refuted
	}
	return out
}

// exceeds reports whether each limit of time is above the claimed time for some parameters, so that a run may take longer.
func exceeds(m *core.Machine, params []int64, limits []*verdict.Time) bool {
	env := concrete.Env(m, params, nil)
	claimed, err := expr.Eval(m.Longest, env)
	return err == nil && !slices.ContainsFunc(limits, func(t *verdict.Time) bool {
		n, err := expr.Eval(t.Most(), env)
		return err == nil && n <= claimed/int64(t.Cover.Unit)
	})
}

// String returns the claim as text: a duration, or an expression with a unit of time.
func (c *TimeClaim) String() string { return source.Time(c.Most, time.Nanosecond, expr.Spec) }

// diagnoseTime reports a claim of time that is refuted or unknown.
func diagnoseTime(r *Report) {
	m, c := r.Machine, r.TimeClaim
	switch {
	case c == nil || c.Status == Proved || c.UnlessOverflow:
		return
	case c.Status == Refuted:
		limit, _ := expr.Eval(c.Most, concrete.Env(m, c.Run.Params, nil))
		what, help := "ends after "+source.Duration(c.Run.Until), "shorten the timers, put one around all states that take the time, or claim more"
		switch at := m.States[c.Run.State(m)].Name; {
		case c.Run.Until == trace.Forever:
			what, help = "waits in `"+at+"` for an event that may never come", "put a timer around the state, as in after: {30s: Expired}, or remove `within:`"
			if len(m.Running(c.Run.State(m))) > 0 {
				help = "give the call a limit, as in timeout: 30s, or put a timer around the state, or remove `within:`"
			}
		case !m.Terminal(c.Run.State(m)):
			what = "has not ended after " + source.Duration(c.Run.Until)
		}
		r.Diagnostics.Errorf(diag.CodeLate, m.LongestSpan, "the time does not hold: it allows %s, but a run %s", source.Duration(time.Duration(limit)), what).
			Note(diag.Span{}, "%s", "a run that takes longer"+clocked(m, c.Run)).
			Helpf("%s", help)
	default:
		d := r.Diagnostics.Errorf(diag.CodeUnproved, m.LongestSpan, "could not prove that a run takes at most %s", c)
		if len(r.Waits) > 0 {
			d.Helpf("put timers around the states in which it waits for events: %s", strings.Join(stateNames(m, r.Waits), ", "))
		}
		for i := range r.Times {
			d.Note(diag.Span{}, "it is proved that a run takes at most %s", &r.Times[i])
		}
	}
	r.Diagnostics.Sort()
}

// clocked formats a run with the time of each step.
func clocked(m *core.Machine, c *trace.Clocked) string {
	width := 0
	for _, at := range c.At {
		width = max(width, len(source.Duration(at)))
	}
	text := traced(m, &c.Run, func(i int) string { return fmt.Sprintf("%-*s  ", width, source.Duration(c.At[i])) })
	switch {
	case m.Terminal(c.State(m)):
		return text
	case c.Until == trace.Forever:
		return text + fmt.Sprintf("   then it waits in %s\n", m.States[c.State(m)].Name)
	}
	return text + fmt.Sprintf("   then it waits in %s until %s\n", m.States[c.State(m)].Name, source.Duration(c.Until))
}

// claiming writes the verdict on the claim for the summary.
func (c *TimeClaim) summary(b *strings.Builder) {
	if c == nil {
		return
	}
	status := string(c.Status)
	if c.UnlessOverflow {
		status = unlessOverflow
	}
	fmt.Fprintf(b, "  within       %s: %s\n", c, status)
}

func (c *TimeClaim) json(m *core.Machine) *timeClaimJSON {
	if c == nil {
		return nil
	}
	most, unit := source.TimeIn(c.Most, time.Nanosecond)
	out := &timeClaimJSON{Most: expr.Print(most, expr.Spec), Unit: unit, Status: c.Status, UnlessOverflow: c.UnlessOverflow}
	if c.Run != nil {
		out.Counterexample = jsonRun(m, &c.Run.Run)
		for _, at := range c.Run.At {
			out.At = append(out.At, at.String())
		}
		if out.Until = "forever"; c.Run.Until != trace.Forever {
			out.Until = c.Run.Until.String()
		}
	}
	return out
}
