package notation

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// The largest numbers in expressions for people: of machines without durations, and of those with durations, which are numbers of
// nanoseconds.
const (
	maxCoefficient = 1 << 31
	maxTime        = 1 << 62
)

// Expression converts a polynomial over ints to an expression: positive terms before
// negative ones, and the constant last.
func (v *Vocabulary) Expression(p certificate.Poly) (out expr.Expr, ok bool) {
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
		if !t.Coeff.IsInt64() || t.Coeff.CmpAbs(big.NewInt(v.largest)) > 0 {
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
	return out, v.Ints(p)
}

// term returns the expression of a number times a product of symbols.
func (v *Vocabulary) term(c int64, symbols []certificate.Symbol) (out expr.Expr) {
	if c == -1 && len(symbols) > 0 {
		return &expr.Unary{Op: expr.Neg, X: v.term(1, symbols)}
	}
	if c != 1 || len(symbols) == 0 {
		out = expr.Number(c)
	}
	for _, s := range symbols {
		var factor expr.Expr = &expr.Ref{Symbol: v.symbols[s]}
		if out != nil {
			factor = &expr.Binary{Op: expr.Mul, X: out, Y: factor}
		}
		out = factor
	}
	return out
}

// Condition converts a Relation to an expression, with negative terms moved to the other
// side: x + y <= n.
func (v *Vocabulary) Condition(r Relation) (expr.Expr, bool) {
	if !v.Ints(r.Poly) {
		return v.choice(r)
	}
	var left, right certificate.Poly
	number := new(big.Int)
	for _, t := range r.Poly {
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
	if r.Zero {
		op = expr.Eq
	}
	flip := map[expr.Op]expr.Op{expr.Ge: expr.Le, expr.Gt: expr.Lt, expr.Eq: expr.Eq}
	if len(left) > 0 && len(right) > 0 && number.IsInt64() && number.Int64() == -1 && !r.Zero {
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
	a, ok1 := v.Expression(x)
	b, ok2 := v.Expression(y)
	return &expr.Binary{Op: op, X: a, Y: b}, ok1 && ok2 && len(left) > 0
}

// rests reports whether p never changes, because it reads only parameters.
func (v *Vocabulary) rests(p certificate.Poly) bool {
	for _, t := range p {
		for _, s := range t.Symbols {
			if v.symbols[s].Scope != expr.Param {
				return false
			}
		}
	}
	return true
}

// choice returns the expression that a bool, an enum or a string has a certain value.
func (v *Vocabulary) choice(r Relation) (expr.Expr, bool) {
	if !r.Zero || !v.Known(r.Poly) {
		return nil, false
	}
	var symbol *expr.Symbol
	value := new(big.Int)
	for _, t := range r.Poly {
		switch {
		case len(t.Symbols) == 0:
			value.Sub(value, t.Coeff)
		case len(t.Symbols) == 1 && symbol == nil && t.Coeff.IsInt64() && t.Coeff.Int64() == 1:
			symbol = v.symbols[t.Symbols[0]]
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
		if text, ok := v.Encoder.String(n); ok {
			return &expr.Binary{Op: expr.Eq, X: ref, Y: &expr.Text{Value: text}}, true
		}
	}
	return nil, false
}
