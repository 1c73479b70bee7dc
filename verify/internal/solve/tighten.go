package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// maxDegree bounds the degree to which definitions are substituted.
const maxDegree = 8

// inference concludes from the facts of nodes.
type inference struct {
	ms     *monomials
	work   *work
	derive *derivation
}

// insert adds facts to n, each in lowest terms and free of defined symbols.
// When one contradicts what is known it returns the contradiction.
func (in *inference) insert(n *node, facts ...*fact) []multiple {
	for len(facts) > 0 && in.work.spend(1) {
		f := facts[0]
		facts = facts[1:]
		switch f.op {
		case certificate.All:
			for i := range f.parts {
				facts = append(facts, in.derive.take(f, i))
			}
		case certificate.Any:
			n.disjunctive = append(n.disjunctive, f)
		case certificate.NonNegative, certificate.Zero:
			again, contradiction := in.insertAtom(n, in.reduce(n, f))
			if contradiction != nil {
				return contradiction
			}
			facts = append(facts, again...)
		}
	}
	return nil
}

// scanned is the number of directions that are compared with one in about the time of an
// operation on coefficients.
const scanned = 64

// insertAtom adds a reduced atom to n. It returns atoms that must be inserted
// anew, or a contradiction.
func (in *inference) insertAtom(n *node, f *fact) (again []*fact, contradiction []multiple) {
	if sum := in.absurd(f); sum != nil {
		return nil, sum
	}
	if len(f.p.rest()) == 0 {
		return nil, nil
	}
	direction := f.p.direction()
	in.work.spend(1 + len(n.atoms)/scanned)
	for i := 0; i < len(n.atoms); {
		if n.directions[i] != direction {
			i++
			continue
		}
		g := n.atoms[i]
		in.work.spend(1)
		sign := parallel(f.p, g.p)
		if sign == 0 {
			i++
			continue
		}
		sum, keepF, keepG := compare(f, g, sign)
		switch {
		case sum != nil:
			return nil, sum
		case keepF && keepG && f.p.constant().add(g.p.constant()).isZero():
			n.remove(i)
			return []*fact{in.derive.squeeze(f, g)}, nil
		case keepG:
			i++
		default:
			n.remove(i)
		}
		if !keepF {
			return nil, nil
		}
	}
	if d, ok := in.definition(f); ok {
		n.definitions = append(n.definitions, d)
		kept := 0
		for i, g := range n.atoms {
			if in.ms.mentions(g.p, d.symbol) {
				again = append(again, g)
				continue
			}
			n.atoms[kept], n.directions[kept] = g, n.directions[i]
			kept++
		}
		clear(n.atoms[kept:])
		n.atoms, n.directions = n.atoms[:kept], n.directions[:kept]
		return again, nil
	}
	n.add(f, direction)
	return nil, nil
}

// absurd returns a contradiction when no integers satisfy the atom f alone.
func (in *inference) absurd(f *fact) []multiple {
	c := f.p.constant()
	g := f.p.rest().content()
	switch {
	case g.isZero() && f.equality() && !c.isZero():
		return []multiple{once(int64(-c.sign()), f)}
	case g.isZero() && !f.equality() && c.sign() < 0:
		return []multiple{once(1, f)}
	case f.equality() && !g.isZero() && !g.divides(c):
		above := in.derive.sum(f.p, false, []multiple{once(1, f)})
		below := in.derive.sum(f.p.negated(), false, []multiple{once(-1, f)})
		return []multiple{once(1, above), once(1, below)}
	}
	return nil
}

// compare says which of two parallel atoms to keep, or how they contradict
// each other. Two inequalities that bound both sides are both kept.
func compare(f, g *fact, sign int) (contradiction []multiple, keepF, keepG bool) {
	c, d := f.p.constant(), g.p.constant()
	if sign < 0 {
		d = d.neg()
	}
	// With the common part L, f is L + c and g is sign*(L + d).
	gap := c.sub(d)
	switch {
	case f.equality() && g.equality():
		if !gap.isZero() {
			by := int64(-gap.sign())
			return []multiple{once(by, f), once(-by*int64(sign), g)}, false, false
		}
		return nil, false, true
	case f.equality():
		// L is -c, so that g is sign*(d - c).
		if gap.sign()*sign > 0 {
			return []multiple{once(1, g), once(int64(-sign), f)}, false, false
		}
		return nil, true, false
	case g.equality():
		// L is -d, so that f is c - d.
		if gap.sign() < 0 {
			return []multiple{once(1, f), once(int64(-sign), g)}, false, false
		}
		return nil, false, true
	case sign > 0:
		return nil, gap.sign() < 0, gap.sign() >= 0
	case gap.sign() < 0:
		return []multiple{once(1, f), once(1, g)}, false, false
	}
	return nil, true, true
}

// definition solves an equality for a symbol whose coefficient is 1 or -1 and
// that occurs in no other term, if there is one.
func (in *inference) definition(f *fact) (definition, bool) {
	if !f.equality() || in.ms.degreeOf(f.p) > 2 {
		return definition{}, false
	}
	for _, t := range slices.Backward(f.p) {
		if in.ms.degree(t.m) != 1 || !t.c.abs().isOne() {
			continue
		}
		symbol := in.ms.symbols[t.m][0]
		uses := 0
		for _, u := range f.p {
			if slices.Contains(in.ms.symbols[u.m], symbol) {
				uses++
			}
		}
		if uses == 1 {
			return definition{symbol: symbol, sign: int64(t.c.sign()), by: f}, true
		}
	}
	return definition{}, false
}

// reduce returns f with the defined symbols of n replaced and in lowest
// terms; it is f itself when there is nothing to do.
func (in *inference) reduce(n *node, f *fact) *fact {
	p, sum := in.substitute(n, f.p)
	if sum == nil {
		if g := f.p.rest().content(); g.isZero() || g.isOne() || f.equality() && !g.divides(f.p.constant()) {
			return f
		}
	}
	return in.derive.sum(p, f.equality(), append([]multiple{once(1, f)}, sum...))
}

// substitute replaces the defined symbols of n in p. The result is p plus the
// returned multiples of definitions.
func (in *inference) substitute(n *node, p poly) (poly, []multiple) {
	var sum []multiple
	for _, d := range n.definitions {
		for i := 0; i < len(p); i++ {
			t := p[i]
			if in.ms.degree(t.m) == 0 {
				continue
			}
			m, ok := in.ms.quotient(t.m, d.symbol)
			if !ok || in.ms.degree(m)+in.ms.degreeOf(d.by.p) > maxDegree || !in.work.spend(len(d.by.p)) {
				continue
			}
			by := t.c.mul(whole(-d.sign))
			p = p.plus(by, in.ms.shift(m, d.by.p))
			sum = append(sum, multiple{by: by, facts: []*fact{d.by}, m: m})
			i = -1
		}
	}
	return p, sum
}

func (ms *monomials) mentions(p poly, symbol certificate.Symbol) bool {
	for _, t := range p {
		if slices.Contains(ms.symbols[t.m], symbol) {
			return true
		}
	}
	return false
}

func (ms *monomials) degreeOf(p poly) int {
	d := 0
	for _, t := range p {
		d = max(d, ms.degree(t.m))
	}
	return d
}
