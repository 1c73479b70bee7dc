package obligation

import (
	"iter"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// entry describes one kind.
type entry struct {
	kind Kind
	// code is the code of the diagnostic for a refuted obligation.
	code diag.Code
	// asks summarizes what the obligations of the kind require. settles, if it is not
	// "", replaces it for a machine with environment events.
	asks, settles string
	// terminates reports whether the proof of termination needs every obligation of
	// the kind.
	terminates bool
	// conditions returns the conditions on configurations that make up an obligation;
	// it is nil for other kinds. inState means that an obligation without a transition
	// applies to all configurations of its state, rather than to the start.
	conditions func(*core.Machine, Obligation) []expr.Expr
	inState    bool
	// describe describes one obligation in words.
	describe func(*core.Machine, Obligation) Description
}

// table lists the kinds in the order in which reports show them. It never changes.
var table = []entry{
	{
		kind: Params, code: diag.CodeUnproved,
		asks:       "Valid parameter values exist",
		terminates: true, describe: describeParams,
	},
	{
		kind: Init, code: diag.CodeRange,
		asks:       "Variables start in their ranges",
		conditions: sides, describe: describeInit,
	},
	{
		kind: Range, code: diag.CodeRange,
		asks:       "Transitions keep variables in their ranges",
		conditions: sides, describe: describeRange,
	},
	{
		kind: Invariant, code: diag.CodeInvariant,
		asks:       "Invariants hold at the start and are preserved",
		conditions: claimed, describe: describeInvariant,
	},
	{
		kind: Gap, code: diag.CodeGap,
		asks:     "Some alternative is always taken",
		describe: describeGap,
	},
	{
		kind: Deadlock, code: diag.CodeDeadlock,
		asks:     "States that are not terminal have no deadlock",
		describe: describeDeadlock,
	},
	{
		kind: Possible, code: diag.CodeImpossible,
		asks:     "What is claimed to stay possible does",
		describe: describeGoal,
	},
	{
		kind: Cost, code: diag.CodeExpensive,
		asks:     "Runs cost no more than is claimed",
		describe: describeCost,
	},
	{
		kind: Overflow, code: diag.CodeOverflow,
		asks:       "Values fit in Go's int",
		terminates: true, describe: describeOverflow,
	},
	{
		kind: Divide, code: diag.CodeOverflow,
		asks:       "Divisors are never 0",
		terminates: true, describe: describeDivide,
	},
	{
		kind: Arguments, code: diag.CodeRange,
		asks:       "Parameters of child machines are in their ranges",
		terminates: true, conditions: required, describe: describeArguments,
	},
	{
		kind: Child, code: diag.CodeUnproved,
		asks:       "Child machines end within their bounds",
		terminates: true, describe: describeChild,
	},
	{
		kind: Bounded, code: diag.CodeProgress,
		asks:       "Progress is never negative",
		terminates: true, conditions: notNegative, inState: true, describe: describeBounded,
	},
	{
		kind: Decrease, code: diag.CodeProgress,
		asks:       "Transitions decrease progress",
		settles:    "Transitions decrease progress, except those of environment events",
		terminates: true, describe: describeDecrease,
	},
	{
		kind: Bound, code: diag.CodeProgress,
		asks:       "Progress starts at or below the bound",
		settles:    "Progress is at or below the bound at the start and after environment events",
		conditions: notAbove, describe: describeBound,
	},
}

// All yields every obligation of m once. The progress function is that of m, declared or
// synthesized; if mathematical is true, its values need not fit in Go's int.
func All(m *core.Machine, mathematical bool) iter.Seq[Obligation] {
	return func(yield func(Obligation) bool) {
		for _, list := range [][]Obligation{Claims(m), Arithmetic(m), Ranking(m, mathematical), Continuing(m)} {
			for _, o := range list {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// Claims lists the obligations on configurations that the spec claims: ranges,
// invariants, arguments of child machines, and that some alternative of each event is taken.
func Claims(m *core.Machine) []Obligation {
	return slices.Concat(ranges(m), invariants(m), arguments(m), gaps(m))
}

// Arithmetic lists the obligations that values fit in Go's int and that divisors are not
// 0, except those on the progress function.
func Arithmetic(m *core.Machine) []Obligation {
	return slices.Concat(computations(m), opening(m))
}

// Ranking lists the obligations on the progress function of m, for termination and for
// the bound. The list is empty if m has no progress function.
func Ranking(m *core.Machine, mathematical bool) []Obligation {
	if m.Rank == 0 {
		return nil
	}
	return slices.Concat(computable(m, mathematical), bounded(m), decreases(m), bounds(m))
}

// Continuing lists the obligations that valid parameter values exist, that child machines end, that
// no state is a deadlock, that what the spec claims stays possible, and that runs cost no more than it claims.
func Continuing(m *core.Machine) []Obligation {
	return slices.Concat(params(m), children(m), deadlocks(m), goals(m), costs(m))
}

// entry returns the entry of a kind. ok is false if there is none.
func (k Kind) entry() (e entry, ok bool) {
	for i := range table {
		if table[i].kind == k {
			return table[i], true
		}
	}
	return entry{}, false
}

// Kinds returns all kinds, in the order in which reports show them. The caller owns the
// slice.
func Kinds() []Kind {
	list := make([]Kind, len(table))
	for i := range table {
		list[i] = table[i].kind
	}
	return list
}

// Code returns the code of the diagnostic for a refuted obligation, or "" for an unknown
// kind.
func (k Kind) Code() diag.Code {
	e, _ := k.entry()
	return e.code
}

// Asks summarizes what the obligations of a kind require of m, in a sentence without a
// period. For an unknown kind, it returns the kind itself.
func (k Kind) Asks(m *core.Machine) string {
	e, ok := k.entry()
	switch {
	case !ok:
		return string(k)
	case e.settles != "" && m.Reactive():
		return e.settles
	}
	return e.asks
}

// Terminates reports whether the proof of termination needs every obligation of the
// kind. It is true for an unknown kind.
func (k Kind) Terminates() bool {
	e, ok := k.entry()
	return !ok || e.terminates
}

// Describe describes an obligation of m in words. The description of an obligation of an
// unknown kind names the kind.
func (o Obligation) Describe(m *core.Machine) Description {
	e, ok := o.Kind.entry()
	if !ok {
		return Description{m.Span, "the obligation \"" + string(o.Kind) + "\" holds", "the obligation \"" + string(o.Kind) + "\" does not hold", "this is a bug in fsmgen: the kind is not in its table"}
	}
	return e.describe(m, o)
}

// Place is where the conditions of an obligation must hold.
type Place uint8

const (
	// AtTheStart is the initial configuration.
	AtTheStart Place = iota
	// InState is each configuration of the obligation's state.
	InState
	// AfterStep is each configuration that the obligation's transition leads to.
	AfterStep
)

// Conditions returns the conditions on configurations that make up an obligation of m,
// and the place where they must hold. The list is empty for a kind whose obligations are
// not conditions on single configurations.
func (o Obligation) Conditions(m *core.Machine) ([]expr.Expr, Place) {
	e, _ := o.Kind.entry()
	switch {
	case e.conditions == nil:
		return nil, AtTheStart
	case o.Transition >= 0:
		return e.conditions(m, o), AfterStep
	case e.inState:
		return e.conditions(m, o), InState
	}
	return e.conditions(m, o), AtTheStart
}
