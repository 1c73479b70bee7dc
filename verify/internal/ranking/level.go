package ranking

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// level is the linear program for one component of the ranking function.
type level struct {
	problem *Problem
	cone    *solve.Cone
	// work is what is left.
	work *int
	// positive and negative are the unknowns whose difference is the factor of
	// a term of a place, the last that of 1; nil for places that are left out.
	positive, negative [][]int
	goals              []int
}

func newLevel(p *Problem, places []int, work *int) *level {
	return levelIn(&solve.Cone{}, p, places, work)
}

// levelIn is newLevel for one of several components that one linear program has.
func levelIn(cone *solve.Cone, p *Problem, places []int, work *int) *level {
	l := &level{problem: p, cone: cone, work: work, positive: make([][]int, p.Places), negative: make([][]int, p.Places)}
	for _, s := range places {
		for range len(p.Terms[s]) + 1 {
			l.positive[s] = append(l.positive[s], l.cone.Unknown())
			l.negative[s] = append(l.negative[s], l.cone.Unknown())
		}
	}
	return l
}

// sum is a linear combination of unknowns for each product of symbols.
type sum struct {
	order []string
	parts map[string][]solve.Part
}

func (s *sum) add(symbols []certificate.Symbol, by *big.Int, unknown int) {
	key := string(certificate.Poly{{Coeff: big.NewInt(1), Symbols: symbols}}.String())
	if len(symbols) == 0 {
		key = ""
	}
	if _, ok := s.parts[key]; !ok {
		s.order = append(s.order, key)
	}
	list := s.parts[key]
	if i := slices.IndexFunc(list, func(p solve.Part) bool { return p.Unknown == unknown }); i >= 0 {
		list = slices.Clone(list)
		list[i].By = new(big.Int).Add(list[i].By, by)
		s.parts[key] = list
		return
	}
	s.parts[key] = append(list, solve.Part{Unknown: unknown, By: by})
}

// times adds a polynomial times an unknown.
func (s *sum) times(p certificate.Poly, sign int64, unknown int) {
	for _, t := range p {
		s.add(t.Symbols, new(big.Int).Mul(t.Coeff, big.NewInt(sign)), unknown)
	}
}

// function adds the function of a place, where its terms are as given.
func (l *level) function(s *sum, place int, terms []certificate.Poly, sign int64) {
	for i, p := range append(slices.Clip(terms), certificate.Constant(1)) {
		s.times(p, sign, l.positive[place][i])
		s.times(p, -sign, l.negative[place][i])
	}
}

// implyWork is the work for one term of a fact in [level.implied].
const implyWork = 20

// implied demands that a sum, made by fill, is at least 0 in a case: it is to be
// a combination of what holds there.
func (l *level) implied(c Case, fill func(*sum)) {
	s := &sum{parts: map[string][]solve.Part{}}
	fill(s)
	for _, f := range c {
		*l.work -= implyWork * (1 + len(f.Poly))
	}
	for _, f := range relevant(c, s) {
		s.times(f.Poly, -1, l.cone.Unknown())
		if f.Op == certificate.Zero {
			s.times(f.Poly, 1, l.cone.Unknown())
		}
	}
	s.add(nil, big.NewInt(-1), l.cone.Unknown())
	for _, key := range s.order {
		l.cone.Equation(s.parts[key])
	}
}

// relevant lists the facts of a case that have a product of symbols in common
// with the sum, or with others that do.
func relevant(c Case, s *sum) []certificate.Formula {
	seen := map[string]bool{}
	for key := range s.parts {
		seen[key] = true
	}
	delete(seen, "")
	chosen := make([]bool, len(c))
	for again := true; again; {
		again = false
		for i, f := range c {
			if chosen[i] {
				continue
			}
			keys := products(f.Poly)
			if !slices.ContainsFunc(keys, func(k string) bool { return seen[k] }) {
				continue
			}
			chosen[i], again = true, true
			for _, k := range keys {
				seen[k] = true
			}
		}
	}
	var out []certificate.Formula
	for i, f := range c {
		if chosen[i] {
			out = append(out, f)
		}
	}
	return out
}

// products lists the products of symbols in p.
func products(p certificate.Poly) (keys []string) {
	for _, t := range p {
		if len(t.Symbols) > 0 {
			keys = append(keys, certificate.Poly{{Coeff: big.NewInt(1), Symbols: t.Symbols}}.String())
		}
	}
	return keys
}

