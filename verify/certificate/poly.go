package certificate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Symbol names an integer unknown.
type Symbol int

// Term is a coefficient times a product of symbols. Symbols are sorted and
// repeat for powers; a term without symbols is a constant.
type Term struct {
	Coeff   *big.Int
	Symbols []Symbol
}

// Poly is a sum of terms; the zero value is 0. The functions of this package
// return polynomials in normal form: no zero coefficient, no two terms with
// the same symbols, sorted by symbols with the constant first. They accept
// any form, never change a polynomial or its coefficients, and may share terms
// with their results, so a polynomial must not be changed once built.
type Poly []Term

// Constant returns the polynomial n.
func Constant(n int64) Poly {
	if n == 0 {
		return Poly{}
	}
	return Poly{{Coeff: big.NewInt(n)}}
}

// Variable returns the polynomial s.
func Variable(s Symbol) Poly {
	return Poly{{Coeff: big.NewInt(1), Symbols: []Symbol{s}}}
}

// Add returns p + q.
func (p Poly) Add(q Poly) Poly {
	p, q = normal(p), normal(q)
	if len(p)+len(q) == 0 {
		return nil
	}
	sum := make(Poly, 0, len(p)+len(q))
	for len(p) > 0 && len(q) > 0 {
		switch order := slices.Compare(p[0].Symbols, q[0].Symbols); {
		case order < 0:
			sum, p = append(sum, p[0]), p[1:]
		case order > 0:
			sum, q = append(sum, q[0]), q[1:]
		default:
			if c := new(big.Int).Add(p[0].Coeff, q[0].Coeff); c.Sign() != 0 {
				sum = append(sum, Term{c, p[0].Symbols})
			}
			p, q = p[1:], q[1:]
		}
	}
	return slices.Clip(append(append(sum, p...), q...))
}

// Sub returns p - q.
func (p Poly) Sub(q Poly) Poly {
	return p.Add(q.Neg())
}

// Neg returns -p.
func (p Poly) Neg() Poly {
	p = normal(p)
	negated := make(Poly, len(p))
	for i, t := range p {
		negated[i] = Term{new(big.Int).Neg(t.Coeff), t.Symbols}
	}
	return negated
}

// Mul returns p * q.
func (p Poly) Mul(q Poly) Poly {
	product := make(Poly, 0, len(p)*len(q))
	for _, a := range p {
		for _, b := range q {
			product = append(product, Term{
				Coeff:   new(big.Int).Mul(a.Coeff, b.Coeff),
				Symbols: slices.Concat(a.Symbols, b.Symbols),
			})
		}
	}
	return normal(product)
}

// Number reports whether p, in normal form, is a number.
func (p Poly) Number() bool { return len(p) == 0 || len(p) == 1 && len(p[0].Symbols) == 0 }

// Eval returns the value of p where value gives that of each symbol.
func (p Poly) Eval(value func(Symbol) *big.Int) *big.Int {
	sum := new(big.Int)
	for _, t := range p {
		product := new(big.Int).Set(t.Coeff)
		for _, s := range t.Symbols {
			product.Mul(product, value(s))
		}
		sum.Add(sum, product)
	}
	return sum
}

// String writes p with symbol n as xn, for messages and tests.
func (p Poly) String() string {
	return p.Text(func(s Symbol) string { return fmt.Sprintf("x%d", s) })
}

// Text writes p with the given names of symbols, the constant last.
func (p Poly) Text(name func(Symbol) string) string {
	var b strings.Builder
	constantLast := slices.Clone(p)
	slices.SortStableFunc(constantLast, func(a, b Term) int {
		return min(len(b.Symbols), 1) - min(len(a.Symbols), 1)
	})
	for i, t := range constantLast {
		sign := " + "
		switch {
		case t.Coeff.Sign() < 0 && i == 0:
			sign = "-"
		case t.Coeff.Sign() < 0:
			sign = " - "
		case i == 0:
			sign = ""
		}
		b.WriteString(sign)
		var factors []string
		size := new(big.Int).Abs(t.Coeff)
		if len(t.Symbols) == 0 || !size.IsInt64() || size.Int64() != 1 {
			factors = append(factors, size.String())
		}
		for _, s := range t.Symbols {
			factors = append(factors, name(s))
		}
		b.WriteString(strings.Join(factors, "*"))
	}
	if len(p) == 0 {
		return "0"
	}
	return b.String()
}

// normal returns p in normal form. It leaves p as it was, and returns it if it has that form.
func normal(p Poly) Poly {
	if ordered(p) {
		return slices.Clip(p)
	}
	terms := slices.Clone(p)
	for i, t := range terms {
		if !slices.IsSorted(t.Symbols) {
			terms[i].Symbols = slices.Clone(t.Symbols)
			slices.Sort(terms[i].Symbols)
		}
	}
	slices.SortStableFunc(terms, func(a, b Term) int { return slices.Compare(a.Symbols, b.Symbols) })
	merged := terms[:0]
	for _, t := range terms {
		if n := len(merged); n > 0 && slices.Equal(merged[n-1].Symbols, t.Symbols) {
			merged[n-1].Coeff = new(big.Int).Add(merged[n-1].Coeff, t.Coeff)
		} else {
			merged = append(merged, t)
		}
	}
	return slices.DeleteFunc(merged, func(t Term) bool { return t.Coeff.Sign() == 0 })
}

// ordered reports whether p is in normal form.
func ordered(p Poly) bool {
	for i, t := range p {
		if t.Coeff.Sign() == 0 || !slices.IsSorted(t.Symbols) ||
			i > 0 && slices.Compare(p[i-1].Symbols, t.Symbols) >= 0 {
			return false
		}
	}
	return true
}
