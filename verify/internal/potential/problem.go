package potential

import (
	"context"
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// Problem is a system for which a function is sought. Its terms are single symbols.
type Problem struct {
	*ranking.Problem
	Context context.Context
	// Refute reports whether the formulas are shown to have no solution.
	Refute func(ranking.Case) bool
	// Contradict is Refute with more work.
	Contradict func(ranking.Case) bool
	// Fixed reports whether a symbol is that of a parameter.
	Fixed func(certificate.Symbol) bool
	// NotNegative reports whether a polynomial over the parameters is shown to be at
	// least 0.
	NotNegative func(certificate.Poly) bool
	// Positive returns a symbol for the maximum of 0 and a polynomial over the
	// parameters.
	Positive func(certificate.Poly) certificate.Symbol
	// Norms are expressions that are tried as norms, besides those that conditions suggest. They are
	// at least 0 before and after each step.
	Norms []certificate.Poly
	// Without reports whether no condition with a symbol suggests a norm; nil: none.
	Without func(certificate.Symbol) bool
	// Ahead reports whether what a step does, and when, depends on no more than the terms of the place from which it leads; nil: not
	// known.
	Ahead func(step int) bool
	// Work limits the linear programs, in operations on coefficients.
	Work int
}

// Reach says where a norm counts.
type Reach uint8

const (
	// Around is in the strongly connected component of the steps that are charged to it.
	Around Reach = iota
	// Before is there, and wherever a run may come from.
	Before
	// Inside is only where a run can take such a step again before the steps that are
	// charged to other norms.
	Inside
	// Along is in the strongly connected component, as a function of its own in each place, which follows a value from one variable to
	// another.
	Along
	// Once is Along, and a norm that each step charged to it lowers to 0 counts 1 at most.
	Once
	// Upstream is Along, and wherever a run may come from.
	Upstream
	// Turning charges cycles to the number of steps that can still be taken, up to a limit.
	Turning
)

// Function is the function of one place: the sum of the offset and the terms.
type Function struct {
	Offset certificate.Poly
	Terms  []Term
}

// Term is the product of a weight and a norm. Low means that the norm counts only where
// it is positive, and Once that it counts 1 at most. If Turns is not nil, it is what counts instead of Norm.
type Term struct {
	Weight, Norm certificate.Poly
	Low, Once    bool
	// Over is what the norm is divided by, rounded down; nil: 1.
	Over  *big.Int
	Turns *Turns
}

// Quotient reports whether a norm is divided.
func (f Function) Quotient() bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool { return t.Over != nil })
}

// System answers questions about a problem once.
type System struct {
	*Problem
	// Divided means that norms may be quotients.
	Divided bool
	work    int
	// component numbers the strongly connected components in which the places are.
	component []int
	answers   map[question]bool
	limits    map[question]certificate.Poly
	nonneg    map[string]bool
	moves     map[move]fall
	// same has the differences that the conditions of a cycle suggest, by its steps.
	same map[string][][]certificate.Poly
}

// move is a step, and a polynomial before and after it.
type move struct {
	step int
	poly string
}

// question is about a polynomial in the cases of a step or place, given by the first one.
type question struct {
	of   *ranking.Case
	poly string
}

// New returns the system of a problem, which must not change.
func New(p *Problem) *System {
	s := &System{
		Problem: p, work: p.Work, answers: map[question]bool{}, limits: map[question]certificate.Poly{}, nonneg: map[string]bool{},
		moves: map[move]fall{}, same: map[string][][]certificate.Poly{},
	}
	s.component = s.components()
	return s
}

// Left returns the work that linear programs may still do.
func (s *System) Left() int { return s.work }

