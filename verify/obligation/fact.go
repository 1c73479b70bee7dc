package obligation

// Side is what is claimed of a variable wherever it exists.
type Side uint8

const (
	// AtLeastMin: the value is at least the variable's minimum.
	AtLeastMin Side = iota
	// AtMostMax: the value is at most the variable's maximum.
	AtMostMax
	// FitsInt: the value is one of Go's int.
	FitsInt
)
