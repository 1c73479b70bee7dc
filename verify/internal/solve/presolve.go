package solve

import "slices"

// row is an inequality or equality of a linear program whose unknowns are
// monomials: a product of known facts and a monomial.
type row struct {
	p     poly
	zero  bool
	facts []*fact
	m     monomial
}

// multiple returns the row, by times, as a part of a combination.
func (r *row) multiple(by number) multiple {
	return multiple{by: by, facts: r.facts, m: r.m}
}

// removal records that a row was left out because its term in m can be made
// as large as needed.
type removal struct {
	row *row
	t   term
}

// occurrences counts, for each monomial, the rows in which it can be lowered
// and raised by a positive multiple of the row.
type occurrences [][2]int

func (o occurrences) count(r *row, by int) {
	for _, t := range r.p.rest() {
		if r.zero || t.c.sign() > 0 {
			o[t.m][1] += by
		}
		if r.zero || t.c.sign() < 0 {
			o[t.m][0] += by
		}
	}
}

// presolve leaves out the rows that no combination without monomials can use:
// those with a monomial that no other row can cancel. The others contradict
// each other over the rationals exactly when all rows do.
func (s *linear) presolve(rows []row) (kept []*row, removed []removal) {
	if missing := len(s.ms.symbols) - len(s.seen); missing > 0 {
		s.seen = append(s.seen, make(occurrences, missing)...)
	}
	o := s.seen[:len(s.ms.symbols)]
	clear(o)
	kept = make([]*row, len(rows))
	for i := range rows {
		kept[i] = &rows[i]
		o.count(kept[i], 1)
	}
	for changed := true; changed; {
		changed = false
		next := kept[:0]
		for _, r := range kept {
			s.work.spend(1)
			t, ok := s.loose(o, r)
			if !ok {
				next = append(next, r)
				continue
			}
			o.count(r, -1)
			removed = append(removed, removal{r, t})
			changed = true
		}
		kept = next
	}
	return kept, removed
}

// loose returns a term of r whose monomial no other row can cancel, the last
// one that is a symbol if possible.
func (s *linear) loose(o occurrences, r *row) (loose term, ok bool) {
	for _, t := range r.p.rest() {
		if ok && s.ms.degree(t.m) > 1 {
			continue
		}
		n := o[t.m]
		switch {
		case !r.zero && (n[0] == 0 || n[1] == 0):
			loose, ok = t, true
		case r.zero && n == [2]int{1, 1} && t.c.abs().isOne():
			// Only a unit coefficient leaves the monomial an integer.
			loose, ok = t, true
		}
	}
	return loose, ok
}

// point gives monomials the values of a solution over the rationals. Where
// the set flag is missing, the value was not needed.
type point struct {
	value []ratio
	set   []bool
}

func newPoint(monomials int) point {
	p := point{value: make([]ratio, monomials), set: make([]bool, monomials)}
	for i := range p.value {
		p.value[i] = integral(number{})
	}
	p.value[unit] = integral(whole(1))
	return p
}

func (p *point) eval(q poly) ratio {
	sum := integral(number{})
	for _, t := range q {
		sum = sum.plusTimes(t.c, p.value[t.m])
	}
	return sum
}

// restore extends p to the rows that presolve left out: in reverse order,
// each can still be satisfied by moving the monomial it was left out for,
// which makes no later row worse. Where there is a choice, a product gets the
// value of its factors.
func (s *linear) restore(p *point, removed []removal) {
	for i := len(removed) - 1; i >= 0; i-- {
		r, t := removed[i].row, removed[i].t
		for _, u := range r.p {
			s.settle(p, u.m)
		}
		v := p.eval(r.p)
		if v.sign() > 0 && !r.zero || v.sign() == 0 {
			continue
		}
		step := v.over(t.c.abs())
		if !r.zero {
			step = integral(step.floor())
		}
		p.value[t.m] = p.value[t.m].plusTimes(whole(int64(-t.c.sign())), step)
	}
}

// settle gives m the value of the product of its symbols, unless it is set.
func (s *linear) settle(p *point, m monomial) {
	if p.set[m] {
		return
	}
	p.set[m] = true
	if s.ms.degree(m) < 2 {
		return
	}
	s.work.spend(1 + s.ms.degree(m)/4)
	v := integral(whole(1))
	for _, f := range s.ms.factors[m] {
		p.set[f] = true
		v = v.times(p.value[f])
	}
	p.value[m] = v
}

// complete gives values to the monomials of p that have none.
func (s *linear) complete(n *node, p *point) {
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
