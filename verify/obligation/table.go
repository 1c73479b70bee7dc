package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
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
	// describe puts one obligation into words.
	describe func(*core.Machine, Obligation) Description
}

// table lists the kinds in the order in which people read them. Nothing changes it.
var table = []entry{
	{Params, diag.CodeUnproved, "The ranges of the parameters admit values", "", true, describeParams},
	{Init, diag.CodeRange, "Variables begin in their ranges", "", false, describeInit},
	{Range, diag.CodeRange, "Transitions keep variables in their ranges", "", false, describeRange},
	{Invariant, diag.CodeInvariant, "Invariants hold at the start and are kept", "", false, describeInvariant},
	{Gap, diag.CodeGap, "Some alternative is always taken", "", false, describeGap},
	{Deadlock, diag.CodeDeadlock, "Some event always leads on in states that are not terminal", "", false, describeDeadlock},
	{Overflow, diag.CodeOverflow, "Values fit in Go's int", "", true, describeOverflow},
	{Divide, diag.CodeOverflow, "Divisors are not 0", "", true, describeDivide},
	{Bounded, diag.CodeProgress, "Progress is at least 0", "", true, describeBounded},
	{Decrease, diag.CodeProgress, "Transitions lower progress", "Transitions lower progress, but for those of environment events", true, describeDecrease},
	{Bound, diag.CodeProgress, "Progress begins at or below the bound", "Progress is at or below the bound at the start and after environment events", false, describeBound},
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
		return Description{m.Span, "the obligation \"" + string(o.Kind) + "\" holds", "the obligation \"" + string(o.Kind) + "\" does not hold", "this is a mistake in fsmgen: the kind is not in its table"}
	}
	return e.describe(m, o)
}
