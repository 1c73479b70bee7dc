package verify

import "github.com/fsmgen/fsmgen/verify/obligation"

// Status is the verdict on a claim; see package obligation.
type Status = obligation.Status

// The verdicts.
const (
	Proved  = obligation.Proved
	Refuted = obligation.Refuted
	Unknown = obligation.Unknown
)

// Kind is the kind of an obligation. Package obligation has the table of kinds.
type Kind = obligation.Kind

// The kinds of obligations, which package obligation describes.
const (
	KindParams    = obligation.Params
	KindInit      = obligation.Init
	KindRange     = obligation.Range
	KindInvariant = obligation.Invariant
	KindGap       = obligation.Gap
	KindDeadlock  = obligation.Deadlock
	KindPossible  = obligation.Possible
	KindCost      = obligation.Cost
	KindOverflow  = obligation.Overflow
	KindDivide    = obligation.Divide
	KindArguments = obligation.Arguments
	KindChild     = obligation.Child
	KindBounded   = obligation.Bounded
	KindDecrease  = obligation.Decrease
	KindBound     = obligation.Bound
)

// Side is a claim about a variable that holds wherever the variable exists.
type Side = obligation.Side

// The two sides of a variable's declared range, and the range of Go's int.
const (
	AtLeastMin = obligation.AtLeastMin
	AtMostMax  = obligation.AtMostMax
	FitsInt    = obligation.FitsInt
)
