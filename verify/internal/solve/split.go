package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// maxDepth bounds the nesting of cases.
const maxDepth = 200

// forced is a split all of whose cases but one are contradictory at once. The
// search goes on in that one.
type forced struct {
	over   *fact
	facts  []*fact
	proofs []*tree
	live   int
	depth  int
}

// join completes the split with the proof of the live case. When that does
// not use the case, it is a proof on its own.
func (f *forced) join(t *tree) *tree {
	if t.cases&caseAt(f.depth) == 0 {
		return t
	}
	f.proofs[f.live] = t
	return join(f.over, nil, f.facts, f.proofs)
}

// propagate adds to n the only live case of disjunctions, as long as there is
// one, and drops the disjunctions that hold anyway. It returns a proof when n
// is contradictory.
func (s *search) propagate(n *node) ([]forced, *tree) {
	var done []forced
	for again := true; again && s.left > 0 && n.depth < maxDepth; {
		again = false
		s.bound(n)
		for i := 0; i < len(n.disjunctive) && !again; i++ {
			or := n.disjunctive[i]
			live, count, holds := s.live(n, or)
			switch {
			case holds:
				n.disjunctive = slices.Delete(n.disjunctive, i, i+1)
				i--
			case count == 0:
				return done, s.bury(n, or.formula, or, n.depth)
			case count == 1:
				f := forced{over: or, live: live, depth: n.depth}
				for j, part := range or.parts {
					c := s.newCase(part, n.depth)
					f.facts = append(f.facts, c)
					var p *tree
					if j != live {
						if p = s.bury(n, part, c, n.depth+1); p == nil {
							return done, nil
						}
					}
					f.proofs = append(f.proofs, p)
				}
				done = append(done, f)
				n.disjunctive = slices.Delete(n.disjunctive, i, i+1)
				n.depth++
				if contradiction := s.insert(n, f.facts[live]); contradiction != nil {
					return done, leaf(contradiction)
				}
				again = true
			}
		}
	}
	return done, nil
}

// live counts the cases of a disjunction that are not contradictory at once,
// and returns the last of them. It reports whether one of them holds.
func (s *search) live(n *node, or *fact) (last, count int, holds bool) {
	last = -1
	for i, part := range or.parts {
		if s.dead(n, part) {
			continue
		}
		if s.certain(n, part) {
			return i, 1, true
		}
		last = i
		count++
	}
	return last, count, false
}

// bound sets the bounds of monomials from the atoms that have only one.
func (s *search) bound(n *node) {
	n.low = append(n.low[:0], make([]*fact, len(s.ms.symbols))...)
	n.high = append(n.high[:0], make([]*fact, len(s.ms.symbols))...)
	for _, f := range n.atoms {
		if r := f.p.rest(); len(r) == 1 && r[0].c.abs().isOne() {
			if r[0].c.sign() > 0 || f.equality() {
				n.low[r[0].m] = f
			}
			if r[0].c.sign() < 0 || f.equality() {
				n.high[r[0].m] = f
			}
		}
	}
}

// negative returns multiples of facts whose sum with p is a negative
// constant, if parallel facts or bounds give one: p >= 0 is then false.
func (s *search) negative(n *node, p poly) ([]multiple, bool) {
	c := p.constant()
	rest := p.rest()
	if len(rest) == 0 {
		return nil, c.sign() < 0
	}
	s.spend(len(n.atoms)/4 + len(rest))
	for _, f := range n.atoms {
		switch sign := parallel(p, f.p); {
		case sign < 0 && c.add(f.p.constant()).sign() < 0:
			return []multiple{once(1, f)}, true
		case sign > 0 && f.equality() && c.cmp(f.p.constant()) < 0:
			return []multiple{once(-1, f)}, true
		}
	}
	var sum []multiple
	for _, t := range rest {
		var f *fact
		if int(t.m) < len(n.low) {
			if f = n.low[t.m]; t.c.sign() > 0 {
				f = n.high[t.m]
			}
		}
		if f == nil {
			return nil, false
		}
		// The term cancels against by*f, which leaves the constant of it.
		by := t.c.abs()
		if r := f.p.rest(); r[0].c.sign() == t.c.sign() {
			by = by.neg()
		}
		c = c.add(by.mul(f.p.constant()))
		sum = append(sum, multiple{by: by, facts: []*fact{f}})
	}
	return sum, c.sign() < 0
}

