package cpf

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
)

// transitions writes the formula of each transition, and proves what CeTA has to check: that invariants hold after it and,
// inside a component, that the rank decreases from a positive value.
func (w *writer) transitions() {
	m := w.m
	s := w.scene()
	s.facts = append(s.facts, s.valid()...)
	first := make([]certificate.Poly, len(m.Vars))
	for i, v := range m.Vars {
		if !v.Type.Scalar() {
			continue
		}
		if v.Init != nil {
			first[i] = s.value(v.Init)
			continue
		}
		first[i] = certificate.Variable(s.fresh())
		s.facts = append(s.facts, s.typed(first[i], v.Type, false)...)
	}
	initial := func(symbol *expr.Symbol) expr.Expr {
		if symbol.Scope != expr.Var {
			return nil
		}
		return m.Vars[symbol.Index].Init
	}
	w.claim(s, s.claims(m.Initial, func(v int) certificate.Poly { return first[v] }, initial), "the invariant of "+m.States[m.Initial].Name+" at the start")
	w.edge(s, "t0", -1, m.Initial, first, initial)
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Effect == core.Take {
			w.transition(i, t)
		}
	}
}

func (w *writer) transition(i int, t *core.Transition) {
	m := w.m
	s := w.scene()
	given, _ := s.at(t.From)
	s.chosen(i)
	after := make([]certificate.Poly, len(m.Vars))
	for v := range m.Vars {
		if m.Vars[v].Type.Scalar() {
			after[v] = s.updated(t, v)
		}
	}
	s.facts = append(given, s.facts...)
	w.claim(s, s.claims(t.To, func(v int) certificate.Poly { return after[v] }, t.Updated), m.Label(i)+" keeps the invariant")
	if w.component(t.From) == w.component(t.To) {
		lower := certificate.Or()
		positive := certificate.And()
		for k := m.Rank - 1; k >= 0; k-- {
			before, next := s.value(m.States[t.From].Progress[k]), s.value(expr.Substitute(m.States[t.To].Progress[k], t.Updated))
			lower = certificate.Or(atLeast(before, next.Add(constant(1))), certificate.And(equal(before, next), lower))
			positive = certificate.And(certificate.AtLeastZero(before), positive)
		}
		w.claim(s, []certificate.Formula{positive, lower}, m.Label(i)+": progress decreases")
	}
	s.facts = s.facts[len(given):]
	w.edge(s, fmt.Sprintf("t%d", i+1), t.From, t.To, after, t.Updated)
}

// edge adds a transition with the values of variables after it. Parameters keep theirs.
func (w *writer) edge(s *scene, id string, from, to int, after []certificate.Poly, update func(*expr.Symbol) expr.Expr) {
	keep := func(name string, value certificate.Poly) {
		s.fact(equal(certificate.Variable(s.symbol(unknown{name, true})), value))
	}
	for _, name := range w.variables() {
		v := slices.IndexFunc(w.m.Vars, func(v core.Var) bool { return v.Type.Scalar() && w.name(v.Symbol.Index) == name })
		if v >= 0 {
			keep(name, after[v])
		} else {
			keep(name, s.variable(name))
		}
	}
	for _, x := range w.places[to].held {
		keep(w.value(expr.Print(x, expr.Spec)), s.value(expr.Substitute(x, update)))
	}
	e := edge{scene: s, id: id, from: start, to: w.m.States[to].Name, source: from, target: to}
	if from >= 0 {
		e.from = w.m.States[from].Name
	}
	w.edges = append(w.edges, e)
}

// claim proves that the facts of a scene imply goals, and notes if a certificate multiplies facts.
func (w *writer) claim(s *scene, goals []certificate.Formula, about string) {
	for _, g := range goals {
		w.steps++
		proof := w.prover.Prove(s.facts, g)
		if proof == nil {
			// The order decides which cases the prover distinguishes first.
			other := slices.Clone(s.facts)
			slices.Reverse(other)
			proof = w.prover.Prove(other, g)
		}
		switch {
		case proof == nil:
			w.lack("the prover finds no certificate that %s: declare ranges, invariants, or a progress function, so that less must be found", about)
		case multiplies(proof):
			w.products++
		}
	}
}

// multiplies reports whether a proof multiplies facts with each other, or with variables.
func multiplies(p *certificate.Proof) bool {
	products := func(c certificate.Combination) bool {
		return slices.ContainsFunc(c, func(m certificate.Multiple) bool { return len(m.Facts) > 1 || len(m.Symbols) > 0 })
	}
	if products(p.Contradiction) || slices.ContainsFunc(p.Steps, func(s certificate.Step) bool { return products(s.Cut) || products(s.Equate) }) {
		return true
	}
	if p.Split != nil && slices.ContainsFunc(p.Split.Cases, multiplies) {
		return true
	}
	return p.Branch != nil && slices.ContainsFunc(p.Branch.Cases, multiplies)
}

// component returns a number for the strongly connected component of a state: the lowest state in it.
func (w *writer) component(state int) int {
	if w.components == nil {
		n := len(w.m.States)
		reach := make([][]bool, n)
		for s := range reach {
			reach[s] = w.reach(s)
		}
		w.components = make([]int, n)
		for s := range w.components {
			w.components[s] = s
			for o := range s {
				if reach[s][o] && reach[o][s] {
					w.components[s] = o
					break
				}
			}
		}
	}
	return w.components[state]
}

// reach returns the states that transitions lead to from a state.
func (w *writer) reach(state int) []bool {
	seen := make([]bool, len(w.m.States))
	for todo := []int{state}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, t := range w.m.From(s) {
			if t.Effect == core.Take && !seen[t.To] {
				seen[t.To] = true
				todo = append(todo, t.To)
			}
		}
	}
	return seen
}
