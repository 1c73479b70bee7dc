package obligation

import "github.com/fsmgen/fsmgen/spec/diag"

// Description puts an obligation into words.
type Description struct {
	// Span is the place in the spec.
	Span diag.Span
	// Claim is what must hold, and Broken what a run shows when it does not:
	// clauses that begin in lower case. Broken is "" where no run can show it.
	Claim, Broken string
	// Help says how to mend the spec.
	Help string
}
