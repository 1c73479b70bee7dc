package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Obligation is one thing that must hold for all parameter values, and what
// became of it.
type Obligation struct {
	Kind Kind
	// Transition, State, Event, Var and Invariant index into the machine, and
	// are -1 where the obligation is not about one.
	Transition, State, Event, Var, Invariant int

	Status Status
	// Change is, for KindDecrease, how the transition changes each component
	// of the progress function, as simplified polynomials over the values
	// before the step and the payload; nil when it is not a polynomial.
	Change []string
	// Proof is the certificate of a Proved obligation.
	Proof []*certificate.Proof
	// Run is the counterexample of a Refuted obligation: its last step, or
	// its start when there is none, breaks the obligation.
	Run *trace.Run
	// Missing is, for an Unknown obligation, values that the known facts do not
	// rule out and that would break it; empty when none were found. The
	// machine may or may not be able to have them.
	Missing string
	// Suggested is, for an Unknown obligation, a fact about the state that it
	// starts from which would prove it: no configuration explored breaks the
	// fact, and it is not proved. It is nil when none was found.
	Suggested expr.Expr
}

// About returns what the obligation is about.
func (o *Obligation) About() obligation.Obligation {
	return obligation.Obligation{Kind: o.Kind, Transition: o.Transition, State: o.State, Event: o.Event, Var: o.Var, Invariant: o.Invariant}
}

// Bound is the verdict on the worst-case number of transitions: of a run, or,
// in a machine with environment events, between two of these, before the first
// and after the last. They do not count themselves; [trace.Run.Counted] tells
// which steps of a run do.
type Bound struct {
	// Expr is the claimed bound, or the progress function, declared or
	// synthesized, at the start when the spec claims none, or what that is at most
	// where it counts bools or enum values of parameters; nil when there is
	// neither, and in a machine with environment events that claims none.
	Expr   expr.Expr
	Status Status
	// Tight reports that for all explored parameter values a run of exactly
	// this many transitions exists.
	Tight bool
	// Run is, when Refuted, a run with more transitions than the bound: one
	// more, or an endless one.
	Run *trace.Run
	// Decides tells, where Expr is nil, why there is no bound in the parameters;
	// it is nil where that is not known.
	Decides *Decides
	// Worst is a longest run at the largest explored parameter values. It
	// begins at the start of the machine.
	Worst *trace.Run
}

// Report is all that is known of a machine. It must not be changed.
type Report struct {
	Machine *core.Machine
	// Termination is the verdict on whether each run ends, or, in a machine
	// with environment events, on whether it settles: no run goes on for ever
	// without them.
	Termination Status
	Bound       Bound
	Obligations []Obligation
	// Facts are what the proofs assume of variables, each shown to hold.
	Facts []Fact
	// Inferred are the facts that the spec does not declare, guessed and
	// proved where something could not be decided without. They are among
	// Facts, numbered behind the invariants of the spec.
	Inferred []Inferred
	// Synthesized is the progress function of a machine whose spec declares
	// none, for each state an expression a component: it was found, and the
	// obligations on it are among Obligations, proved but for KindBound
	// perhaps. It is nil where the spec declares one and where none was found.
	Synthesized [][]expr.Expr
	// Mathematical says that values of Synthesized can leave Go's int, or that
	// it counts bools and enum values as numbers, so that it proves that runs
	// end, but could not be declared: the generated code would have to compute
	// it.
	Mathematical bool
	// Run is the run that refutes termination: a lasso, or that of Recurrent;
	// failing that, the run that breaks the bound; nil when neither is
	// refuted.
	Run *trace.Run
	// Lassos are endless runs that come back to a configuration: the shortest,
	// which is Run, and more, so that each transition that exploration has taken
	// in a cycle is in the cycle of one. There are at most 8.
	Lassos []trace.Run
	// Recurrent is what refutes termination where there is no lasso, or nil.
	Recurrent *Recurrent
	// Overlaps are alternatives of which both can hold, so that their order
	// decides. They are no fault.
	Overlaps []Overlap
	// OutOfMemory says that the limit on memory cut exploration short, which may
	// be why something is unknown.
	OutOfMemory bool
	// Explored lists the parameter values that were explored.
	Explored []Explored
	// Diagnostics say in words what is refuted and what is unknown.
	Diagnostics diag.List
}

// Explored is what exploration found for one choice of parameter values.
type Explored struct {
	Params []int64
	// Configs is the number of reachable configurations.
	Configs int
	// Longest is the number of transitions of the longest run, counted as for
	// [Bound], or -1 when it is not known or there is none.
	Longest int
	// Exact reports that no payload was sampled and nothing was cut off.
	Exact bool
}

// Proved reports whether everything asked of the machine is proved.
func (r *Report) Proved() bool {
	for _, o := range r.Obligations {
		if o.Status != Proved {
			return false
		}
	}
	return r.Termination == Proved && (r.Bound.Expr == nil || r.Bound.Status == Proved)
}

// Ranked returns the machine that the obligations are about: the one that was
// verified, or a copy that declares the progress function which was found and
// the invariants that were inferred.
func (r *Report) Ranked() *core.Machine {
	m := verdict.Declaring(r.Machine, r.Synthesized)
	if len(r.Inferred) > 0 {
		stronger := *m
		stronger.Invariants = slices.Clip(m.Invariants)
		for _, i := range r.Inferred {
			stronger.Invariants = append(stronger.Invariants, i.Invariant)
		}
		m = &stronger
	}
	return m
}
