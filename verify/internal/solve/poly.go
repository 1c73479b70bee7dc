package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// monomial numbers a product of symbols within one search. The constant 1,
// the empty product, is unit.
type monomial int

const unit monomial = 0

// monomials is the numbering. Monomials are numbered as they are met, which
// makes every order that depends on the numbers deterministic.
type monomials struct {
	symbols [][]certificate.Symbol
	// factors has, for each monomial, those of its symbols.
	factors  [][]monomial
	linear   index
	other    map[string]monomial
	products map[[2]monomial]monomial
}

func newMonomials() *monomials {
	return &monomials{
		symbols:  [][]certificate.Symbol{nil},
		factors:  [][]monomial{nil},
		linear:   index{large: map[certificate.Symbol]monomial{}},
		other:    map[string]monomial{},
		products: map[[2]monomial]monomial{},
	}
}

// index has the monomials of single symbols.
type index struct {
	small []monomial
	large map[certificate.Symbol]monomial
}

// maxSmall limits the symbols in the list, which nearly all are.
const maxSmall = 1 << 10

// of returns the monomial of a symbol, or unit if it has none.
func (x *index) of(s certificate.Symbol) monomial {
	switch {
	case s < 0 || s >= maxSmall:
		return x.large[s]
	case int(s) < len(x.small):
		return x.small[s]
	}
	return unit
}

func (x *index) set(s certificate.Symbol, m monomial) {
	if s < 0 || s >= maxSmall {
		x.large[s] = m
		return
	}
	if missing := int(s) + 1 - len(x.small); missing > 0 {
		x.small = append(x.small, make([]monomial, missing)...)
	}
	x.small[s] = m
}

// number returns the monomial of sorted symbols.
func (ms *monomials) number(symbols []certificate.Symbol) monomial {
	switch len(symbols) {
	case 0:
		return unit
	case 1:
		m := ms.linear.of(symbols[0])
		if m == unit {
			m = monomial(len(ms.symbols))
			ms.append(symbols, []monomial{m})
			ms.linear.set(symbols[0], m)
		}
		return m
	}
	key := make([]byte, 0, 16)
	for _, s := range symbols {
		for u := uint64(s); ; u >>= 7 {
			if u < 0x80 {
				key = append(key, byte(u))
				break
			}
			key = append(key, byte(u)|0x80)
		}
	}
	m, ok := ms.other[string(key)]
	if !ok {
		// Every symbol of a product has a number of its own.
		factors := make([]monomial, len(symbols))
		for i := range symbols {
			factors[i] = ms.number(symbols[i : i+1])
		}
		m = ms.append(symbols, factors)
		ms.other[string(key)] = m
	}
	return m
}

func (ms *monomials) append(symbols []certificate.Symbol, factors []monomial) monomial {
	ms.factors = append(ms.factors, factors)
	ms.symbols = append(ms.symbols, slices.Clone(symbols))
	return monomial(len(ms.symbols) - 1)
}

func (ms *monomials) degree(m monomial) int { return len(ms.symbols[m]) }

// times returns the product of a and b.
func (ms *monomials) times(a, b monomial) monomial {
	switch {
	case a == unit:
		return b
	case b == unit:
		return a
	case a > b:
		a, b = b, a
	}
	m, ok := ms.products[[2]monomial{a, b}]
	if !ok {
		symbols := slices.Concat(ms.symbols[a], ms.symbols[b])
		slices.Sort(symbols)
		m = ms.number(symbols)
		ms.products[[2]monomial{a, b}] = m
	}
	return m
}

// quotient returns m with one factor s taken out, if there is one.
func (ms *monomials) quotient(m monomial, s certificate.Symbol) (monomial, bool) {
	i := slices.Index(ms.symbols[m], s)
	if i < 0 {
		return 0, false
	}
	return ms.number(slices.Delete(slices.Clone(ms.symbols[m]), i, i+1)), true
}

// term is a coefficient, not 0, times a monomial.
type term struct {
	m monomial
	c number
}

// poly is a polynomial: terms sorted by monomial, each monomial once, so that
// a constant comes first. Polynomials are never changed once built.
type poly []term

// constant returns the coefficient of unit.
func (p poly) constant() number {
	if len(p) > 0 && p[0].m == unit {
		return p[0].c
	}
	return number{}
}

// rest returns p without its constant.
func (p poly) rest() poly {
	if len(p) > 0 && p[0].m == unit {
		return p[1:]
	}
	return p
}

