package solve

import "slices"

// maxProducts bounds the products added at once.
const maxProducts = 600

// divisorWork is the work to take one factor out of a product.
const divisorWork = 5

// feasibleWithProducts goes on from p, a solution of rows, as feasible does
// for the rows and all products of the atoms of n: it adds the products that
// the solution breaks until none is left. It returns the rows it used, and is
// not ok either when the hypotheses turn out to have a solution.
func (s *search) feasibleWithProducts(n *node, rows []row, p *point, wide bool) (used []row, ok bool, contradiction []multiple) {
	products := s.products.of(n, wide)
	if len(products) == 0 {
		return rows, true, nil
	}
	var left []*row
	kept, _ := s.lp.presolve(slices.Concat(rows, products))
	for _, r := range kept {
		if len(r.facts) > 1 || r.m != unit {
			left = append(left, r)
		}
	}
	used = slices.Clip(rows)
	s.lp.complete(n, p)
	for {
		next := left[:0]
		for _, r := range left {
			s.work.spend(len(r.p))
			if v := p.eval(r.p).sign(); v < 0 || v > 0 && r.zero {
				used = append(used, *r)
			} else {
				next = append(next, r)
			}
		}
		if len(next) == len(left) {
			return used, true, nil
		}
		left = next
		if *p, ok, contradiction = s.lp.feasible(used); !ok || s.solved(n, p) {
			return used, false, contradiction
		}
	}
}

// multiplier makes products of what a node knows.
type multiplier struct {
	ms   *monomials
	work *work
}

// of returns products of pairs, and of more where the degree asks for
// it, of the inequalities of n, and products of its equalities and monomials.
// Narrowly chosen, they contain only products of symbols that occur in the
// atoms, or parts of these. Widely chosen, they may contain others of the
// same degree; presolve leaves out those that do not cancel.
func (x *multiplier) of(n *node, wide bool) []row {
	relevant, degree := x.relevant(n)
	if degree < 2 {
		return nil
	}
	allowed := func(m monomial) bool {
		return wide && x.ms.degree(m) <= degree || int(m) < len(relevant) && relevant[m]
	}
	var factors, all []row
	for _, r := range n.rows() {
		ok := true
		for _, t := range r.p.rest() {
			ok = ok && allowed(t.m) && x.ms.degree(t.m) < degree
		}
		switch {
		case !ok:
		case !r.zero:
			factors = append(factors, r)
		default:
			for m := 1; m < len(relevant); m++ {
				if r, ok := x.scale(&r, monomial(m), allowed); ok && relevant[m] {
					all = append(all, r)
				}
			}
		}
	}
	// Each row of a layer is a product whose last factor is factors[last].
	layer := factors
	last := make([]int, len(factors))
	for i := range last {
		last[i] = i
	}
	for power := 2; power <= degree; power++ {
		var next []row
		var nextLast []int
		for i := range layer {
			for j := last[i]; j < len(factors) && len(all)+len(next) < maxProducts && x.work.left > 0; j++ {
				if r, ok := x.multiply(&layer[i], &factors[j], allowed); ok {
					next, nextLast = append(next, r), append(nextLast, j)
				}
			}
		}
		all = append(all, next...)
		layer, last = next, nextLast
	}
	return all
}

// relevant returns the monomials that occur in the atoms of n and their
// divisors, and the greatest degree among them.
func (x *multiplier) relevant(n *node) ([]bool, int) {
	degree := 0
	relevant := make([]bool, len(x.ms.symbols))
	var mark func(m monomial)
	mark = func(m monomial) {
		for int(m) >= len(relevant) {
			relevant = append(relevant, false)
		}
		if relevant[m] {
			return
		}
		relevant[m] = true
		d := x.ms.degree(m)
		if d < 2 || d > maxDegree || !x.work.spend(divisorWork*d) {
			return
		}
		for i, symbol := range x.ms.symbols[m] {
			if i == 0 || x.ms.symbols[m][i-1] != symbol {
				d, _ := x.ms.quotient(m, symbol)
				mark(d)
				mark(x.ms.linear.of(symbol))
			}
		}
	}
	for _, f := range n.atoms {
		for _, t := range f.p.rest() {
			if d := x.ms.degree(t.m); d >= 2 {
				degree = max(degree, min(d, maxDegree))
				mark(t.m)
			}
		}
	}
	return relevant, degree
}

// multiply returns the product of two inequalities if all its monomials are allowed.
func (x *multiplier) multiply(a, b *row, allowed func(monomial) bool) (row, bool) {
	for _, t := range a.p.rest() {
		for _, u := range b.p.rest() {
			if !x.work.spend(1) || !allowed(x.ms.times(t.m, u.m)) {
				return row{}, false
			}
		}
	}
	x.work.spend(len(a.p) * len(b.p))
	facts := make([]*fact, 0, len(a.facts)+len(b.facts))
	facts = append(append(facts, a.facts...), b.facts...)
	return row{p: x.ms.product(a.p, b.p), facts: facts}, true
}

// scale returns the product of an equality and a monomial if all its
// monomials are allowed.
func (x *multiplier) scale(a *row, m monomial, allowed func(monomial) bool) (row, bool) {
	for _, t := range a.p {
		if !x.work.spend(1) || !allowed(x.ms.times(t.m, m)) {
			return row{}, false
		}
	}
	return row{p: x.ms.shift(m, a.p), zero: true, facts: a.facts, m: m}, true
}
