package synthesis

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// expr writes the shape as an expression. The number that a floored polynomial
// ends in stays outside of max, which can overflow where sums cannot.
func (s shape) expr() expr.Expr {
	if s.peaks != nil {
		return s.peaks.expr()
	}
	if s.floored && s.poly.over == 1 {
		n := s.poly.number()
		low := expr.Number(s.floor - n)
		return plus(&expr.Call{Op: expr.Max, Args: []expr.Expr{low, written(s.poly.symbols, s.poly.plus(-n).terms)}}, n)
	}
	e := written(s.poly.symbols, s.poly.terms)
	if s.poly.over > 1 {
		e = &expr.Binary{Op: expr.Quo, X: e, Y: expr.Number(s.poly.over)}
	}
	if s.floored {
		e = &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(s.floor), e}}
	}
	return e
}

// plus adds a number.
func plus(e expr.Expr, n int64) expr.Expr {
	switch {
	case n > 0:
		return &expr.Binary{Op: expr.Add, X: e, Y: expr.Number(n)}
	case n < 0:
		return &expr.Binary{Op: expr.Sub, X: e, Y: expr.Number(-n)}
	}
	return e
}

// written writes a sum of terms, as x*(2*n + 3) + y - 1: a symbol that more
// than one term has is taken out of them, what is added comes before what is
// subtracted, and numbers come last.
func written(symbols []*expr.Symbol, terms []term) expr.Expr {
	if i := shared(symbols, terms); i >= 0 {
		var with, rest []term
		for _, t := range terms {
			if at := slices.Index(t.monomial, i); at >= 0 {
				with = append(with, term{t.coefficient, slices.Delete(slices.Clone(t.monomial), at, at+1)})
			} else {
				rest = append(rest, t)
			}
		}
		product := &expr.Binary{Op: expr.Mul, X: &expr.Ref{Symbol: symbols[i]}, Y: written(symbols, with)}
		if len(rest) == 0 {
			return product
		}
		return sum(symbols, product, rest)
	}
	return sum(symbols, nil, terms)
}

// shared returns the symbol to take out, or -1: the one that most terms have,
// of those that occur in a product. Variables come before parameters.
func shared(symbols []*expr.Symbol, terms []term) int {
	best, most := -1, 1
	for i := len(symbols) - 1; i >= 0; i-- {
		count, product := 0, false
		for _, t := range terms {
			if slices.Contains(t.monomial, i) {
				count++
				product = product || len(t.monomial) > 1
			}
		}
		if product && (count > most || count == most && best >= 0 && symbols[i].Scope == symbols[best].Scope) {
			best, most = i, count
		}
	}
	return best
}

// sum adds terms to e, which may be nil.
func sum(symbols []*expr.Symbol, e expr.Expr, terms []term) expr.Expr {
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b term) int { return place(a) - place(b) })
	if len(terms) > 1 && e == nil && terms[0].coefficient < 0 && len(terms[len(terms)-1].monomial) == 0 {
		// 3 - x, not -x + 3.
		terms = append(terms[len(terms)-1:], terms[:len(terms)-1]...)
	}
	if shared(symbols, terms) >= 0 {
		return add(e, written(symbols, terms))
	}
	for _, t := range terms {
		switch {
		case e == nil:
			e = product(symbols, t)
		case t.coefficient < 0:
			e = &expr.Binary{Op: expr.Sub, X: e, Y: product(symbols, term{-t.coefficient, t.monomial})}
		default:
			e = add(e, product(symbols, t))
		}
	}
	if e == nil {
		return expr.Number(0)
	}
	return e
}

func add(x, y expr.Expr) expr.Expr {
	if x == nil {
		return y
	}
	return &expr.Binary{Op: expr.Add, X: x, Y: y}
}

func place(t term) int {
	switch {
	case len(t.monomial) == 0:
		return 2
	case t.coefficient < 0:
		return 1
	}
	return 0
}

// product writes one term.
func product(symbols []*expr.Symbol, t term) expr.Expr {
	var e expr.Expr
	if t.coefficient != 1 || len(t.monomial) == 0 {
		e = expr.Number(t.coefficient)
	}
	for _, i := range t.monomial {
		factor := &expr.Ref{Symbol: symbols[i]}
		if e == nil {
			e = factor
		} else {
			e = &expr.Binary{Op: expr.Mul, X: e, Y: factor}
		}
	}
	return e
}
