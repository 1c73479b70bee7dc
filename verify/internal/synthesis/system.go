package synthesis

import "math/big"

// system is a system of linear equations in reduced row echelon form.
type system struct {
	unknowns int
	// rows have the coefficients of the unknowns and then the right side;
	// pivots has the first column of each that is not 0.
	rows   [][]*big.Rat
	pivots []int
}

// add adds an equation, and reports whether it is consistent with those before
// and says more than they do.
func (s *system) add(equation []*big.Rat) bool {
	var product big.Rat
	subtract := func(from, row []*big.Rat, column int) {
		if from[column].Sign() == 0 {
			return
		}
		factor := new(big.Rat).Set(from[column])
		for c := column; c < len(row); c++ {
			if row[c].Sign() != 0 {
				from[c].Sub(from[c], product.Mul(factor, row[c]))
			}
		}
	}
	for i, row := range s.rows {
		subtract(equation, row, s.pivots[i])
	}
	pivot := 0
	for pivot < s.unknowns && equation[pivot].Sign() == 0 {
		pivot++
	}
	if pivot == s.unknowns {
		return false
	}
	inverse := new(big.Rat).Inv(equation[pivot])
	for c := pivot; c < len(equation); c++ {
		equation[c].Mul(equation[c], inverse)
	}
	for _, row := range s.rows {
		subtract(row, equation, pivot)
	}
	s.rows, s.pivots = append(s.rows, equation), append(s.pivots, pivot)
	return true
}

// solution solves for the earliest unknowns that can differ from 0. The others
// are 0.
func (s *system) solution() []*big.Rat {
	x := make([]*big.Rat, s.unknowns)
	for i := range x {
		x[i] = new(big.Rat)
	}
	for i, row := range s.rows {
		x[s.pivots[i]].Set(row[s.unknowns])
	}
	return x
}
