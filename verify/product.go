package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// product returns a bound on the number of transitions of a machine of which a
// lexicographic ranking function is proved. No run is in two configurations of
// equal rank. States are grouped in levels, by a first component that is a number
// in each state; every other component is between 0 and a polynomial over the
// parameters, so that a level has no more ranks than the product of these, each
// plus 1; and a run has no more transitions than there are ranks in all levels. The
// result is nil where no such polynomial is found and proved of some component.
func (v *verifier) product() expr.Expr {
	w := newVocabulary(v.base)
	var sum expr.Expr
	var rest certificate.Poly
	for _, l := range levels(v.machine) {
		var factors []certificate.Poly
		count := certificate.Constant(1)
		for k := l.from; k < v.machine.Rank; k++ {
			most, ok := v.most(w, l.states, k)
			if !ok {
				return nil
			}
			if ranks := most.Add(certificate.Constant(1)); constant(ranks) {
				count = count.Mul(ranks)
			} else {
				factors = append(factors, ranks)
			}
		}
		if len(factors) < 2 {
			for _, f := range factors {
				count = count.Mul(f)
			}
			rest = rest.Add(count)
			continue
		}
		factors[0] = factors[0].Mul(count)
		x, ok := w.multiplied(factors)
		if !ok {
			return nil
		}
		if sum != nil {
			x = &expr.Binary{Op: expr.Add, X: sum, Y: x}
		}
		sum = x
	}
	x, ok := w.expression(rest)
	switch {
	case !ok:
		return nil
	case sum == nil:
		return x
	case len(rest) == 0:
		return sum
	}
	return &expr.Binary{Op: expr.Add, X: sum, Y: x}
}

// multiplied writes a product.
func (v *vocabulary) multiplied(factors []certificate.Poly) (out expr.Expr, ok bool) {
	for _, f := range factors {
		x, ok := v.expression(f)
		if !ok {
			return nil, false
		}
		if out != nil {
			x = &expr.Binary{Op: expr.Mul, X: out, Y: x}
		}
		out = x
	}
	return out, true
}

// within reports whether it is proved that a lexicographic machine has no more
// transitions than a bound.
func (v *verifier) within(bound expr.Expr) bool {
	most := v.product()
	if most == nil || v.machine.Reactive() {
		return false
	}
	e := v.base.fork()
	return v.prove(e.facts, atLeast(e.poly(bound), e.poly(most))) != nil
}

// level lists states in which the components before from are the same numbers.
type level struct {
	states []int
	from   int
}

// levels groups the states that are not terminal by their first component, if
// that is a number in each of them.
func levels(m *core.Machine) (out []level) {
	whole := level{}
	values := map[int64]int{}
	for s := range m.States {
		if m.Terminal(s) {
			continue
		}
		whole.states = append(whole.states, s)
		lit, ok := m.States[s].Progress[0].(*expr.Lit)
		if !ok {
			values = nil
		}
		if values == nil {
			continue
		}
		at, known := values[lit.Value]
		if !known {
			at = len(out)
			values[lit.Value] = at
			out = append(out, level{from: 1})
		}
		out[at].states = append(out[at].states, s)
	}
	if values == nil {
		return []level{whole}
	}
	return out
}

// most returns a polynomial over the parameters that is at least 0, and that a
// component is not above in some states, all of which is proved.
func (v *verifier) most(w *vocabulary, states []int, component int) (certificate.Poly, bool) {
	var most certificate.Poly
	for _, s := range states {
		p, ok := v.ceiling(w, v.machine.States[s].Progress[component])
		if !ok {
			return nil, false
		}
		most = larger(most, p)
	}
	// A level that no run visits must not count as less than none.
	if v.prove(w.facts, certificate.AtLeastZero(most)) == nil {
		return nil, false
	}
	for _, s := range states {
		e := w.fork()
		e.assume(v.claims, s)
		value := e.poly(v.machine.States[s].Progress[component])
		if v.prove(e.facts, atLeast(most, value)) == nil {
			return nil, false
		}
	}
	return most, true
}

