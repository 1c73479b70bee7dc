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
	// Outcome is an index of Machine.Outcomes if the claim is about runs to this outcome, or -1 for any end.
	Outcome int
	// Most is the claimed time in nanoseconds, an expression over the parameters.
	Most expr.Expr
	// Status is Proved if it follows from the limits of the report for all parameter values, and Refuted if Run takes longer.
	Status Status
	// UnlessOverflow reports that Status is unknown only because a value may leave Go's int: no run in which all values fit takes longer.
	UnlessOverflow bool
	// Run is the counterexample of a Refuted claim, or nil.
	Run *trace.Clocked
}

// TimeClaims lists the verdicts on the claimed times, in the order of [core.TimeClaims]. It is empty if the report has a contradiction.
func TimeClaims(r *Report) (list []*TimeClaim) {
	if r.TimeClaim != nil {
		list = append(list, r.TimeClaim)
	}
	return append(list, r.OutcomeTimes...)
}

// inTime reports whether each claimed time is proved. After a contradiction, nothing is decided, and so nothing is.
func inTime(r *Report) bool {
	list := TimeClaims(r)
	return len(list) == len(core.TimeClaims(r.Machine)) && !slices.ContainsFunc(list, func(c *TimeClaim) bool { return c.Status != Proved })
}

// claimed decides the claimed times, given limits of time to any end. It adds the evidence of those that are proved to the case.
func (q *inquiry) claimed(r *Report, evidence *verdict.Case, judged *verdict.Judgment, limits []*verdict.Time) {
	for _, claim := range core.TimeClaims(q.machine) {
		c, list := q.decide(claim, evidence, judged, limits)
		evidence.Within = append(evidence.Within, list)
		if claim.Outcome < 0 {
			r.TimeClaim = c
		} else {
			r.OutcomeTimes = append(r.OutcomeTimes, c)
		}
	}
}

// decide decides a claimed time, and returns the evidence if it is proved.
func (q *inquiry) decide(claim core.TimeClaim, evidence *verdict.Case, judged *verdict.Judgment, limits []*verdict.Time) (*TimeClaim, []verdict.Enough) {
	m := q.machine
	out := &TimeClaim{Outcome: claim.Outcome, Most: claim.Most, Status: Unknown}
	list := search.Enough(q.in, claim.Most, limits)
	if list == nil && claim.Outcome >= 0 {
		limits = q.found.Times(q.in, claim.Outcome)
		list = search.Enough(q.in, claim.Most, limits)
	}
	if list != nil && verdict.Lasts(evidence, judged, claim.Outcome, claim.Most, list) {
		if out.UnlessOverflow = !judged.Fits; judged.Fits {
			out.Status = Proved
			return out, list
		}
		return out, nil
	}
	if out.Run = q.runs.Late(claim); out.Run == nil {
		larger := concrete.Larger(q.in.Prover.Context(), m, q.runs.Graphs, func(params []int64) bool { return exceeds(m, claim.Most, params, limits) })
		out.Run = q.with(larger).Late(claim)
	}
	if out.Run != nil {
		out.Status = Refuted
	}
	return out, nil
}

// exceeds reports whether each limit of time is above the claimed time for some parameters, so that a run may take longer.
func exceeds(m *core.Machine, most expr.Expr, params []int64, limits []*verdict.Time) bool {
	env := concrete.Env(m, params, nil)
	claimed, err := expr.Eval(most, env)
	return err == nil && !slices.ContainsFunc(limits, func(t *verdict.Time) bool {
		n, err := expr.Eval(t.Most(), env)
		return err == nil && n <= claimed/int64(t.Cover.Unit)
	})
}

// String returns the claim as text: a duration, or an expression with a unit of time.
func (c *TimeClaim) String() string { return source.Time(c.Most, time.Nanosecond, expr.Spec) }

// diagnoseTimes reports claims of time that are refuted or unknown.
func diagnoseTimes(r *Report) {
	for i, claim := range core.TimeClaims(r.Machine) {
		diagnoseTime(r, TimeClaims(r)[i], claim.Span)
	}
	r.Diagnostics.Sort()
}

func diagnoseTime(r *Report, c *TimeClaim, span diag.Span) {
	m := r.Machine
	switch {
	case c.Status == Proved || c.UnlessOverflow:
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
		case c.Outcome >= 0 && len(r.Waits) > 0:
			help = "put timers around the states in which it waits for events: " + strings.Join(stateNames(m, r.Waits), ", ")
		case !m.Terminal(c.Run.State(m)):
			what = "has not ended after " + source.Duration(c.Run.Until)
		}
		r.Diagnostics.Errorf(diag.CodeLate, span, "the time%s does not hold: it allows %s, but a run %s", c.To(m), source.Duration(time.Duration(limit)), what).
			Note(diag.Span{}, "%s", "a run that takes longer"+clocked(m, c.Run)).
			Helpf("%s", help)
	default:
		d := r.Diagnostics.Errorf(diag.CodeUnproved, span, "could not prove that a run%s takes at most %s", c.To(m), c)
		if len(r.Waits) > 0 {
			d.Helpf("put timers around the states in which it waits for events: %s", strings.Join(stateNames(m, r.Waits), ", "))
		}
		for i := range r.Times {
			d.Note(diag.Span{}, "it is proved that a run takes at most %s", &r.Times[i])
		}
	}
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

// summary writes the verdict on the claim for the summary.
func (c *TimeClaim) summary(m *core.Machine, b *strings.Builder) {
	status := string(c.Status)
	if c.UnlessOverflow {
		status = unlessOverflow
	}
	fmt.Fprintf(b, "  within       %s%s: %s\n", c, c.To(m), status)
}

// To names the outcome of the claim, as in " to answered", or is "" for any end.
func (c *TimeClaim) To(m *core.Machine) string {
	return core.TimeClaim{Outcome: c.Outcome}.To(m)
}

func (c *TimeClaim) json(m *core.Machine) timeClaimJSON {
	most, unit := source.TimeIn(c.Most, time.Nanosecond)
	out := timeClaimJSON{Most: expr.Print(most, expr.Spec), Unit: unit, Status: c.Status, UnlessOverflow: c.UnlessOverflow}
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