// Find returns a function for each place, or false if it finds none. The functions are meant not to
// be negative, and each step to lower them by at least its cost. Costs are polynomials over the values
// before the steps, which need not be positive, or nil if each step costs 1.
func (s *System) Find(reach Reach, costs []certificate.Poly) ([]Function, bool) {
	f := &search{System: s, reach: reach, costs: costs, charged: make([]int, len(s.Steps)), idle: make([]int, s.Places)}
	for i := range f.charged {
		f.charged[i] = -1
	}
	for place := range f.idle {
		f.idle[place] = place
	}
	if !f.charge() {
		return nil, false
	}
	if reach == Once && !limited(f) || reach == Turning && !slices.ContainsFunc(f.norms, func(n norm) bool { return n.turns != nil }) {
		return nil, false
	}
	return f.functions()
}

// search is one call of [System.Find].
type search struct {
	*System
	reach Reach
	costs []certificate.Poly
	norms []norm
	// charged is the norm to which each step is charged, or -1.
	charged []int
	// idle is the same place for all places of a cycle of steps that cost nothing and are not
	// charged to a norm.
	idle []int
}

// free reports whether a step costs nothing.
func (s *search) free(step int) bool { return s.costs != nil && len(s.costs[step]) == 0 }

// varying reports whether the cost of a step depends on more than the parameters.
func (s *search) varying(step int) bool {
	return s.costs != nil && slices.ContainsFunc(s.costs[step], func(t certificate.Term) bool {
		return slices.ContainsFunc(t.Symbols, func(x certificate.Symbol) bool { return !s.Fixed(x) })
	})
}

// cost returns the cost of a step that is not varying, or a polynomial that is at least that and
// at least 0.
func (s *search) cost(step int) certificate.Poly {
	if s.costs == nil {
		return certificate.Constant(1)
	}
	return s.positive(s.costs[step])
}

// norm is an expression for each place, or nil where it does not count.
type norm struct {
	at []certificate.Poly
	// low means that it counts only where it is positive, and once that it counts 1 at most.
	low, once bool
	// over is what the expressions are divided by, rounded down; nil: 1.
	over *big.Int
	// turns is what counts in these places instead, if it is not nil. pays is the norm of this kind that is paid for where this one
	// counts, or nil.
	turns, pays *Turns
}

// holds reports whether a polynomial is shown to be at least 0 in all cases.
func (s *System) holds(cases []ranking.Case, p certificate.Poly) bool {
	if p.Number() {
		return len(p) == 0 || p[0].Coeff.Sign() >= 0
	}
	if len(cases) == 0 {
		return true
	}
	q := question{&cases[0], p.String()}
	if known, ok := s.answers[q]; ok {
		return known
	}
	not := certificate.Not(certificate.AtLeastZero(p))
	holds := true
	for _, c := range cases {
		if holds = s.Context.Err() == nil && s.Refute(append(c[:len(c):len(c)], not)); !holds {
			break
		}
	}
	s.answers[q] = holds
	return holds
}

// known reports whether a polynomial reads only terms of a place.
func (s *System) known(place int, p certificate.Poly) bool {
	for _, t := range p {
		for _, x := range t.Symbols {
			if s.term(place, x) < 0 {
				return false
			}
		}
	}
	return true
}

// term returns the index of the term of a place that is a symbol, or -1.
func (s *System) term(place int, x certificate.Symbol) int {
	for i, t := range s.Terms[place] {
		if len(t) == 1 && len(t[0].Symbols) == 1 && t[0].Symbols[0] == x {
			return i
		}
	}
	return -1
}

// after returns a polynomial over the terms of the place to which a step leads, over the
// values before the step.
func (s *System) after(step *ranking.Step, p certificate.Poly) (certificate.Poly, bool) {
	return notation.Replace(p, func(x certificate.Symbol) (certificate.Poly, bool) {
		i := s.term(step.To, x)
		if i < 0 {
			return nil, false
		}
		return step.After[i], true
	})
}

// components numbers the strongly connected components of the places from 0.
func (s *System) components() []int {
	out := make([]int, s.Places)
	for place := range out {
		out[place] = place
	}
	var all []int
	for i := range s.Steps {
		all = append(all, i)
	}
	for _, g := range ranking.Cycles(s.Problem.Problem, all) {
		for _, place := range g.Places {
			out[place] = g.Places[0]
		}
	}
	return out
}
