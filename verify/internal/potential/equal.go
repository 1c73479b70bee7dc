package potential

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// fixed returns a polynomial in which fixed symbols stand in place of others that equal a polynomial of them in all cases. Limits of products
// follow from this alone: if y == n, y * y is at most n * n.
func fixed(s *System, cases []ranking.Case, p certificate.Poly) certificate.Poly {
	by := map[certificate.Symbol]certificate.Poly{}
	for _, t := range p {
		for _, x := range t.Symbols {
			if _, done := by[x]; !done && !s.Fixed(x) {
				by[x] = equal(s, cases, x)
			}
		}
	}
	var out certificate.Poly
	for _, t := range p {
		product := certificate.Poly{{Coeff: t.Coeff}}
		for _, x := range t.Symbols {
			value := by[x]
			if value == nil {
				value = certificate.Variable(x)
			}
			product = product.Mul(value)
		}
		out = out.Add(product)
	}
	return out
}

// equal returns a polynomial of fixed symbols that equals a symbol in all cases, or nil.
func equal(s *System, cases []ranking.Case, x certificate.Symbol) certificate.Poly {
	one := big.NewInt(1)
	for _, f := range cases[0] {
		var rest certificate.Poly
		sign := 0
		other := false
		for _, t := range f.Poly {
			switch {
			case len(t.Symbols) == 1 && t.Symbols[0] == x && t.Coeff.CmpAbs(one) == 0:
				sign = t.Coeff.Sign()
			case slices.ContainsFunc(t.Symbols, func(y certificate.Symbol) bool { return !s.Fixed(y) }):
				other = true
			default:
				rest = append(rest, t)
			}
		}
		if f.Op != certificate.Zero || sign == 0 || other || len(rest) == 0 {
			continue
		}
		same := func(g certificate.Formula) bool { return g.Op == certificate.Zero && len(g.Poly.Sub(f.Poly)) == 0 }
		if slices.ContainsFunc(cases, func(c ranking.Case) bool { return !slices.ContainsFunc(c, same) }) {
			continue
		}
		if sign > 0 {
			rest = rest.Neg()
		}
		return rest
	}
	return nil
}
