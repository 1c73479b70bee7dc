package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Rest is the verdict on whether a machine with transitions without an event always comes to rest:
// after the start and after each event, it takes a finite number of them. The zero value is for a
// machine that has none.
type Rest struct {
	Status Status
	// Run is the counterexample if the Status is Refuted: from some step on, it takes only
	// transitions without an event, forever.
	Run *trace.Run
	// Recurrent shows how Run continues if it returns to no configuration; otherwise it is nil.
	Recurrent *Recurrent
}

// rest decides whether the machine of a report comes to rest. A machine that ends, or settles
// between environment events, does. For any other one, it considers the machine in which all events
// are environment events: it settles between them exactly if the other comes to rest. The conditions
// are those that the proof assumes of a configuration; the two machines reach the same ones.
func (f *family) rest(r *Report) (verdict Rest, assumed []Condition) {
	m := r.Machine
	switch {
	case m.Eventless() < 0:
		return Rest{}, nil
	case r.Termination == Proved:
		return Rest{Status: Proved}, nil
	case r.Termination == Refuted && restless(m, r.Run, r.loop()):
		return Rest{Refuted, r.Run, r.Recurrent}, nil
	case m.Bound == nil && m.Rank == 0 && !slices.ContainsFunc(m.Events, waits):
		return Rest{r.Termination, r.Run, r.Recurrent}, nil // this is that machine
	}
	f.watch("proving that the machine comes to rest")
	quiet := *f
	quiet.watch = func(string) {}
	other := quiet.within(disturbed(m)).report
	switch {
	case other.Termination == Proved:
		return Rest{Status: Proved}, other.Conditions
	case other.Termination == Refuted && other.Run.Replay(m) == nil: // with parameters that m admits, too
		return Rest{Refuted, other.Run, other.Recurrent}, nil
	}
	return Rest{Status: Unknown}, nil
}

// refute adopts the endless run of a machine that does not come to rest.
func (r *Report) refute(rest *Rest) {
	r.Termination, r.UnlessOverflow, r.Fits = Refuted, false, 0
	r.Run, r.Recurrent = rest.Run, rest.Recurrent
	if rest.Recurrent == nil {
		r.Lassos = []trace.Run{*rest.Run}
	}
}

// missing returns the conditions that are not in a list.
func missing(list, more []Condition) []Condition {
	return slices.DeleteFunc(slices.Clone(more), func(c Condition) bool {
		return slices.ContainsFunc(list, func(d Condition) bool {
			return c.State == d.State && expr.Equal(c.Expr, d.Expr)
		})
	})
}

// waits reports whether an event is neither eventless nor an environment event.
func waits(e core.Event) bool { return !e.Eventless && !e.Environment }

// disturbed returns a machine like m in which all events are environment events, and which claims
// neither progress nor a bound nor what it costs.
func disturbed(m *core.Machine) *core.Machine {
	out := *m
	out.Rank, out.Bound, out.Costs = 0, nil, nil
	out.Events, out.States = slices.Clone(m.Events), slices.Clone(m.States)
	for i := range out.Events {
		out.Events[i].Environment = !out.Events[i].Eventless
	}
	for i := range out.States {
		out.States[i].Progress = nil
	}
	return &out
}

// loop returns the step at which the cycle of the run that refutes termination begins.
func (r *Report) loop() int {
	if r.Recurrent != nil {
		return r.Recurrent.From
	}
	return r.Run.LoopFrom
}

// restless reports whether the cycle of an endless run consists of transitions without an event.
func restless(m *core.Machine, run *trace.Run, from int) bool {
	return !slices.ContainsFunc(run.Steps[from:], func(s trace.Step) bool { return !m.Events[m.Transitions[s.Transition].Event].Eventless })
}

// diagnoseRest reports a machine that does not come to rest.
func diagnoseRest(r *Report) {
	m := r.Machine
	if r.Rest.Status != Refuted && (r.Rest.Status != Unknown || r.Termination == Refuted) {
		return
	}
	at := m.Events[m.Eventless()].Span
	var diags diag.List
	if r.Rest.Status == Unknown {
		diags.Errorf(diag.CodeUnproved, at, "could not prove that %s always comes to rest: it may take transitions without an event forever", m.Name).
			Helpf("use conditions that become false when the transitions are taken, for example because each of them counts a variable down")
	} else {
		run := r.Rest.Run
		from, again := run.LoopFrom, ""
		if c := r.Rest.Recurrent; c != nil {
			from, again = c.From, c.again(m)
		}
		at = m.Transitions[run.Steps[from].Transition].Span
		diags.Errorf(diag.CodeEndless, at, "%s does not come to rest: from step %d of a run, it takes transitions without an event forever", m.Name, from+1).
			Note(diag.Span{}, "%s", "a run that handles no further event"+Trace(m, run)+again).
			Helpf("use conditions that become false when the transitions are taken, or let a state of the cycle wait for an event")
	}
	r.Diagnostics = append(diags, r.Diagnostics...)
	r.Diagnostics.Sort()
}
