package solve

import "github.com/fsmgen/fsmgen/verify/certificate"

// maxBits bounds the size of numbers to branch at. Between wrong products of
// unbounded symbols, values square with each branch.
const maxBits = 256

// branch proves n by two cases that exclude the point p: where a monomial is
// not an integer, below and above its value; else where a product of symbols
// has not the value of the product, on one of the symbols. It
// returns nil when there is no such monomial either.
func (s *search) branch(n *node, p *point) *tree {
	for m := 1; m < len(p.value); m++ {
		if p.set[m] && !p.value[m].isWhole() {
			return s.branchAt(n, monomial(m), p.value[m].ceil())
		}
	}
	s.infer.bound(n)
	for m := 1; m < len(p.value); m++ {
		if p.set[m] && s.ms.degree(monomial(m)) > 1 {
			if factor, at, ok := s.wrong(n, p, monomial(m)); ok {
				return s.branchAt(n, factor, at)
			}
		}
	}
	return nil
}

// branchAt proves n by the cases m >= at and m < at. It returns nil when at is
// too large to be of use.
func (s *search) branchAt(n *node, m monomial, at number) *tree {
	if at.big != nil && at.big.BitLen() > maxBits {
		return nil
	}
	on := collect([]term{{m, whole(1)}, {unit, at.neg()}})
	off := on.negated().plus(whole(-1), poly{{unit, whole(1)}})
	facts := []*fact{
		s.derive.assume(&formula{op: certificate.NonNegative, p: on}, n.depth),
		s.derive.assume(&formula{op: certificate.NonNegative, p: off}, n.depth),
	}
	return s.proveCases(n, nil, on, facts)
}

// wrong looks, in a product m whose value in p is not that of its factors,
// for a symbol whose range can be divided at its value.
func (s *search) wrong(n *node, p *point, m monomial) (factor monomial, at number, ok bool) {
	product := whole(1)
	for _, factor := range s.ms.factors[m] {
		product = product.mul(p.value[factor].num)
	}
	if product.cmp(p.value[m].num) == 0 {
		return 0, number{}, false
	}
	for _, factor := range s.ms.factors[m] {
		v := p.value[factor].num
		low, high := n.low[factor], n.high[factor]
		if low == nil || v.add(low.p.constant()).sign() > 0 {
			return factor, v, true
		}
		if high == nil || v.sub(high.p.constant()).sign() < 0 {
			return factor, v.add(whole(1)), true
		}
	}
	return 0, number{}, false
}
