package strategy

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
)

// maxColumns limits the ints among which equations are looked for, and maxNumber their
// coefficients.
const (
	maxColumns = 24
	maxNumber  = 100
)

// equalities lists linear equations that hold in all given configurations of a state: for each
// variable that the others and the parameters determine, one that tells its value (Karr 1976).
func (f *finder) equalities(state int, visits []visit) (out []expr.Expr) {
	symbols := ints(f.Machine, state)
	params := 0
	for params < len(symbols) && symbols[params].Scope == expr.Param {
		params++
	}
	if len(symbols) > maxColumns {
		return nil
	}
	// The kernel of the values has one vector for each column without a pivot. Variables come last,
	// so that equations determine them.
	width := len(symbols) + 1
	var rows [][]*big.Rat
	var pivots []int
	for _, v := range visits {
		row := make([]*big.Rat, width)
		row[0] = big.NewRat(1, 1)
		for i, s := range symbols {
			if s.Scope == expr.Param {
				row[i+1] = new(big.Rat).SetInt64(v.Params[s.Index])
			} else {
				row[i+1] = new(big.Rat).SetInt64(v.Vars[s.Index])
			}
		}
		rows, pivots = reduce(rows, pivots, row)
	}
	vocabulary := notation.New(f.Machine, f.Theory.Params())
	for column := params + 1; column < width; column++ {
		if poly, ok := kernel(vocabulary, symbols, rows, pivots, column); ok {
			if x, ok := vocabulary.Condition(notation.Relation{Poly: poly, Zero: true}); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// reduce adds a row to a matrix in reduced row echelon form.
func reduce(rows [][]*big.Rat, pivots []int, row []*big.Rat) ([][]*big.Rat, []int) {
	subtract := func(from, row []*big.Rat, column int) {
		if from[column].Sign() == 0 {
			return
		}
		factor := new(big.Rat).Set(from[column])
		for c := range from {
			if row[c].Sign() != 0 {
				from[c] = new(big.Rat).Sub(from[c], new(big.Rat).Mul(factor, row[c]))
			}
		}
	}
	for i, r := range rows {
		subtract(row, r, pivots[i])
	}
	pivot := 0
	for pivot < len(row) && row[pivot].Sign() == 0 {
		pivot++
	}
	if pivot == len(row) {
		return rows, pivots
	}
	inverse := new(big.Rat).Inv(row[pivot])
	for c := range row {
		row[c] = new(big.Rat).Mul(row[c], inverse)
	}
	for _, r := range rows {
		subtract(r, row, pivot)
	}
	return append(rows, row), append(pivots, pivot)
}

// kernel returns the polynomial that is 0 in all rows and belongs to a column. ok is false if the
// column has a pivot, or if the numbers are unlikely ones.
func kernel(v *notation.Vocabulary, symbols []*expr.Symbol, rows [][]*big.Rat, pivots []int, column int) (p certificate.Poly, ok bool) {
	common := big.NewInt(1)
	for i, r := range rows {
		if pivots[i] == column {
			return nil, false
		}
		d := r[column].Denom()
		common.Mul(common, new(big.Int).Div(d, new(big.Int).GCD(nil, nil, common, d)))
	}
	limit := big.NewInt(maxNumber)
	term := func(c *big.Int, at int) bool {
		if c.CmpAbs(limit) > 0 {
			return false
		}
		if c.Sign() == 0 {
			return true
		}
		t := certificate.Poly{{Coeff: c}}
		if at > 0 {
			t = t.Mul(certificate.Variable(v.Encoder.Symbol(symbols[at-1])))
		}
		p = p.Add(t)
		return true
	}
	if !term(common, column) {
		return nil, false
	}
	for i, r := range rows {
		c := new(big.Rat).Mul(r[column], new(big.Rat).SetInt(common))
		if !term(new(big.Int).Neg(c.Num()), pivots[i]) {
			return nil, false
		}
	}
	return p, true
}
