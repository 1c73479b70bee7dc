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

// Obligation is a statement that must hold for all parameter values, together with
// its verdict.
type Obligation struct {
	Kind Kind
	// Transition, State, Event, Var, Invariant, Call, Goal and Cost are indices into the machine, or
	// -1 if the obligation is not about one.
	Transition, State, Event, Var, Invariant, Call, Goal, Cost int

	Status Status
	// Change is, for KindDecrease, the change of each component of the progress
	// function on the transition, as a simplified polynomial over the payload and
	// the values before the step.
	Change []string
	// Proof is the certificate of a Proved obligation.
	Proof []*certificate.Proof
	// Plan is the proof of a Proved obligation of KindPossible: moves that lead to the goal from each configuration that the claim
	// is about. Left falls by 1 at least with each of them. In Then, -2 stands for an alternative that leads to the goal.
	Plan []Spot
	// Closed is, for a Refuted obligation of KindPossible, the set of configurations that Run leads into and that no run leaves:
	// for each state, the conditions that hold in it, or nil if none of its configurations is in the set.
	Closed [][]expr.Expr
	// Run is the counterexample of a Refuted obligation. Its last step violates the
	// obligation, or its start if it has no steps, or Attempt after it.
	Run *trace.Run
	// Attempt is the event that no alternative accepts after Run, or for which a value cannot be
	// computed, or the result of a call that takes no transition, so that nothing leads on. It is nil if Run alone is the counterexample.
	Attempt *trace.Attempt
	// Missing lists, for an Unknown obligation, values that would violate it and that
	// the known facts do not rule out; it is empty if none were found. The machine may
	// or may not be able to reach them.
	Missing string
	// Suggested is, for an Unknown obligation, a condition on the source state that
	// would prove it. The condition is not proved, but holds in all explored
	// configurations. It is nil if none was found.
	Suggested expr.Expr
}

// About returns the obligation without its verdict.
func (o *Obligation) About() obligation.Obligation {
	return obligation.Obligation{Kind: o.Kind, Transition: o.Transition, State: o.State, Event: o.Event, Var: o.Var, Invariant: o.Invariant, Call: o.Call, Goal: o.Goal, Cost: o.Cost}
}

// Bound is the verdict on the worst-case number of transitions. In a machine without
// environment events, it covers whole runs. Otherwise it covers the transitions before
// the first environment event, between two of them, and after the last, without these
// events themselves; [trace.Run.Counted] returns the steps that count.
type Bound struct {
	// Expr is the claimed bound. If the spec claims none, Expr is a bound that follows
	// from the progress function, declared or synthesized: its value at the start, an
	// upper limit of that value, or a product for a lexicographic function; or one that follows
	// from Potential. Expr is nil if there is no bound, which includes every machine with environment events
	// that claims none.
	Expr   expr.Expr
	Status Status
	// UnlessOverflow reports that Status is unknown only because a value may leave Go's
	// int: no run in which all values fit is longer.
	UnlessOverflow bool
	// Found is, for a machine with environment events that claims no bound, one that is
	// proved, so that the spec can claim it. It is nil if none was found.
	Found expr.Expr
	// Levels are, if Expr follows from a lexicographic progress function, the limits of its
	// components: Expr is at least the number of values within them. Otherwise, they are nil.
	Levels []Level
	// Potential is, if Expr is proved by a function other than the progress function, that function: an
	// expression for each state over parameters and variables, which is never negative, and which each transition
	// lowers by 1 or more, and by what the child machines cost that it starts. It proves nothing else, and its
	// values need not fit in Go's int. It is nil if the progress function proves the bound.
	Potential []expr.Expr
	// Tight reports whether, for all explored parameter values, some run takes exactly
	// this many transitions. For other values, see Attained.
	Tight bool
	// Lower is a proved lower bound on the longest run, or nil if none was found.
	Lower *Lower
	// Attained reports that it is proved that some run takes exactly as many transitions as Expr says, for
	// all parameter values that satisfy the conditions Given of Lower: for all values if there are none.
	// If UnlessOverflow is true, a value of that run may leave Go's int.
	Attained bool
	// Run is the counterexample of a Refuted bound: a run that takes one transition
	// more, or an endless run.
	Run *trace.Run
	// Decides shows, if Expr is nil, why no bound over the parameters exists. It is
	// nil if the reason is not known.
	Decides *Decides
	// Worst is a longest run for the largest explored parameter values, from the
	// initial configuration. It is nil if the longest run is not known.
	Worst *trace.Run
}

