package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// live counts the cases of a disjunction that are not contradictory at once,
// and returns the last of them. It reports whether one of them holds.
func (in *inference) live(n *node, or *fact) (last, count int, holds bool) {
	last = -1
	for i, part := range or.parts {
		if in.dead(n, part) {
			continue
		}
		if in.certain(n, part) {
			return i, 1, true
		}
		last = i
		count++
	}
	return last, count, false
}

// bound sets the bounds of monomials from the atoms that have only one.
func (in *inference) bound(n *node) {
	n.low = append(n.low[:0], make([]*fact, len(in.ms.symbols))...)
	n.high = append(n.high[:0], make([]*fact, len(in.ms.symbols))...)
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
func (in *inference) negative(n *node, p poly) ([]multiple, bool) {
	c := p.constant()
	rest := p.rest()
	if len(rest) == 0 {
		return nil, c.sign() < 0
	}
	in.work.spend(len(n.atoms)/4 + len(rest))
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
func (in *inference) dead(n *node, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		p, _ := in.substitute(n, f.p)
		_, dead := in.negative(n, lowest(p))
		return dead
	case certificate.Zero:
		p, _ := in.substitute(n, f.p)
		_, dead := in.negative(n, lowest(p))
		if !dead {
			_, dead = in.negative(n, lowest(p.negated()))
		}
		return dead
	case certificate.All:
		return slices.ContainsFunc(f.parts, func(g *formula) bool { return in.dead(n, g) })
	case certificate.Any:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !in.dead(n, g) })
	}
	return false
}

// certain reports whether f follows at once.
func (in *inference) certain(n *node, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		p, _ := in.substitute(n, f.p)
		return in.positive(n, p)
	case certificate.Zero:
		p, _ := in.substitute(n, f.p)
		return in.positive(n, p) && in.positive(n, p.negated())
	case certificate.All:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !in.certain(n, g) })
	case certificate.Any:
		return slices.ContainsFunc(f.parts, func(g *formula) bool { return in.certain(n, g) })
	}
	return false
}

// positive reports whether p >= 0 follows at once.
func (in *inference) positive(n *node, p poly) bool {
	_, dead := in.negative(n, lowest(p.negated().plus(whole(-1), poly{{unit, whole(1)}})))
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
func (in *inference) bury(n *node, f *formula, known *fact, depth int) *tree {
	switch f.op {
	case certificate.All:
		for i, part := range f.parts {
			if in.dead(n, part) {
				return in.bury(n, part, in.derive.take(known, i), depth)
			}
		}
	case certificate.Any:
		t := &tree{over: known, cases: known.cases}
		for _, part := range f.parts {
			c := in.derive.assume(part, depth)
			p := in.bury(n, part, c, depth+1)
			if p == nil {
				return nil
			}
			t.facts, t.proofs = append(t.facts, c), append(t.proofs, p)
			t.cases |= p.cases
		}
		return t
	}
	p, sum := in.substitute(n, f.p)
	sum = append([]multiple{once(1, known)}, sum...)
	if others, dead := in.negative(n, lowest(p)); dead {
		return leaf(append(others, once(1, in.derive.sum(p, false, sum))))
	}
	p = p.negated()
	for i := range sum {
		sum[i].by = sum[i].by.neg()
	}
	if others, dead := in.negative(n, lowest(p)); dead && f.op == certificate.Zero {
		return leaf(append(others, once(1, in.derive.sum(p, false, sum))))
	}
	// Substitution stops short when the work is used up.
	in.work.left = 0
	return nil
}