// dead reports whether f is contradictory at once.
func (s *search) dead(n *node, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		p, _ := s.substitute(n, f.p)
		_, dead := s.negative(n, lowest(p))
		return dead
	case certificate.Zero:
		p, _ := s.substitute(n, f.p)
		_, dead := s.negative(n, lowest(p))
		if !dead {
			_, dead = s.negative(n, lowest(p.negated()))
		}
		return dead
	case certificate.All:
		return slices.ContainsFunc(f.parts, func(g *formula) bool { return s.dead(n, g) })
	case certificate.Any:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !s.dead(n, g) })
	}
	return false
}

// certain reports whether f follows at once.
func (s *search) certain(n *node, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		p, _ := s.substitute(n, f.p)
		return s.positive(n, p)
	case certificate.Zero:
		p, _ := s.substitute(n, f.p)
		return s.positive(n, p) && s.positive(n, p.negated())
	case certificate.All:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !s.certain(n, g) })
	case certificate.Any:
		return slices.ContainsFunc(f.parts, func(g *formula) bool { return s.certain(n, g) })
	}
	return false
}

// positive reports whether p >= 0 follows at once.
func (s *search) positive(n *node, p poly) bool {
	_, dead := s.negative(n, lowest(p.negated().plus(whole(-1), poly{{unit, whole(1)}})))
	return dead
}

// lowest returns p divided as for an inequality p >= 0.
func lowest(p poly) poly {
	if g := p.rest().content(); !g.isZero() {
		return p.divided(g)
	}
	return p
}

// bury proves that the fact known, whose formula f is dead, contradicts n.
// Further cases begin at the given depth. It returns nil only when the work
// allowed is used up.
func (s *search) bury(n *node, f *formula, known *fact, depth int) *tree {
	switch f.op {
	case certificate.All:
		for i, part := range f.parts {
			if s.dead(n, part) {
				return s.bury(n, part, s.newTake(known, i), depth)
			}
		}
	case certificate.Any:
		t := &tree{over: known, cases: known.cases}
		for _, part := range f.parts {
			c := s.newCase(part, depth)
			p := s.bury(n, part, c, depth+1)
			if p == nil {
				return nil
			}
			t.facts, t.proofs = append(t.facts, c), append(t.proofs, p)
			t.cases |= p.cases
		}
		return t
	}
	p, sum := s.substitute(n, f.p)
	sum = append([]multiple{once(1, known)}, sum...)
	if others, dead := s.negative(n, lowest(p)); dead {
		return leaf(append(others, once(1, s.newSum(p, false, sum))))
	}
	p = p.negated()
	for i := range sum {
		sum[i].by = sum[i].by.neg()
	}
	if others, dead := s.negative(n, lowest(p)); dead && f.op == certificate.Zero {
		return leaf(append(others, once(1, s.newSum(p, false, sum))))
	}
	// Substitution stops short when the work is used up.
	s.left = 0
	return nil
}

// split proves n by the cases of a disjunction that p does not satisfy, the
// one with the fewest live cases. It reports whether there is one.
func (s *search) split(n *node, p *point) (t *tree, done bool) {
	best, fewest := -1, 0
	for i, or := range n.disjunctive {
		if s.satisfied(p, or.formula) {
			continue
		}
		if _, count, _ := s.live(n, or); best < 0 || count < fewest {
			best, fewest = i, count
		}
	}
	if best < 0 {
		return nil, false
	}
	or := n.disjunctive[best]
	var facts []*fact
	for _, part := range or.parts {
		facts = append(facts, s.newCase(part, n.depth))
	}
	rest := n.clone()
	rest.disjunctive = slices.Delete(rest.disjunctive, best, best+1)
	return s.proveCases(rest, or, nil, facts), true
}

// proveCases proves n by cases: those of the disjunction over, or those of a
// branch on the polynomial on.
func (s *search) proveCases(n *node, over *fact, on poly, facts []*fact) *tree {
	var proofs []*tree
	failed := false
	for _, f := range facts {
		c := n.clone()
		c.depth++
		if over == nil {
			c.branches++
		}
		t := s.assume(c, f)
		switch {
		case t == nil && (s.model != nil || !s.thorough || s.left <= 0):
			return nil
		case t == nil:
			failed = true
		case t.cases&caseAt(n.depth) == 0:
			// The proof does not use the case: no other is needed.
			return t
		}
		proofs = append(proofs, t)
	}
	if failed {
		return nil
	}
	return join(over, on, facts, proofs)
}

// satisfied reports whether f holds where monomials have the values of p.
func (s *search) satisfied(p *point, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		return p.eval(f.p).sign() >= 0
	case certificate.Zero:
		return p.eval(f.p).sign() == 0
	case certificate.All:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !s.satisfied(p, g) })
	}
	return slices.ContainsFunc(f.parts, func(g *formula) bool { return s.satisfied(p, g) })
}
