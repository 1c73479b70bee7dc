package orchestration

import "math"

// MaxTransitions returns the proved bound: no run of a machine with these
// parameters takes more transitions. With the default parameters it is 101. The
// parameters must be valid; where the bound does not fit in an int, the result is
// [math.MaxInt].
//
// It does not come from the spec, whose progress function has several components:
// that bounds runs by the number of its values, which is far more. testdata/bound.yaml
// has one with a single component, and the proof.
func (p Params) MaxTransitions() int {
	refinement := sum(product(2, p.MaxRetries), p.MaxSteps, 2)
	fallback := sum(product(2, p.MaxRetries), 2)
	return sum(product(p.MaxRefinements, refinement), product(p.MaxFallbacks, fallback),
		product(2, p.MaxRetries), p.MaxSteps, product(2, p.MaxReplans), 3)
}

// sum and product are of numbers that are not negative, and stop at the largest.
func sum(terms ...int) int {
	total := 0
	for _, t := range terms {
		total = min(total, math.MaxInt-t) + t
	}
	return total
}

func product(a, b int) int {
	if b > 0 && a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}
