package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Time is a proved limit of the time from the start of a machine to its end, for all parameter values, if each timer fires when it
// is due. Steps take no time. The time in which the program does not run is not counted.
//
// The proof is a choice of timers, one of which runs wherever the machine waits, and potentials that pay for each of their starts.
type Time struct {
	// Cover has the timers.
	Cover obligation.Cover
	// Most is the limit in units of the cover, an expression over the parameters.
	Most expr.Expr
	// Parts has for each of Cover.Lasting how long its timers last at most.
	Parts []TimePart
	// UnlessOverflow reports that the limit holds only of runs in which all values fit in Go's int,
	// because it is not proved that they do in all runs.
	UnlessOverflow bool
}

// TimePart is a proved limit of how long the starts of some timers last.
type TimePart struct {
	// Most is the limit in units of the cover, an expression over the parameters.
	Most expr.Expr
	// Potential has an expression over parameters and variables for each state.
	Potential []expr.Expr
	// Proof holds the certificates.
	Proof []*certificate.Proof
}

// duration proves limits of the time of a machine that ends, and returns them. It lists the states in which it waits without a limit.
func duration(in *search.Input, r *Report, found *search.Findings, evidence *verdict.Case, judged *verdict.Judgment) (proved []*verdict.Time) {
	m := r.Machine
	if m.Reactive() || len(m.Outcomes) == 0 {
		return nil
	}
	var all []int
	for i := range obligation.Clocks(m) {
		if in.Keeps(i) {
			all = append(all, i)
		}
	}
	if r.Waits = obligation.Waits(m, all); len(r.Waits) > 0 {
		return nil
	}
	proved = verdict.Times(evidence, judged, -1, found.Times(in, -1))
	for _, t := range proved {
		limit := Time{Cover: t.Cover, Most: t.Most(), UnlessOverflow: !judged.Fits}
		for _, c := range t.Counts {
			limit.Parts = append(limit.Parts, TimePart{c.Most, c.Potential, certificates(c)})
		}
		r.Times = append(r.Times, limit)
	}
	return proved
}

// String returns the limit as text: a duration, or an expression with a unit of time.
func (t *Time) String() string { return t.text(expr.Spec) }

// Math is String in mathematical notation.
func (t *Time) Math() string { return t.text(expr.Math) }

func (t *Time) text(style expr.Style) string { return source.Time(t.Most, t.Cover.Unit, style) }

// timing writes the limits of time for the summary. A machine without timers has none, and no line.
func (r *Report) timing(b *strings.Builder) {
	m := r.Machine
	switch {
	case len(r.Times) > 0:
		status := string(Proved)
		var list []string
		for i := range r.Times {
			list = append(list, "at most "+r.Times[i].String())
			if r.Times[i].UnlessOverflow {
				status = unlessOverflow
			}
		}
		fmt.Fprintf(b, "  time         %s, if timers fire when they are due: %s\n", strings.Join(list, ", and "), status)
	case len(m.Timers) == 0 && !timely(r) || m.Reactive() || len(m.Outcomes) == 0:
	case len(r.Waits) > 0:
		fmt.Fprintf(b, "  time         no limit: it waits for events in %s\n", strings.Join(stateNames(m, r.Waits), ", "))
	default:
		fmt.Fprintf(b, "  time         no limit was found, although a timer runs in each state\n")
	}
}

// timely reports whether some child machine is proved to end within the time that it claims.
func timely(r *Report) bool {
	return slices.ContainsFunc(r.Children, func(c *Report) bool { return core.LongestRun(c.Machine) != nil && inTime(c) })
}

// clockName names a clock: a timer by its state and its event, and a child machine by its state and its name.
func clockName(m *core.Machine, clock int) string {
	if v := obligation.Invocation(m, clock); v >= 0 {
		return m.Invocations[v].Owner + "." + m.Calls[m.Invocations[v].Call].Name
	}
	return source.Timer(m, clock)
}

func stateNames(m *core.Machine, states []int) (names []string) {
	for _, s := range states {
		names = append(names, m.States[s].Name)
	}
	return names
}

func (r *Report) timesJSON() (list []timeJSON) {
	for i := range r.Times {
		t := &r.Times[i]
		j := timeJSON{Most: expr.Print(t.Most, expr.Spec), Unit: source.Unit(t.Cover.Unit), UnlessOverflow: t.UnlessOverflow}
		for _, timer := range t.Cover.All() {
			j.Timers = append(j.Timers, clockName(r.Machine, timer))
		}
		list = append(list, j)
	}
	return list
}
