package verify

import "github.com/fsmgen/fsmgen/verify/obligation"

// Status is a verdict. See package obligation.
type Status = obligation.Status

// The verdicts.
const (
	Proved  = obligation.Proved
	Refuted = obligation.Refuted
	Unknown = obligation.Unknown
)

// Kind is the sort of an obligation. Package obligation has the table of kinds.
type Kind = obligation.Kind

// Kinds of obligations. Package obligation has all of them.
const (
	KindParams    = obligation.Params
	KindInit      = obligation.Init
	KindRange     = obligation.Range
	KindInvariant = obligation.Invariant
	KindGap       = obligation.Gap
	KindDeadlock  = obligation.Deadlock
	KindOverflow  = obligation.Overflow
	KindDivide    = obligation.Divide
	KindBounded   = obligation.Bounded
	KindDecrease  = obligation.Decrease
	KindBound     = obligation.Bound
)

// Side is what is claimed of a variable wherever it exists.
type Side = obligation.Side

// The sides of a variable's range, and that of Go's int.
const (
	AtLeastMin = obligation.AtLeastMin
	AtMostMax  = obligation.AtMostMax
	FitsInt    = obligation.FitsInt
)
