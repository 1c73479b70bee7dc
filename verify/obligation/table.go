package obligation

import (
	"iter"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// entry is what the project knows of one kind.
type entry struct {
	kind Kind
	// code is that of the diagnostic of a refuted obligation.
	code diag.Code
	// asks says what the obligations of the kind ask, and settles, where it
	// differs, what they ask of a machine with environment events.
	asks, settles string
	// terminates says that the proof of termination needs every obligation of
	// the kind.
	terminates bool
	// conditions are those that an obligation demands of configurations, and inState
	// says that it does in all of a state, where it is not about a transition.
	conditions func(*core.Machine, Obligation) []expr.Expr
	inState    bool
	// describe puts one obligation into words.
	describe func(*core.Machine, Obligation) Description
}

// table lists the kinds in the order in which people read them. Nothing changes it.
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

// All yields every obligation of m, each once. The progress function is that of
// m, declared or found; mathematical says that it is over mathematical integers,
// so that its values need not fit in Go's.
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

// Claims lists what the spec claims of configurations: ranges, invariants, and
// that some alternative is taken.
func Claims(m *core.Machine) []Obligation {
	return slices.Concat(ranges(m), invariants(m), gaps(m))
}

// Arithmetic lists that values fit and that divisors are not 0, but for those of
// the progress function.
func Arithmetic(m *core.Machine) []Obligation {
	return slices.Concat(computations(m), opening(m))
}

// Ranking lists what the progress function of m must be for termination and for
// the bound. The list is empty where m has none.
func Ranking(m *core.Machine, mathematical bool) []Obligation {
	if m.Rank == 0 {
		return nil
	}
	return slices.Concat(computable(m, mathematical), bounded(m), decreases(m), bounds(m))
}

// Continuing lists that there is something to speak about, and that each state
// which is not terminal can be left.
func Continuing(m *core.Machine) []Obligation {
	return slices.Concat(params(m), deadlocks(m))
}

// entry returns the entry of a kind; ok is false when the table has none.
func (k Kind) entry() (e entry, ok bool) {
	for i := range table {
		if table[i].kind == k {
			return table[i], true
		}
	}
	return entry{}, false
}

// Kinds returns all kinds, in the order in which people read them. The slice is
// the caller's.
func Kinds() []Kind {
	list := make([]Kind, len(table))
	for i := range table {
		list[i] = table[i].kind
	}
	return list
}

// Code is the code of the diagnostic of a refuted obligation, and "" for an
// unknown kind.
func (k Kind) Code() diag.Code {
	e, _ := k.entry()
	return e.code
}

// Asks says in a sentence without a period what the obligations of a kind ask of
// m. Of an unknown kind it is the kind itself.
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

// Terminates reports whether the proof of termination needs every obligation of
// the kind. It does of an unknown kind.
func (k Kind) Terminates() bool {
	e, ok := k.entry()
	return !ok || e.terminates
}

// Describe puts an obligation of m into words. An obligation of an unknown kind
// has the kind for a claim.
func (o Obligation) Describe(m *core.Machine) Description {
	e, ok := o.Kind.entry()
	if !ok {
		return Description{m.Span, "the obligation \"" + string(o.Kind) + "\" holds", "the obligation \"" + string(o.Kind) + "\" does not hold", "this is a bug in fsmgen: the kind is not in its table"}
	}
	return e.describe(m, o)
}

// Place says of which configurations the conditions of an obligation must hold.
type Place uint8

const (
	// AtTheStart is the initial configuration.
	AtTheStart Place = iota
	// InState is each configuration of the obligation's state.
	InState
	// AfterStep is each configuration that the obligation's transition leads to.
	AfterStep
)

// Conditions lists the conditions on configurations that make up an obligation of m,
// and where they must hold. The list is empty for a kind whose obligations are about
// something else than single configurations.
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