// ceiling guesses a polynomial over the parameters that an expression is not
// above: it puts the ends of ranges in the place of variables, as if parameters
// were not below 0.
func (v *verifier) ceiling(w *vocabulary, x expr.Expr) (out certificate.Poly, ok bool) {
	switch x := x.(type) {
	case *expr.Call:
		if x.Op != expr.Max {
			return nil, false
		}
		for i, a := range x.Args {
			p, ok := v.ceiling(w, a)
			if !ok {
				return nil, false
			}
			if i > 0 {
				p = larger(out, p)
			}
			out = p
		}
		return out, true
	case *expr.Binary:
		if x.Op == expr.Add {
			p, ok1 := v.ceiling(w, x.X)
			q, ok2 := v.ceiling(w, x.Y)
			return p.Add(q), ok1 && ok2
		}
	}
	p, ok := w.polynomial(x)
	if !ok {
		return nil, false
	}
	for _, t := range p {
		sign := t.Coeff.Sign()
		term, fits := replace(certificate.Poly{t}, func(s certificate.Symbol) (certificate.Poly, bool) {
			symbol := w.symbolOf[s]
			if symbol == nil || symbol.Scope != expr.Var {
				return certificate.Variable(s), symbol != nil
			}
			return v.end(w, symbol.Index, sign > 0)
		})
		if !fits {
			return nil, false
		}
		out = out.Add(term)
	}
	return out, true
}

// end returns the upper or lower end of the range of a variable, where bools and
// enum values are numbers.
func (v *verifier) end(w *vocabulary, variable int, upper bool) (certificate.Poly, bool) {
	decl := v.machine.Vars[variable]
	end := decl.Min
	if upper {
		end = decl.Max
	}
	switch {
	case decl.Type.Kind == expr.Int && end != nil:
		return w.polynomial(end)
	case decl.Type.Kind == expr.Bool && upper:
		return certificate.Constant(1), true
	case decl.Type.Kind == expr.Enumerated && upper:
		return certificate.Constant(int64(len(decl.Type.Enum.Values)) - 1), true
	}
	return certificate.Constant(0), decl.Type.Kind == expr.Bool || decl.Type.Kind == expr.Enumerated
}

// first returns the value of a progress function of one component at the start.
// Bools and enum values of parameters, which a bound cannot count as numbers, are
// replaced by numbers with which it is proved to be no less. The result is nil
// where that fails.
func (v *verifier) first() expr.Expr {
	x := startRank(v.machine)
	if v.synthesized == nil || !counts(v.machine, v.synthesized) {
		return x
	}
	for i, p := range v.machine.Params {
		is := func(s *expr.Symbol) bool { return s.Scope == expr.Param && s.Index == i }
		if p.Type.Kind == expr.Int || !expr.Uses(x, is) {
			continue
		}
		top := int64(1)
		if p.Type.Kind == expr.Enumerated {
			top = int64(len(p.Type.Enum.Values)) - 1
		}
		if x = v.instead(x, is, top, 0); x == nil {
			return nil
		}
	}
	w := newVocabulary(v.base)
	if p, ok := w.polynomial(x); ok {
		if tidy, ok := w.expression(p); ok {
			return tidy
		}
	}
	return x
}

// instead puts the first number in the place of a symbol with which it is proved
// that the value of x does not fall, or returns nil.
func (v *verifier) instead(x expr.Expr, is func(*expr.Symbol) bool, numbers ...int64) expr.Expr {
	for _, n := range numbers {
		y := expr.Simplify(expr.Substitute(x, func(s *expr.Symbol) expr.Expr {
			if is(s) {
				return expr.Number(n)
			}
			return nil
		}))
		e := v.base.fork()
		more := e.poly(y).Sub(e.poly(x))
		if v.prove(e.facts, certificate.AtLeastZero(more)) != nil {
			return y
		}
	}
	return nil
}

// larger takes of each product of symbols the larger coefficient, so that where
// no symbol is below 0 the result is not below either.
func larger(p, q certificate.Poly) (out certificate.Poly) {
	for _, t := range p.Sub(q) {
		if t.Coeff.Sign() > 0 {
			out = append(out, t)
		}
	}
	return q.Add(slices.Clip(out))
}
