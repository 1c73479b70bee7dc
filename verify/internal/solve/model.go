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

// trial tries values of symbols as a solution of the hypotheses.
type trial struct {
	ms         *monomials
	work       *work
	hypotheses []certificate.Formula
	compiled   []*formula
	// model is a solution of the hypotheses, when one was met.
	model Assignment
}

// solved tries p, and p rounded, as a solution of the hypotheses. It also
// gives p values for the defined symbols of n and for products.
func (s *search) solved(n *node, p *point) bool {
	s.lp.complete(n, p)
	values := make([]number, len(s.ms.symbols))
	for m := range values {
		if s.ms.degree(monomial(m)) == 1 {
			values[m] = p.value[m].nearest()
		}
	}
	// In p a product need not have the value of its factors.
	for _, d := range slices.Backward(n.definitions) {
		values[s.ms.linear.of(d.symbol)] = s.trial.defined(values, d)
	}
	if !s.trial.holds(values) {
		return false
	}
	return s.trial.keep(values)
}

// keep makes the values of symbols the model if the hypotheses hold.
func (tr *trial) keep(values []number) bool {
	model := Assignment{}
	for m, v := range values {
		if tr.ms.degree(monomial(m)) == 1 {
			model[tr.ms.symbols[m][0]] = v.toBig()
		}
	}
	if model.Holds(tr.hypotheses) {
		tr.model = model
	}
	return tr.model != nil
}

// defined returns the value of a defined symbol, given those of the others.
func (tr *trial) defined(values []number, d definition) number {
	m := tr.ms.linear.of(d.symbol)
	values[m] = number{}
	return tr.value(values, d.by.p).mul(whole(-d.sign))
}

// value returns the value of p, given those of the symbols.
func (tr *trial) value(values []number, p poly) number {
	var sum number
	for _, t := range p {
		product := t.c
		for _, factor := range tr.ms.factors[t.m] {
			product = product.mul(values[factor])
		}
		sum = sum.add(product)
	}
	return sum
}

// holds reports whether the hypotheses hold, given the values of symbols.
func (tr *trial) holds(values []number) bool {
	for _, f := range tr.compiled {
		if !tr.work.spend(1) || !tr.holdsFormula(values, f) {
			return false
		}
	}
	return true
}

func (tr *trial) holdsFormula(values []number, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		return tr.value(values, f.p).sign() >= 0
	case certificate.Zero:
		return tr.value(values, f.p).sign() == 0
	case certificate.All:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !tr.holdsFormula(values, g) })
	}
	return slices.ContainsFunc(f.parts, func(g *formula) bool { return tr.holdsFormula(values, g) })
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
	used = limit - s.work.left
	if proof != nil {
		return nil, used
	}
	if s.trial.model == nil {
		s.work.left = limit
		s.enumerate()
		used += limit - s.work.left
	}
	return s.trial.model, used
}