// Report is everything that is known about a machine. It must not be changed.
type Report struct {
	Machine *core.Machine
	// Termination is the verdict on whether every run ends or, in a machine with
	// environment events, on whether the machine settles: no run goes on forever
	// without environment events.
	Termination Status
	// UnlessOverflow reports that Termination is unknown only because a value may leave
	// Go's int: it is proved that a run ends, or settles, if all of its values fit.
	UnlessOverflow bool
	// Fits is, if UnlessOverflow is true, a number for which it is proved that every run
	// ends, or settles, and that all values fit in Go's int, if the int parameters are from
	// -Fits to Fits where the spec declares no end of their range. It is 0 if none was
	// found.
	Fits int64
	// Rest is the verdict on transitions without an event. It is proved if Termination is.
	Rest  Rest
	Bound Bound
	// Counts are the calls and outputs of which it is proved how often a run starts or emits them
	// at most, in the order of the spec. One whose limit would say no more than a proved Bound is left
	// out.
	Counts []Count
	// Times are the proved limits of the time from the start to the end, if timers fire when they are due. If there are several, none
	// is never above another one: for some parameters, one is lower, and for others, another one. A reactive machine has none.
	Times []Time
	// TimeClaim is the verdict on the claimed time of a run, or nil if the spec claims none.
	TimeClaim *TimeClaim
	// OutcomeTimes are the verdicts on the claimed times of runs to outcomes, in the order of these.
	OutcomeTimes []*TimeClaim
	// Punctual is set if the machine is not proved to end, and is if timers fire when they are due.
	Punctual *Punctual
	// Waits are the states, as indices of those of the machine, in which it may wait for events without a timer that limits this. If
	// there are any, there are no Times.
	Waits       []int
	Obligations []Obligation
	// Facts are the facts about variables that proofs may assume. All are proved.
	Facts []Fact
	// Inferred are the facts that the spec does not declare. They were guessed and
	// proved because something could not be decided without them. Facts includes them,
	// numbered after the invariants of the spec.
	Inferred []Inferred
	// Unreached are the states that no run is proved to reach, in the order of the spec.
	Unreached []Unreached
	// Untaken are the transitions, as indices of those of the machine, that no run takes that was looked at, and that are not proved never
	// to be taken. No run is evidence for what the report says of them, only proofs are.
	Untaken []int
	// Conditions are what proofs assume of a configuration beyond the ranges and
	// invariants of the spec. What is proved also holds in a configuration that no run
	// reaches, if these and the conditions hold there, and no run from it exceeds a
	// proved Bound. Conditions that follow from others are left out.
	Conditions []Condition
	// Synthesized is the progress function that was found for a spec that declares
	// none: for each state, one expression per component. Obligations includes the
	// obligations on it, which are proved, except perhaps those of KindBound. It is nil
	// if the spec declares a progress function or none was found.
	Synthesized [][]expr.Expr
	// Mathematical reports that Synthesized proves termination but cannot be declared,
	// because the generated code could not compute it: its values can overflow Go's
	// int, or it uses bools and enum values as numbers.
	Mathematical bool
	// Run is the run that refutes termination: a lasso, or the run of Recurrent. If
	// termination is not refuted, it is the run that exceeds the bound, or nil if the
	// bound is not refuted either.
	Run *trace.Run
	// Lassos are endless runs that return to a configuration: the shortest one, which
	// is Run, followed by others until every transition that exploration has taken in
	// a cycle is in the cycle of one of them. There are at most 8.
	Lassos []trace.Run
	// Recurrent refutes termination if there is no lasso. It may be nil.
	Recurrent *Recurrent
	// Trap is a configuration after which no run comes to an end, or nothing happens. It is nil if the spec claims what stays possible, or
	// if none was found.
	Trap *Trap
	// Overlaps are pairs of alternatives whose conditions can both hold, so that their
	// order decides. This is not an error.
	Overlaps []Overlap
	// OutOfMemory reports that the memory limit cut exploration short, which may be
	// why something is unknown.
	OutOfMemory bool
	// OutOfWork reports that exploration was cut short because events can arrive in too
	// many ways, which may be why something is unknown.
	OutOfWork bool
	// Effort is that of the verification.
	Effort Effort
	// GaveUp lists the phases in which a search reached its work limit, as their
	// descriptions. That may be why something is unknown; more [Effort] may decide it.
	GaveUp []string
	// Explored lists the parameter values that were explored, without those with which
	// the machine cannot start.
	Explored []Explored
	// Tried counts what was explored besides, because something was open.
	Tried Tried
	// Contradiction is not nil if a run refutes what is proved, which is a bug in
	// fsmgen. Then everything in the report is unknown.
	Contradiction error
	// Children are the reports on the child machines, in the order of the spec.
	Children []*Report
	// Diagnostics describe everything that is refuted or unknown, and warn about dead
	// alternatives.
	Diagnostics diag.List
}

// Tried counts choices of parameters that are explored only if something is neither proved
// nor refuted for small parameters. Explored includes those at constants, but not the
// others, of which exploration looks at the first steps.
type Tried struct {
	// Constants have values at or beside a constant of the spec.
	Constants int
	// Random have values at random. The same spec has the same Seed.
	Random int
	Seed   uint32
	// Extreme have values at the ends of Go's int or of their ranges, and so have payloads.
	Extreme int
}

// Explored is what exploration found for one choice of parameter values.
type Explored struct {
	Params []int64
	// Configs is the number of reachable configurations.
	Configs int
	// Longest is the number of transitions of the longest run, counted as for
	// [Bound], or -1 if it is not known or some run is endless.
	Longest int
	// Exact reports that exploration was complete and no payload was sampled.
	Exact bool
}

// Proved reports whether termination, the bound and the time if they are claimed, and every obligation
// are proved.
func (r *Report) Proved() bool {
	for _, o := range r.Obligations {
		if o.Status != Proved {
			return false
		}
	}
	return r.Termination == Proved && inTime(r) && (r.Bound.Expr == nil || r.Bound.Status == Proved)
}

// Ranked returns the machine that the obligations refer to: the verified machine, or a
// copy of it that declares the synthesized progress function and the inferred
// invariants.
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

// paying returns the verified machine, or a copy of it, with the progress function from which the bound follows.
func (r *Report) paying() *core.Machine {
	if r.Bound.Potential == nil {
		return verdict.Declaring(r.Machine, r.Synthesized)
	}
	return verdict.Declaring(r.Machine, scalar(r.Bound.Potential))
}

// scalar returns a progress function with one component.
func scalar(potential []expr.Expr) (progress [][]expr.Expr) {
	for _, x := range potential {
		progress = append(progress, []expr.Expr{x})
	}
	return progress
}
