package ranking

import (
	"context"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// constantWeight is how much less a number counts than a symbol in the search for an
// upper limit.
const constantWeight = 1000

// Upper returns an upper limit of a polynomial in all of the given cases: a linear
// combination of the products of fixed symbols that occur in them, with whole
// coefficients. It takes the work that it does off what may be done, and fails if that is
// too little or there is no such limit. It prefers a limit that does not depend on the
// ranges of fixed symbols.
func Upper(cases []Case, value certificate.Poly, fixed func(certificate.Symbol) bool, work *int) (certificate.Poly, bool) {
	varies := func(f certificate.Formula) bool {
		return slices.ContainsFunc(f.Poly, func(t certificate.Term) bool {
			return slices.ContainsFunc(t.Symbols, func(s certificate.Symbol) bool { return !fixed(s) })
		})
	}
	var varying []Case
	for _, c := range cases {
		varying = append(varying, slices.DeleteFunc(slices.Clone(c), func(f certificate.Formula) bool { return !varies(f) || follows(c, f, varies) }))
	}
	if most, ok := upper(varying, value, fixed, work); ok {
		return most, true
	}
	return upper(cases, value, fixed, work)
}

// follows reports whether a fact, such as x <= 10, follows from another one about the same symbols and a range of fixed symbols, such as
// x <= n and n <= 10. The limit that the other one gives is never higher.
func follows(c Case, fact certificate.Formula, varies func(certificate.Formula) bool) bool {
	return fact.Op == certificate.NonNegative && slices.ContainsFunc(c, func(other certificate.Formula) bool {
		if other.Op != certificate.NonNegative || !varies(other) {
			return false
		}
		over := certificate.AtLeastZero(fact.Poly.Sub(other.Poly))
		if over.Poly.Number() || varies(over) {
			return false
		}
		return slices.ContainsFunc(c, func(limit certificate.Formula) bool {
			if limit.Op != certificate.NonNegative || varies(limit) {
				return false
			}
			rest := over.Poly.Sub(limit.Poly)
			return rest.Number() && (len(rest) == 0 || rest[0].Coeff.Sign() >= 0)
		})
	})
}

// upper is Upper with all facts of the cases.
func upper(cases []Case, value certificate.Poly, fixed func(certificate.Symbol) bool, work *int) (certificate.Poly, bool) {
	l := &level{work: work, cone: &solve.Cone{}}
	one := l.cone.Unknown()
	l.goals = []int{one}
	weights := []int64{0}
	type limit struct {
		term           certificate.Poly
		positive, less int
	}
	var limits []limit
	offer := func(p certificate.Poly) {
		for _, t := range p {
			if slices.ContainsFunc(t.Symbols, func(s certificate.Symbol) bool { return !fixed(s) }) ||
				slices.ContainsFunc(limits, func(l limit) bool { return slices.Equal(l.term[0].Symbols, t.Symbols) }) {
				continue
			}
			weight := int64(1)
			if len(t.Symbols) > 0 {
				weight = constantWeight * int64(len(t.Symbols))
			}
			limits = append(limits, limit{certificate.Poly{{Coeff: big.NewInt(1), Symbols: t.Symbols}}, l.cone.Unknown(), l.cone.Unknown()})
			weights = append(weights, weight, weight)
		}
	}
	offer(certificate.Constant(1))
	offer(value)
	for _, c := range cases {
		for _, f := range c {
			offer(f.Poly)
		}
	}
	for _, c := range cases {
		l.implied(c, func(s *sum) {
			for _, m := range limits {
				s.times(m.term, 1, m.positive)
				s.times(m.term, -1, m.less)
			}
			s.times(value, -1, one)
		})
	}
	values, left := l.cone.Maximize(l.goals, weights, *work)
	*work = left
	if values == nil || values[one].Cmp(big.NewRat(1, 1)) != 0 {
		return nil, false
	}
	var out certificate.Poly
	for _, m := range limits {
		by := new(big.Rat).Sub(values[m.positive], values[m.less])
		n := new(big.Int).Set(by.Num())
		if !by.IsInt() {
			if len(m.term[0].Symbols) > 0 {
				return nil, false
			}
			// The limit is whole, so the number below it may be dropped.
			n.Div(by.Num(), by.Denom())
		}
		out = out.Add(m.term.Mul(certificate.Poly{{Coeff: n}}))
	}
	return out, true
}

// Lower finds functions that are for the places of a strongly connected component, that
// one of its steps lowers from above 0, and that no other raises. They count only where
// they are positive.
func Lower(ctx context.Context, p *Problem, places, steps []int, one int, work *int) ([]*Function, bool) {
	return single(ctx, p, places, steps, one, nil, work)
}

// Cycles groups the steps that are in cycles by their strongly connected components.
func Cycles(p *Problem, steps []int) (groups []Cycle) {
	part := &Problem{Places: p.Places}
	for _, i := range steps {
		part.Steps = append(part.Steps, p.Steps[i])
	}
	component, _ := components(part)
	for c := range slices.Max(append(slices.Clone(component), -1)) + 1 {
		var g Cycle
		for _, i := range steps {
			if t := &p.Steps[i]; t.To >= 0 && component[t.From] == c && component[t.To] == c {
				g.Steps = append(g.Steps, i)
			}
		}
		for s := range p.Places {
			if component[s] == c {
				g.Places = append(g.Places, s)
			}
		}
		if len(g.Steps) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// Cycle is a strongly connected component, and the steps inside it.
type Cycle struct{ Places, Steps []int }
