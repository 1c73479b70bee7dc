package obligation

import "github.com/fsmgen/fsmgen/spec/diag"

// Description describes an obligation in words.
type Description struct {
	// Span is the place in the spec.
	Span diag.Span
	// Claim is the statement that must hold, and Broken the statement that a
	// counterexample shows. Both are clauses that start in lower case. Broken is "" if
	// no run can be a counterexample.
	Claim, Broken string
	// Help suggests how to fix the spec.
	Help string
}
