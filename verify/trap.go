package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Trap is a configuration that a run reaches and after which no run comes to an end. In a machine without terminal states, it is one
// after which nothing happens any more: whatever comes, the machine stays where it is, emits nothing, and starts no call.
type Trap struct {
	// Run leads to the trap.
	Run *trace.Run
	// Closed is the set of configurations behind it: see [Obligation.Closed].
	Closed [][]expr.Expr
}

// trap looks for a trap, unless the spec claims what stays possible, or something else shows that runs do not go on as they should.
func (q *inquiry) trap(r *Report) *Trap {
	m := q.machine
	ends := r.Termination == Proved && !m.Reactive()
	stuck := func(o Obligation) bool { return o.Kind == KindDeadlock && o.Status == Refuted }
	if ends || len(m.Goals) > 0 || r.Termination == Refuted || slices.ContainsFunc(r.Obligations, stuck) || q.in.Prover.Done() {
		return nil
	}
	v := q.runs.Trap()
	if v == nil {
		return nil
	}
	return &Trap{&v.Run, v.Set.In}
}

// diagnoseTrap warns of a trap.
func diagnoseTrap(r *Report) {
	t := r.Trap
	if t == nil {
		return
	}
	m := r.Ranked()
	state := t.Run.State(m)
	what, help := "in state `"+m.States[state].Name+"`, nothing can happen any more: whatever comes, the machine only sets variables", "add a transition that leads on from there; if this is meant, claim what stays possible under `possible:`"
	if len(m.Outcomes) > 0 {
		what, help = "in state `"+m.States[state].Name+"`, the machine can no longer reach an end", "add a transition that leads to a terminal state from there; if this is meant, claim what stays possible under `possible:`"
	}
	r.Diagnostics.Warnf(diag.CodeTrap, span(m, t.Run), "%s", what).
		Note(diag.Span{}, "%s", "a run into the trap"+Trace(m, t.Run)+behind(m, t.Closed)).
		Helpf("%s", help)
	r.Diagnostics.Sort()
}

// span returns the place of the last transition of a run, or of the initial state.
func span(m *core.Machine, run *trace.Run) diag.Span {
	if n := len(run.Steps); n > 0 {
		return m.Transitions[run.Steps[n-1].Transition].Span
	}
	return m.States[m.Initial].Span
}