// fall demands that a step does not raise the function, and lowers it by the
// unknown that is returned, or by nothing when it is not a goal.
func (l *level) fall(step *Step, goal bool) (unknown int) {
	if unknown = -1; goal {
		unknown = l.cone.Unknown()
		l.goals = append(l.goals, unknown)
	}
	for _, c := range step.Cases {
		l.implied(c, func(s *sum) {
			l.function(s, step.From, l.problem.Terms[step.From], 1)
			l.function(s, step.To, step.After, -1)
			if goal {
				s.add(nil, big.NewInt(-1), unknown)
			}
		})
	}
	return unknown
}

// below demands that a step leads to where the function is at most 0.
func (l *level) below(step *Step) {
	for _, c := range step.Cases {
		l.implied(c, func(s *sum) { l.function(s, step.To, step.After, -1) })
	}
}

// bounded demands that the function of a place is at least 0 in each case, or at
// least an unknown, where that is not negative.
func (l *level) bounded(place int, cases []Case, unknown int) {
	for _, c := range cases {
		l.implied(c, func(s *sum) {
			l.function(s, place, l.problem.Terms[place], 1)
			if unknown >= 0 {
				s.add(nil, big.NewInt(-1), unknown)
			}
		})
	}
}

// solve returns the function of each place, which is nil for those left out, and
// the values of the goals, in lowest whole numbers. Each step whose goal is positive
// lowers a function by at least the least of these, which is what the functions are
// divided by. The work that it does is taken off what may be done.
func (l *level) solve() (functions []*Function, goals []*big.Int, ok bool) {
	values, rest := l.cone.Maximize(l.goals, l.weights(nil), *l.work)
	*l.work = rest
	if values == nil {
		return nil, nil, false
	}
	common := l.common(values, big.NewInt(1))
	functions = l.functions(values, common)
	over := big.NewInt(0)
	for _, g := range l.goals {
		n := times(values[g], common)
		if n.Sign() > 0 && (over.Sign() == 0 || n.Cmp(over) < 0) {
			over = n
		}
		goals = append(goals, n)
	}
	for _, f := range functions {
		if f != nil {
			f.divide(over)
		}
	}
	return functions, goals, true
}

// weights returns weights with those of the factors of the functions: few and small ones are preferred.
func (l *level) weights(weights []int64) []int64 {
	for s := range l.positive {
		for i := range l.positive[s] {
			weight := int64(4)
			if i == len(l.positive[s])-1 {
				weight = 1
			}
			for _, u := range []int{l.positive[s][i], l.negative[s][i]} {
				for len(weights) <= u {
					weights = append(weights, 0)
				}
				weights[u] = weight
			}
		}
	}
	return weights
}

// factor returns the factor of a term of a place.
func (l *level) factor(values []*big.Rat, place, i int) *big.Rat {
	return new(big.Rat).Sub(values[l.positive[place][i]], values[l.negative[place][i]])
}

// common returns the least multiple of a number that makes all factors whole.
func (l *level) common(values []*big.Rat, common *big.Int) *big.Int {
	for s := range l.positive {
		for i := range l.positive[s] {
			d := l.factor(values, s, i).Denom()
			g := new(big.Int).GCD(nil, nil, common, d)
			common = new(big.Int).Mul(common, new(big.Int).Div(d, g))
		}
	}
	return common
}

// functions returns the function of each place, times a number that makes all factors whole.
func (l *level) functions(values []*big.Rat, common *big.Int) []*Function {
	functions := make([]*Function, len(l.positive))
	for s := range l.positive {
		if l.positive[s] == nil {
			continue
		}
		f := &Function{Over: big.NewInt(1)}
		last := len(l.positive[s]) - 1
		for i := range last {
			f.By = append(f.By, times(l.factor(values, s, i), common))
		}
		f.Number = times(l.factor(values, s, last), common)
		functions[s] = f
	}
	return functions
}

// times returns a product, rounded down.
func times(r *big.Rat, common *big.Int) *big.Int {
	n := new(big.Rat).Mul(r, new(big.Rat).SetInt(common))
	return new(big.Int).Div(n.Num(), n.Denom())
}
