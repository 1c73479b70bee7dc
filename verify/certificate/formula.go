package certificate

import "math/big"

// Op is the operator of a formula.
type Op string

const (
	// NonNegative says that Poly is at least 0.
	NonNegative Op = "nonneg"
	// Zero says that Poly is 0.
	Zero Op = "zero"
	// All says that every one of Parts holds; without parts it is true.
	All Op = "and"
	// Any says that at least one of Parts holds; without parts it is false.
	Any Op = "or"
)

// Formula is a statement about integers in negation normal form. The zero
// value is not a valid formula, and Replay rejects every use of it. A formula must
// not be changed once built, because other formulas may share its parts.
type Formula struct {
	Op    Op        `json:"op"`
	Poly  Poly      `json:"poly,omitempty"`
	Parts []Formula `json:"parts,omitempty"`
}

// AtLeastZero returns p >= 0.
func AtLeastZero(p Poly) Formula {
	return Formula{Op: NonNegative, Poly: normal(p)}
}

// EqualZero returns p == 0.
func EqualZero(p Poly) Formula {
	return Formula{Op: Zero, Poly: normal(p)}
}

// And returns the conjunction of parts.
func And(parts ...Formula) Formula {
	return Formula{Op: All, Parts: parts}
}

// Or returns the disjunction of parts.
func Or(parts ...Formula) Formula {
	return Formula{Op: Any, Parts: parts}
}

// Not returns the negation of f over the integers, where not(p >= 0) is
// -p - 1 >= 0. The negation of the zero Formula is the zero Formula.
func Not(f Formula) Formula {
	switch f.Op {
	case NonNegative:
		return AtLeastZero(below(f.Poly))
	case Zero:
		return Or(AtLeastZero(f.Poly.Sub(Constant(1))), AtLeastZero(below(f.Poly)))
	case All, Any:
		parts := make([]Formula, len(f.Parts))
		for i, part := range f.Parts {
			parts[i] = Not(part)
		}
		if f.Op == All {
			return Or(parts...)
		}
		return And(parts...)
	}
	return Formula{}
}

// below returns -p - 1, which is at least 0 exactly where p is not.
func below(p Poly) Poly {
	return p.Neg().Sub(Constant(1))
}

// Holds reports whether f is true where value gives the value of each symbol.
// It is false of a formula with an unknown Op.
func (f Formula) Holds(value func(Symbol) *big.Int) bool {
	switch f.Op {
	case NonNegative:
		return f.Poly.Eval(value).Sign() >= 0
	case Zero:
		return f.Poly.Eval(value).Sign() == 0
	case All:
		for _, part := range f.Parts {
			if !part.Holds(value) {
				return false
			}
		}
		return true
	case Any:
		for _, part := range f.Parts {
			if part.Holds(value) {
				return true
			}
		}
	}
	return false
}
