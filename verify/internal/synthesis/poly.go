package synthesis

import (
	"math/big"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// maxDenominator is 3!, enough for polynomials of degree 3 that take ints to
// ints.
const maxDenominator = 6

// poly is a polynomial with integer coefficients, divided by over, which is
// at least 1 but in the zero poly.
type poly struct {
	symbols []*expr.Symbol
	terms   []term
	over    int64
}

// term has a coefficient that is not 0.
type term struct {
	coefficient int64
	monomial    monomial
}

// newPoly makes a polynomial of rational coefficients; ok is false where they
// are unlikely ones.
func newPoly(symbols []*expr.Symbol, of []monomial, coefficients []*big.Rat) (p poly, ok bool) {
	p = poly{symbols: symbols, over: 1}
	for _, c := range coefficients {
		if d := c.Denom(); !d.IsInt64() || d.Int64() > maxDenominator {
			return p, false
		}
		p.over = lcm(p.over, c.Denom().Int64())
	}
	if p.over > maxDenominator {
		return p, false
	}
	for i, c := range coefficients {
		if c.Sign() == 0 {
			continue
		}
		n := new(big.Rat).Mul(c, new(big.Rat).SetInt64(p.over)).Num()
		if !n.IsInt64() || n.BitLen() > 32 {
			return p, false
		}
		p.terms = append(p.terms, term{n.Int64(), of[i]})
	}
	return p, true
}

// numerator computes the value at a row, times over.
func (p poly) numerator(r row) (v int64) {
	for _, t := range p.terms {
		v += t.coefficient * t.monomial.of(r)
	}
	return v
}

// constant reports whether p is a number.
func (p poly) constant() bool {
	return len(p.terms) == 0 || len(p.terms) == 1 && len(p.terms[0].monomial) == 0
}

// number is the numerator of the constant term.
func (p poly) number() int64 {
	for _, t := range p.terms {
		if len(t.monomial) == 0 {
			return t.coefficient
		}
	}
	return 0
}

// plus adds n/over.
func (p poly) plus(n int64) poly {
	var terms []term
	for _, t := range p.terms {
		if len(t.monomial) == 0 {
			n += t.coefficient
		} else {
			terms = append(terms, t)
		}
	}
	if n != 0 {
		terms = append(terms, term{n, nil})
	}
	p.terms = terms
	return p
}

// times multiplies by a multiple of over.
func (p poly) times(n int64) poly {
	factor := n / max(1, p.over)
	out := poly{symbols: p.symbols, over: 1}
	for _, t := range p.terms {
		out.terms = append(out.terms, term{t.coefficient * factor, t.monomial})
	}
	return out
}
