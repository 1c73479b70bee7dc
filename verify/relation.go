package verify

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// relation says of a polynomial over parameters and variables that it is at
// least 0, or that it is 0.
type relation struct {
	poly certificate.Poly
	zero bool
}

func (r relation) formula() certificate.Formula {
	if r.zero {
		return certificate.EqualZero(r.poly)
	}
	return certificate.AtLeastZero(r.poly)
}

// vocabulary translates between polynomials and expressions. It knows the
// symbols of parameters and of variables that are not opaque.
type vocabulary struct {
	*encoder
	symbolOf map[certificate.Symbol]*expr.Symbol
}

func newVocabulary(e *encoder) *vocabulary {
	v := &vocabulary{e.fork(), map[certificate.Symbol]*expr.Symbol{}}
	for _, s := range scalars(e.machine) {
		v.symbolOf[v.symbol(s)] = s
	}
	return v
}

// scalars lists the parameters and variables that are not opaque.
func scalars(m *core.Machine) (out []*expr.Symbol) {
	for _, p := range m.Params {
		if p.Type.Scalar() {
			out = append(out, p.Symbol)
		}
	}
	for _, x := range m.Vars {
		if x.Type.Scalar() {
			out = append(out, x.Symbol)
		}
	}
	return out
}

// polynomial encodes x where it is a polynomial over symbols of the spec; ok is
// false elsewhere.
func (v *vocabulary) polynomial(x expr.Expr) (p certificate.Poly, ok bool) {
	expr.Walk(x, func(part expr.Expr) {
		if ref, is := part.(*expr.Ref); is {
			v.symbol(ref.Symbol)
		}
	})
	before := len(v.names)
	p = v.poly(x)
	return p, len(v.names) == before
}

// known reports whether p is about parameters and variables alone.
func (v *vocabulary) known(p certificate.Poly) bool {
	for _, t := range p {
		for _, s := range t.Symbols {
			if v.symbolOf[s] == nil {
				return false
			}
		}
	}
	return true
}

// ints reports whether p is about ints alone.
func (v *vocabulary) ints(p certificate.Poly) bool {
	for _, t := range p {
		for _, s := range t.Symbols {
			if known := v.symbolOf[s]; known == nil || known.Type.Kind != expr.Int {
				return false
			}
		}
	}
	return true
}

// maxCoefficient bounds the numbers in what is written for people.
const maxCoefficient = 1 << 31

