package ranking

import (
	"math/big"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Problem is a system in which each run is to end. It is not changed.
type Problem struct {
	// Places is the number of places. A step to a place that is not below it,
	// -1, ends a run.
	Places int
	// Terms are, for each place, what functions are sums of multiples of, next
	// to a number.
	Terms [][]certificate.Poly
	// Facts are, for each place, what is known there: cases of which one holds.
	Facts [][]Case
	Steps []Step
}

// Case is a list of inequalities and equalities that all hold.
type Case []certificate.Formula

// Step is a way from one place to another.
type Step struct {
	From, To int
	// Cases tell when the step can be taken; one of them holds then.
	Cases []Case
	// After are the terms of To after the step.
	After []certificate.Poly
}

// Function is a linear function of the terms of a place, in whole numbers.
type Function struct {
	// By has a number for each term.
	By     []*big.Int
	Number *big.Int
	// Low says that the function may be below 0 somewhere. The larger of 0 and it
	// is not, and falls on the same steps.
	Low bool
}

// Zero reports whether the function is 0 everywhere.
func (f *Function) Zero() bool {
	for _, b := range f.By {
		if b.Sign() != 0 {
			return false
		}
	}
	return f.Number.Sign() == 0
}

// Constant reports whether the function is a number.
func (f *Function) Constant() bool {
	for _, b := range f.By {
		if b.Sign() != 0 {
			return false
		}
	}
	return true
}

// Result is a ranking function.
type Result struct {
	// Levels are numbers of the places, from 1, which steps between strongly
	// connected components lower.
	Levels []int
	// Components are for each place the functions to compare when levels are
	// equal, equally many for all places.
	Components [][]Function
}
