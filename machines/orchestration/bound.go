package orchestration

import "math"

// MaxTransitions returns the proved bound: no run of a machine with these parameters takes
// more transitions. For the default parameters, it is 101. The parameters must be valid; if
// the bound does not fit in an int, the result is [math.MaxInt].
//
// The bound is not derived from the spec, whose progress function has several components
// and therefore yields only a much higher bound, the number of its values.
// testdata/bound.yaml has a progress function with one component, and the proof.
func (p Params) MaxTransitions() int {
	refinement := sum(product(2, p.MaxRetries), p.MaxSteps, 2)
	fallback := sum(product(2, p.MaxRetries), 2)
	return sum(product(p.MaxRefinements, refinement), product(p.MaxFallbacks, fallback),
		product(2, p.MaxRetries), p.MaxSteps, product(2, p.MaxReplans), 3)
}

// sum and product compute with nonnegative numbers, and return the largest int instead of
// overflowing.
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
