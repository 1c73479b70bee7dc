package certificate

import "math/big"

// Proof shows that its hypotheses contradict each other. Facts have numbers:
// first the hypotheses, from 0; then, along the way from the root of the
// proof, the fact of each step and of each case, in order. The steps of one
// case are unknown in the others.
type Proof struct {
	Steps []Step `json:"steps,omitempty"`

	// Exactly one of these ends the proof.

	// Contradiction is a combination whose sum is a negative constant.
	Contradiction Combination `json:"contradiction,omitempty"`
	Split         *Split      `json:"split,omitempty"`
	Branch        *Branch     `json:"branch,omitempty"`
}

// Step derives one fact. Exactly one of its fields is set.
type Step struct {
	// Take derives a part of a known conjunction.
	Take *Take `json:"take,omitempty"`
	// Cut derives p >= 0 from a combination with the sum q: p is q divided
	// by the greatest common divisor of its coefficients other than the constant,
	// with the constant rounded down (Chvatal and Gomory).
	Cut Combination `json:"cut,omitempty"`
	// Equate derives p == 0 from a combination in which every product has a
	// factor that is zero; p is the sum divided by the greatest common
	// divisor of all its coefficients.
	Equate Combination `json:"equate,omitempty"`
	// Squeeze derives p == 0 from p >= 0 and -p >= 0.
	Squeeze *Squeeze `json:"squeeze,omitempty"`
}

// Take names a part of a fact that is a conjunction.
type Take struct {
	Fact int `json:"fact"`
	Part int `json:"part"`
}

// Squeeze names the facts p >= 0 and -p >= 0, whose polynomials must be each
// other's negation.
type Squeeze struct {
	Above int `json:"above"`
	Below int `json:"below"`
}

// Combination is a sum of multiples of facts. It is at least zero wherever
// the facts hold.
type Combination []Multiple

// Multiple is an integer times the product of one or more facts p >= 0 or
// p == 0. When none of the facts is an equality, By must not be negative.
// When one is, the product is zero whatever it is multiplied with: By may
// then have any sign, and Symbols are further factors.
type Multiple struct {
	By      *big.Int
	Facts   []int
	Symbols []Symbol
}

// Split goes through the cases of the disjunction that is the known fact
// Fact. Each case is a proof in which that part is the next fact.
type Split struct {
	Fact  int      `json:"fact"`
	Cases []*Proof `json:"cases"`
}

// Branch goes through the two cases On >= 0 and -On-1 >= 0, in this order.
// Each case is a proof in which that inequality is the next fact.
type Branch struct {
	On    Poly     `json:"on"`
	Cases []*Proof `json:"cases"`
}