// plus returns p + k*q.
func (p poly) plus(k number, q poly) poly {
	sum := make(poly, 0, len(p)+len(q))
	for len(p) > 0 && len(q) > 0 {
		switch {
		case p[0].m < q[0].m:
			sum, p = append(sum, p[0]), p[1:]
		case p[0].m > q[0].m:
			sum, q = append(sum, term{q[0].m, k.mul(q[0].c)}), q[1:]
		default:
			if c := p[0].c.add(k.mul(q[0].c)); !c.isZero() {
				sum = append(sum, term{p[0].m, c})
			}
			p, q = p[1:], q[1:]
		}
	}
	sum = append(sum, p...)
	for _, t := range q {
		sum = append(sum, term{t.m, k.mul(t.c)})
	}
	return sum
}

// collect sorts terms and merges them into a polynomial, in place.
func collect(terms []term) poly {
	slices.SortStableFunc(terms, func(a, b term) int { return int(a.m - b.m) })
	merged := terms[:0]
	for _, t := range terms {
		if n := len(merged); n > 0 && merged[n-1].m == t.m {
			merged[n-1].c = merged[n-1].c.add(t.c)
		} else {
			merged = append(merged, t)
		}
	}
	return slices.DeleteFunc(merged, func(t term) bool { return t.c.isZero() })
}

// product returns p * q.
func (ms *monomials) product(p, q poly) poly {
	terms := make([]term, 0, len(p)*len(q))
	for _, a := range p {
		for _, b := range q {
			terms = append(terms, term{ms.times(a.m, b.m), a.c.mul(b.c)})
		}
	}
	return collect(terms)
}

// shift returns m * p.
func (ms *monomials) shift(m monomial, p poly) poly {
	return ms.product(poly{{m, whole(1)}}, p)
}

// content returns the greatest common divisor of the coefficients of p, 0
// when there are none.
func (p poly) content() number {
	var g number
	for _, t := range p {
		if g = gcd(g, t.c); g.isOne() {
			break
		}
	}
	return g
}

// divided returns p with each coefficient divided by g > 0, rounded down.
func (p poly) divided(g number) poly {
	if g.isOne() {
		return p
	}
	q := make(poly, 0, len(p))
	for _, t := range p {
		if c := t.c.div(g); !c.isZero() {
			q = append(q, term{t.m, c})
		}
	}
	return q
}

// negated returns -p.
func (p poly) negated() poly {
	q := make(poly, len(p))
	for i, t := range p {
		q[i] = term{t.m, t.c.neg()}
	}
	return q
}

// direction is the same for any two polynomials that are parallel, and rarely for others.
func (p poly) direction() uint64 {
	p = p.rest()
	h := uint64(len(p))
	for _, t := range p {
		c := t.c
		if p[0].c.sign() < 0 {
			c = c.neg()
		}
		bits := uint64(c.small)
		if c.big != nil {
			bits = uint64(c.big.BitLen())
		}
		// The multiplier is that of splitmix64.
		h = (h ^ uint64(t.m)) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>32 ^ bits) * 0xbf58476d1ce4e5b9
	}
	return h
}

// parallel returns 1 when p and q differ at most in their constants, -1 when
// p and -q do, else 0. Both must have a term other than the constant.
func parallel(p, q poly) int {
	p, q = p.rest(), q.rest()
	if len(p) != len(q) || len(p) == 0 {
		return 0
	}
	sign := 0
	for i := range p {
		if p[i].m != q[i].m {
			return 0
		}
		s := 0
		if p[i].c.cmp(q[i].c) == 0 {
			s = 1
		} else if p[i].c.add(q[i].c).isZero() {
			s = -1
		}
		if s == 0 || sign != 0 && s != sign {
			return 0
		}
		sign = s
	}
	return sign
}

// polynomial converts p, which may be in any form, into the given empty memory.
func (ms *monomials) polynomial(p certificate.Poly, terms []term) poly {
	for _, t := range p {
		symbols := t.Symbols
		if !slices.IsSorted(symbols) {
			symbols = slices.Clone(symbols)
			slices.Sort(symbols)
		}
		terms = append(terms, term{ms.number(symbols), fromBig(t.Coeff)})
	}
	return collect(terms)
}

// export converts p to the form of certificates.
func (ms *monomials) export(p poly) certificate.Poly {
	q := make(certificate.Poly, len(p))
	for i, t := range p {
		q[i] = certificate.Term{Coeff: t.c.toBig(), Symbols: ms.symbols[t.m]}
	}
	return q.Add(nil)
}
