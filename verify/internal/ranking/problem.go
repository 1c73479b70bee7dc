package ranking

import (
	"math/big"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Problem is a system for which termination is to be shown. It does not change.
type Problem struct {
	// Places is the number of places, which are numbered from 0. A step to -1 ends a
	// run.
	Places int
	// Terms are the terms of the functions of each place: a function is a linear
	// combination of them, plus a constant.
	Terms [][]certificate.Poly
	// Facts are the facts that hold in each place, as a list of cases of which one holds.
	Facts [][]Case
	Steps []Step
}

// Case is a list of inequalities and equalities that all hold.
type Case []certificate.Formula

// Step is a step from one place to another.
type Step struct {
	From, To int
	// Cases are the conditions of the step: one of them holds when it is taken.
	Cases []Case
	// After are the terms of To, over the values before the step.
	After []certificate.Poly
}

// Function is a linear function of the terms of a place, with integer coefficients,
// divided by a number and rounded down.
type Function struct {
	// By has one coefficient for each term, and Number is the constant.
	By     []*big.Int
	Number *big.Int
	// Over is the divisor, which is positive.
	Over *big.Int
	// Low means that the function may be negative somewhere, so that the maximum of 0
	// and the function is used instead. It decreases on the same steps.
	Low bool
}

// Constant reports whether the function is constant.
func (f *Function) Constant() bool {
	for _, b := range f.By {
		if b.Sign() != 0 {
			return false
		}
	}
	return true
}

// divide divides the function, which has no divisor yet, by n, if n is positive. Both lose their
// common factors, where rounding down allows it.
func (f *Function) divide(n *big.Int) {
	f.Over = big.NewInt(1)
	if n.Sign() <= 0 {
		return
	}
	common := n
	for _, b := range f.By {
		common = new(big.Int).GCD(nil, nil, common, new(big.Int).Abs(b))
	}
	f.Over = new(big.Int).Quo(n, common)
	f.Number = new(big.Int).Div(f.Number, common)
	for i, b := range f.By {
		f.By[i] = new(big.Int).Quo(b, common)
	}
}

// Result is a ranking function.
type Result struct {
	// Levels has a number for each place, from 1, which steps between strongly
	// connected components decrease.
	Levels []int
	// Components are, for each place, the functions to compare if levels are equal.
	// All places have the same number of functions.
	Components [][]Function
}
