package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// enumeration tries values of symbols one after the other. A level is a
// symbol with what its value decides.
type enumeration struct {
	search *search
	values []number
	levels []level
}

type level struct {
	symbol    monomial
	low, high number
	// definitions and formulas have all other symbols at lower levels.
	definitions []definition
	formulas    []*formula
}

// enumerate tries small values, or values near their bounds, until the work
// allowed is used up.
func (s *search) enumerate() {
	for width := int64(1); width <= 64 && s.trial.model == nil && s.work.left > 0; width *= 2 {
		e := enumeration{search: s, values: make([]number, len(s.ms.symbols))}
		e.plan(width)
		e.try(0)
	}
}

// plan makes the levels, in the order in which symbols were met.
func (e *enumeration) plan(width int64) {
	n := &e.search.root
	e.search.infer.bound(n)
	at := make([]int, len(e.search.ms.symbols))
	for m := range at {
		if e.search.ms.degree(monomial(m)) != 1 || slices.ContainsFunc(n.definitions, func(d definition) bool {
			return d.symbol == e.search.ms.symbols[m][0]
		}) {
			continue
		}
		l := level{symbol: monomial(m), low: whole(-width), high: whole(width)}
		low, high := n.low[m], n.high[m]
		switch {
		case low != nil:
			l.low = low.p.constant().neg()
			l.high = l.low.add(whole(width))
		case high != nil:
			l.high = high.p.constant()
			l.low = l.high.sub(whole(width))
		}
		at[m] = len(e.levels)
		e.levels = append(e.levels, l)
	}
	if len(e.levels) == 0 {
		e.levels = []level{{}}
	}
	for _, d := range slices.Backward(n.definitions) {
		l := e.highest(at, d.by.p)
		at[e.search.ms.linear.of(d.symbol)] = l
		e.levels[l].definitions = append(e.levels[l].definitions, d)
	}
	for _, f := range e.search.trial.compiled {
		e.place(at, f)
	}
}

// place puts the conjuncts of f at their levels.
func (e *enumeration) place(at []int, f *formula) {
	if f.op == certificate.All {
		for _, part := range f.parts {
			e.place(at, part)
		}
		return
	}
	l := e.highestOf(at, f)
	e.levels[l].formulas = append(e.levels[l].formulas, f)
}

func (e *enumeration) highestOf(at []int, f *formula) int {
	l := e.highest(at, f.p)
	for _, part := range f.parts {
		l = max(l, e.highestOf(at, part))
	}
	return l
}

// highest returns the highest level of the symbols of p.
func (e *enumeration) highest(at []int, p poly) int {
	l := 0
	for _, t := range p {
		for _, factor := range e.search.ms.factors[t.m] {
			l = max(l, at[factor])
		}
	}
	return l
}

// try assigns the symbols from level i on, and reports whether to stop.
func (e *enumeration) try(i int) bool {
	if i == len(e.levels) {
		return e.search.trial.keep(e.values)
	}
	l := &e.levels[i]
	for v := l.low; v.cmp(l.high) <= 0; v = v.add(whole(1)) {
		if !e.search.work.spend(10) {
			return true
		}
		if l.symbol != unit {
			e.values[l.symbol] = v
		}
		for _, d := range l.definitions {
			e.values[e.search.ms.linear.of(d.symbol)] = e.search.trial.defined(e.values, d)
		}
		if !slices.ContainsFunc(l.formulas, func(f *formula) bool { return !e.search.trial.holdsFormula(e.values, f) }) && e.try(i+1) {
			return true
		}
	}
	return false
}
