package obligation

// Side is a claim about a variable that holds wherever the variable exists.
type Side uint8

const (
	// AtLeastMin: the value is at least the variable's minimum.
	AtLeastMin Side = iota
	// AtMostMax: the value is at most the variable's maximum.
	AtMostMax
	// FitsInt: the value fits in Go's int.
	FitsInt
)
