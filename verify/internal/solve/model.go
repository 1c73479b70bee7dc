package solve

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// Assignment gives symbols their values. Symbols it lacks are 0.
type Assignment map[certificate.Symbol]*big.Int

// Value returns the value of s, which must not be changed.
func (a Assignment) Value(s certificate.Symbol) *big.Int {
	if v := a[s]; v != nil {
		return v
	}
	return new(big.Int)
}

// Holds reports whether all formulas hold under a.
func (a Assignment) Holds(formulas []certificate.Formula) bool {
	for _, f := range formulas {
		if !f.Holds(a.Value) {
			return false
		}
	}
	return true
}

// solved tries p, and p rounded, as a solution of the hypotheses. It also
// gives p values for the defined symbols of n and for products.
func (s *search) solved(n *node, p *point) bool {
	s.complete(n, p)
	values := make([]number, len(s.ms.symbols))
	for m := range values {
		if s.ms.degree(monomial(m)) == 1 {
			values[m] = p.value[m].nearest()
		}
	}
	// In p a product need not have the value of its factors.
	for _, d := range slices.Backward(n.definitions) {
		values[s.ms.linear.of(d.symbol)] = s.defined(values, d)
	}
	if !s.holds(values) {
		return false
	}
	return s.keep(values)
}

// keep makes the values of symbols the model if the hypotheses hold.
func (s *search) keep(values []number) bool {
	model := Assignment{}
	for m, v := range values {
		if s.ms.degree(monomial(m)) == 1 {
			model[s.ms.symbols[m][0]] = v.toBig()
		}
	}
	if model.Holds(s.hypotheses) {
		s.model = model
	}
	return s.model != nil
}

// complete gives values to the monomials of p that have none.
func (s *search) complete(n *node, p *point) {
	for len(p.value) < len(s.ms.symbols) {
		p.value = append(p.value, integral(number{}))
		p.set = append(p.set, false)
	}
	for _, d := range slices.Backward(n.definitions) {
		for _, t := range d.by.p {
			s.settle(p, t.m)
		}
		m := s.ms.linear.of(d.symbol)
		p.value[m] = integral(number{})
		p.value[m] = integral(number{}).plusTimes(whole(-d.sign), p.eval(d.by.p))
	}
	for m := range p.value {
		s.settle(p, monomial(m))
	}
}

// defined returns the value of a defined symbol, given those of the others.
func (s *search) defined(values []number, d definition) number {
	m := s.ms.linear.of(d.symbol)
	values[m] = number{}
	return s.eval(values, d.by.p).mul(whole(-d.sign))
}

// eval returns the value of p, given those of the symbols.
func (s *search) eval(values []number, p poly) number {
	var sum number
	for _, t := range p {
		product := t.c
		for _, factor := range s.ms.factors[t.m] {
			product = product.mul(values[factor])
		}
		sum = sum.add(product)
	}
	return sum
}

// holds reports whether the hypotheses hold, given the values of symbols.
func (s *search) holds(values []number) bool {
	for _, f := range s.compiled {
		if !s.spend(1) || !s.holdsFormula(values, f) {
			return false
		}
	}
	return true
}

func (s *search) holdsFormula(values []number, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		return s.eval(values, f.p).sign() >= 0
	case certificate.Zero:
		return s.eval(values, f.p).sign() == 0
	case certificate.All:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !s.holdsFormula(values, g) })
	}
	return slices.ContainsFunc(f.parts, func(g *formula) bool { return s.holdsFormula(values, g) })
}

// Model looks for a common integer solution of the hypotheses. The assignment
// has been checked by evaluating them. Failure means nothing: the solutions
// may be hard to find, or the limit may be too low. It bounds the work as for
// Refute, once for the search by cases and once for trying small values.
func Model(hypotheses []certificate.Formula, limit int) (Assignment, bool) {
	values, _ := model(hypotheses, limit)
	return values, values != nil
}

// model is Model, and also returns the work.
func model(hypotheses []certificate.Formula, limit int) (values Assignment, used int) {
	s := newSearch(hypotheses, limit)
	s.thorough = true
	proof := s.run()
	used = limit - s.left
	if proof != nil {
		return nil, used
	}
	if s.model == nil {
		s.left = limit
		s.enumerate()
		used += limit - s.left
	}
	return s.model, used
}