// expression writes a polynomial over ints: what is added before what is
// subtracted, and the number last.
func (v *vocabulary) expression(p certificate.Poly) (out expr.Expr, ok bool) {
	terms := slices.Clone(p)
	place := func(t certificate.Term) int {
		switch {
		case len(t.Symbols) == 0:
			return 2
		case t.Coeff.Sign() < 0:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(terms, func(a, b certificate.Term) int { return place(a) - place(b) })
	if n := len(terms); n > 1 && place(terms[0]) == 1 && terms[n-1].Coeff.Sign() > 0 {
		terms = append(terms[n-1:], terms[:n-1]...) // 3 - x, not -x + 3
	}
	for _, t := range terms {
		if !t.Coeff.IsInt64() || t.Coeff.CmpAbs(big.NewInt(maxCoefficient)) > 0 {
			return nil, false
		}
		c := t.Coeff.Int64()
		if out == nil {
			out = v.term(c, t.Symbols)
		} else if c < 0 {
			out = &expr.Binary{Op: expr.Sub, X: out, Y: v.term(-c, t.Symbols)}
		} else {
			out = &expr.Binary{Op: expr.Add, X: out, Y: v.term(c, t.Symbols)}
		}
	}
	if out == nil {
		out = expr.Number(0)
	}
	return out, v.ints(p)
}

// term writes a number times a product of symbols.
func (v *vocabulary) term(c int64, symbols []certificate.Symbol) (out expr.Expr) {
	if c != 1 || len(symbols) == 0 {
		out = expr.Number(c)
	}
	for _, s := range symbols {
		var factor expr.Expr = &expr.Ref{Symbol: v.symbolOf[s]}
		if out != nil {
			factor = &expr.Binary{Op: expr.Mul, X: out, Y: factor}
		}
		out = factor
	}
	return out
}

// condition writes a relation, what is subtracted on the right: x + y <= n.
func (v *vocabulary) condition(r relation) (expr.Expr, bool) {
	if !v.ints(r.poly) {
		return v.choice(r)
	}
	var left, right certificate.Poly
	number := new(big.Int)
	for _, t := range r.poly {
		switch {
		case len(t.Symbols) == 0:
			number = t.Coeff
		case t.Coeff.Sign() > 0:
			left = append(left, t)
		default:
			right = append(right, t)
		}
	}
	right = right.Neg()
	op := expr.Ge
	if r.zero {
		op = expr.Eq
	}
	flip := map[expr.Op]expr.Op{expr.Ge: expr.Le, expr.Gt: expr.Lt, expr.Eq: expr.Eq}
	if len(left) > 0 && len(right) > 0 && number.IsInt64() && number.Int64() == -1 && !r.zero {
		op, number = expr.Gt, new(big.Int) // x > y, not x >= y + 1
	}
	if len(left) == 0 || len(right) > 0 && v.rests(left) && !v.rests(right) {
		// The variable comes first: x <= n, not n >= x.
		left, right, op = right, left, flip[op]
		number = new(big.Int).Neg(number)
	}
	n := certificate.Poly{{Coeff: number}}
	x, y := left, right.Sub(n)
	if len(right) > 0 && number.Sign() > 0 {
		x, y = left.Add(n), right
	}
	a, ok1 := v.expression(x)
	b, ok2 := v.expression(y)
	return &expr.Binary{Op: op, X: a, Y: b}, ok1 && ok2 && len(left) > 0
}

// rests reports whether nothing in p ever changes.
func (v *vocabulary) rests(p certificate.Poly) bool {
	for _, t := range p {
		for _, s := range t.Symbols {
			if v.symbolOf[s].Scope != expr.Param {
				return false
			}
		}
	}
	return true
}

// choice writes that a bool or an enum value is a certain one.
func (v *vocabulary) choice(r relation) (expr.Expr, bool) {
	if !r.zero || !v.known(r.poly) {
		return nil, false
	}
	var symbol *expr.Symbol
	value := new(big.Int)
	for _, t := range r.poly {
		switch {
		case len(t.Symbols) == 0:
			value.Sub(value, t.Coeff)
		case len(t.Symbols) == 1 && symbol == nil && t.Coeff.IsInt64() && t.Coeff.Int64() == 1:
			symbol = v.symbolOf[t.Symbols[0]]
		default:
			return nil, false
		}
	}
	if symbol == nil || !value.IsInt64() || value.Sign() < 0 {
		return nil, false
	}
	var ref expr.Expr = &expr.Ref{Symbol: symbol}
	n := value.Int64()
	switch symbol.Type.Kind {
	case expr.Bool:
		if n == 0 {
			ref = &expr.Unary{Op: expr.Not, X: ref}
		}
		return ref, n <= 1
	case expr.Enumerated:
		return &expr.Binary{Op: expr.Eq, X: ref, Y: &expr.Lit{T: symbol.Type, Value: n}}, n < int64(len(symbol.Type.Enum.Values))
	case expr.String:
		for text, number := range v.texts {
			if number == n {
				return &expr.Binary{Op: expr.Eq, X: ref, Y: &expr.Text{Value: text}}, true
			}
		}
	}
	return nil, false
}

// maxProduct bounds the terms of a polynomial with replaced symbols.
const maxProduct = 64

// replace puts polynomials in the place of symbols; ok is false when there is
// none for some symbol or the result is too large.
func replace(p certificate.Poly, by func(certificate.Symbol) (certificate.Poly, bool)) (out certificate.Poly, ok bool) {
	for _, t := range p {
		product := certificate.Poly{{Coeff: t.Coeff}}
		for _, s := range t.Symbols {
			factor, ok := by(s)
			if !ok || len(product)*len(factor) > maxProduct {
				return nil, false
			}
			product = product.Mul(factor)
		}
		out = out.Add(product)
	}
	return out, len(out) <= maxProduct
}
