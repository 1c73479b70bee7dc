package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// writer numbers the facts of a proof as certificate.Proof prescribes.
type writer struct {
	ms *monomials
	// number of each fact by id, or -1.
	number []int
	// next is the number of the next fact.
	next int
}

// write converts a tree to a certificate.
func (s *search) write(t *tree) *certificate.Proof {
	w := &writer{ms: s.ms, number: make([]int, s.derive.count)}
	for i := range w.number {
		w.number[i] = -1
	}
	for i, f := range s.given {
		w.number[f.id] = i
	}
	w.next = len(s.given)
	return w.proof(t)
}

// proof converts t, whose facts are derived as far up as possible.
func (w *writer) proof(t *tree) *certificate.Proof {
	proof := &certificate.Proof{}
	needed := map[int]*fact{}
	w.needTree(needed, t)
	ids := make([]int, 0, len(needed))
	for id := range needed {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	first := w.next
	var mine []int
	for _, id := range ids {
		// A fact comes after those it is derived from. What depends on a
		// case further down has to wait for it.
		if step, ok := w.step(needed[id]); ok {
			proof.Steps = append(proof.Steps, step)
			w.number[id] = w.next
			w.next++
			mine = append(mine, id)
		}
	}
	switch {
	case t.contradiction != nil:
		proof.Contradiction, _ = w.combination(t.contradiction)
	case t.over != nil:
		proof.Split = &certificate.Split{Fact: w.number[t.over.id], Cases: w.cases(t)}
	default:
		proof.Branch = &certificate.Branch{On: w.ms.export(t.on), Cases: w.cases(t)}
	}
	for _, id := range mine {
		w.number[id] = -1
	}
	w.next = first
	return proof
}

func (w *writer) cases(t *tree) []*certificate.Proof {
	proofs := make([]*certificate.Proof, len(t.proofs))
	for i, f := range t.facts {
		w.number[f.id] = w.next
		w.next++
		proofs[i] = w.proof(t.proofs[i])
		w.next--
		w.number[f.id] = -1
	}
	return proofs
}

// needTree adds the facts that t uses and that have no number yet.
func (w *writer) needTree(needed map[int]*fact, t *tree) {
	w.needSum(needed, t.contradiction)
	if t.over != nil {
		w.need(needed, t.over)
	}
	for _, p := range t.proofs {
		w.needTree(needed, p)
	}
}

func (w *writer) needSum(needed map[int]*fact, sum []multiple) {
	for _, m := range sum {
		for _, f := range m.facts {
			w.need(needed, f)
		}
	}
}

func (w *writer) need(needed map[int]*fact, f *fact) {
	if w.number[f.id] >= 0 || needed[f.id] != nil {
		return
	}
	needed[f.id] = f
	w.needSum(needed, f.sum)
	for _, g := range f.facts {
		if g != nil {
			w.need(needed, g)
		}
	}
}

// step derives f if the facts it is derived from have numbers.
func (w *writer) step(f *fact) (certificate.Step, bool) {
	switch f.rule {
	case take:
		from := w.number[f.facts[0].id]
		return certificate.Step{Take: &certificate.Take{Fact: from, Part: f.index}}, from >= 0
	case cut:
		c, ok := w.combination(f.sum)
		return certificate.Step{Cut: c}, ok
	case equate:
		c, ok := w.combination(f.sum)
		return certificate.Step{Equate: c}, ok
	case squeeze:
		above, below := w.number[f.facts[0].id], w.number[f.facts[1].id]
		return certificate.Step{Squeeze: &certificate.Squeeze{Above: above, Below: below}}, above >= 0 && below >= 0
	}
	return certificate.Step{}, false
}

func (w *writer) combination(sum []multiple) (certificate.Combination, bool) {
	c := make(certificate.Combination, len(sum))
	for i, m := range sum {
		c[i].By = m.by.toBig()
		c[i].Symbols = w.ms.symbols[m.m]
		for _, f := range m.facts {
			if w.number[f.id] < 0 {
				return nil, false
			}
			c[i].Facts = append(c[i].Facts, w.number[f.id])
		}
	}
	return c, true
}
