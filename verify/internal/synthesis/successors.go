package synthesis

import (
	"cmp"
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// after returns the progress of a state to which no run returns: one more than the largest
// progress of its successors. It returns nil if that of a successor is not a polynomial
// over parameters and variables.
func (c *Candidate) after(state int) expr.Expr {
	symbols := ints(c.machine, func(expr.Symbol) bool { return true })
	var ways []poly
	for _, t := range counted(c.machine, state) {
		to := expr.Substitute(c.progress[t.To], func(s *expr.Symbol) expr.Expr {
			for _, u := range t.Updates {
				if s.Scope == expr.Var && s.Index == u.Var {
					return u.Value
				}
			}
			return nil
		})
		terms, ok := expand(symbols, to)
		if !ok {
			return c.larger(state)
		}
		ways = append(ways, poly{symbols, terms, 1})
	}
	ways = needed(ways)
	if c.sums || len(ways) <= 1 {
		all := poly{symbols: symbols, over: 1}
		for _, w := range ways {
			all.terms = sumTerms(all.terms, w.terms)
		}
		return written(symbols, all.plus(1).terms)
	}
	// The constant that all arguments share stays outside max, where it cannot cause
	// an overflow.
	least := slices.MinFunc(ways, func(a, b poly) int { return cmp.Compare(a.number(), b.number()) }).number()
	call := &expr.Call{Op: expr.Max}
	for _, w := range ways {
		call.Args = append(call.Args, written(symbols, w.plus(-least).terms))
	}
	return plus(call, least+1)
}

// larger is like after for a candidate with peaks, which are no polynomials.
func (c *Candidate) larger(state int) expr.Expr {
	if !slices.ContainsFunc(c.shapes, func(s shape) bool { return s.peaks != nil }) {
		return nil
	}
	call := &expr.Call{Op: expr.Max}
	for _, t := range counted(c.machine, state) {
		x := expr.Simplify(expr.Substitute(c.progress[t.To], t.Updated))
		if expr.Uses(x, func(s *expr.Symbol) bool { return s.Scope != expr.Param && s.Scope != expr.Var }) {
			return nil
		}
		if lit, ok := x.(*expr.Lit); !ok || lit.Value != 0 {
			call.Args = append(call.Args, x)
		}
	}
	if len(call.Args) != 1 {
		return plus(call, 1)
	}
	if b, ok := call.Args[0].(*expr.Binary); ok && b.Op == expr.Add {
		if n, ok := b.Y.(*expr.Lit); ok {
			return plus(b.X, n.Value+1)
		}
	}
	return plus(call.Args[0], 1)
}

// needed omits polynomials that are never larger than another one: the two differ only by a
// constant, or the smaller one is 0, and progress is never negative.
func needed(ways []poly) []poly {
	var out []poly
	for i, w := range ways {
		if !slices.ContainsFunc(ways[i+1:], w.below) && !slices.ContainsFunc(out, w.below) && (len(w.terms) > 0 || len(ways) == i+1 && out == nil) {
			out = append(out, w)
		}
	}
	return out
}

// below reports whether q is p plus a number that is not negative.
func (p poly) below(q poly) bool {
	difference := poly{terms: sumTerms(q.terms, negated(p.terms))}
	return difference.constant() && difference.number() >= 0
}

// expand multiplies e out, if it is a polynomial over the symbols.
func expand(symbols []*expr.Symbol, e expr.Expr) ([]term, bool) {
	switch e := e.(type) {
	case *expr.Lit:
		return sumTerms(nil, []term{{e.Value, nil}}), e.T.Kind == expr.Int
	case *expr.Ref:
		at := slices.IndexFunc(symbols, func(s *expr.Symbol) bool { return s.Scope == e.Symbol.Scope && s.Index == e.Symbol.Index })
		return []term{{1, monomial{at}}}, at >= 0
	case *expr.Unary:
		x, ok := expand(symbols, e.X)
		return negated(x), ok && e.Op == expr.Neg
	case *expr.Binary:
		x, ok1 := expand(symbols, e.X)
		y, ok2 := expand(symbols, e.Y)
		if !ok1 || !ok2 {
			return nil, false
		}
		switch e.Op {
		case expr.Add:
			return sumTerms(x, y), true
		case expr.Sub:
			return sumTerms(x, negated(y)), true
		case expr.Mul:
			var out []term
			for _, a := range x {
				for _, b := range y {
					m := slices.Concat(a.monomial, b.monomial)
					slices.Sort(m)
					out = sumTerms(out, []term{{a.coefficient * b.coefficient, m}})
				}
			}
			return out, true
		}
	}
	return nil, false
}

func negated(terms []term) []term {
	out := slices.Clone(terms)
	for i := range out {
		out[i].coefficient = -out[i].coefficient
	}
	return out
}

// sumTerms adds two sums of terms.
func sumTerms(x, y []term) []term {
	out := slices.Clone(x)
	for _, t := range y {
		i := slices.IndexFunc(out, func(u term) bool { return slices.Equal(u.monomial, t.monomial) })
		if i < 0 {
			out = append(out, t)
		} else {
			out[i].coefficient += t.coefficient
		}
	}
	return slices.DeleteFunc(out, func(t term) bool { return t.coefficient == 0 })
}
