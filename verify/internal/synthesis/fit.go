package synthesis

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxDegree bounds the degree of polynomials.
const maxDegree = 3

// without leaves out each symbol that a fit of the least degree can do without,
// trying those of the scope given first, the last declared first.
func (t table) without(first expr.Scope) table {
	degree := t.degree()
	if degree < 0 {
		return t
	}
	second := expr.Param
	if first == expr.Param {
		second = expr.Var
	}
	for _, scope := range []expr.Scope{first, second} {
		for i := len(t.symbols) - 1; i >= 0; i-- {
			if t.symbols[i].Scope != scope {
				continue
			}
			var keep []int
			for j := range t.symbols {
				if j != i {
					keep = append(keep, j)
				}
			}
			fewer := t.only(keep)
			if _, ok := fewer.fit(fewer.rows, degree); ok {
				t = fewer
			}
		}
	}
	return t
}

// degree is the least for which there is a fit, or -1.
func (t table) degree() int {
	if len(t.rows) == 0 {
		return -1
	}
	for d := range maxDegree + 1 {
		if _, ok := t.fit(t.rows, d); ok {
			return d
		}
	}
	return -1
}

// shape finds one that equals the longest runs in all rows.
func (t table) shape() (shape, bool) {
	if len(t.rows) == 0 {
		return shape{}, false
	}
	for d := range maxDegree + 1 {
		if p, ok := t.fit(t.rows, d); ok {
			return shape{poly: p}, true
		}
	}
	floor := t.least()
	var above []row
	for _, r := range t.rows {
		if r.remaining > floor {
			above = append(above, r)
		}
	}
	for d := range maxDegree + 1 {
		p, ok := t.fit(above, d)
		if ok && !slices.ContainsFunc(t.rows, func(r row) bool { return max(floor*p.over, p.numerator(r)) != r.remaining*p.over }) {
			return shape{poly: p, floored: true, floor: floor}, true
		}
	}
	return shape{}, false
}

// fitWork limits the work of one call of [Fit].
const fitWork = 5_000_000

// ratWork is the work for an operation on a fraction, and columnWork that for a monomial.
const (
	ratWork    = 10
	columnWork = 20
)

// fit finds the polynomial up to a degree that equals the longest runs in the
// rows. Few rows determine it; each is one in which the polynomial so far is
// wrong, so that the others need only be looked at.
func (t table) fit(rows []row, degree int) (poly, bool) {
	columns := monomials(len(t.symbols), degree)
	if columns == nil {
		return poly{}, false
	}
	s := system{unknowns: len(columns)}
	p := poly{symbols: t.symbols, over: 1}
	likely := true
	for i, right := 0, 0; right < len(rows); i = (i + 1) % len(rows) {
		r := rows[i]
		if *t.work -= 1 + len(p.terms); *t.work <= 0 {
			return poly{}, false
		}
		if likely && p.numerator(r) == r.remaining*p.over {
			right++
			continue
		}
		right = 0
		equation := make([]*big.Rat, len(columns)+1)
		for c, m := range columns {
			equation[c] = new(big.Rat).SetInt64(m.of(r))
		}
		equation[len(columns)] = new(big.Rat).SetInt64(r.remaining)
		*t.work -= len(columns) * (columnWork + ratWork*len(s.rows))
		if !s.add(equation) {
			return poly{}, false
		}
		p, likely = newPoly(t.symbols, columns, s.solution())
	}
	// With as many coefficients as rows anything fits, and with few more than
	// that too much does.
	switch degree {
	case 2:
		return p, len(rows) > len(s.rows)
	case 3:
		return p, len(rows) >= 2*len(s.rows)
	}
	return p, true
}

// Fit returns a polynomial over symbols with the given values, a list for each row, that equals
// the given lengths in all rows; or the maximum of a number and a polynomial. It uses few symbols: it
// omits those of the scope first before others.
func Fit(symbols []*expr.Symbol, values [][]int64, lengths []int64, first expr.Scope) (expr.Expr, bool) {
	work := fitWork
	t := table{work: &work, symbols: symbols}
	for i, v := range values {
		t.rows = append(t.rows, row{v, lengths[i]})
	}
	s, ok := t.varied().without(first).shape()
	if !ok {
		return nil, false
	}
	return s.expr(), true
}
