package solve

import (
	"slices"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// maxDepth bounds the nesting of cases.
const maxDepth = 200

// forced is a split all of whose cases but one are contradictory at once. The
// search goes on in that one.
type forced struct {
	over   *fact
	facts  []*fact
	proofs []*tree
	live   int
	depth  int
}

// join completes the split with the proof of the live case. When that does
// not use the case, it is a proof on its own.
func (f *forced) join(t *tree) *tree {
	if t.cases&caseAt(f.depth) == 0 {
		return t
	}
	f.proofs[f.live] = t
	return join(f.over, nil, f.facts, f.proofs)
}

// propagate adds to n the only live case of disjunctions, as long as there is
// one, and drops the disjunctions that hold anyway. It returns a proof when n
// is contradictory.
func (s *search) propagate(n *node) ([]forced, *tree) {
	var done []forced
	for again := true; again && s.work.left > 0 && n.depth < maxDepth; {
		again = false
		s.infer.bound(n)
		for i := 0; i < len(n.disjunctive) && !again; i++ {
			or := n.disjunctive[i]
			live, count, holds := s.infer.live(n, or)
			switch {
			case holds:
				n.disjunctive = slices.Delete(n.disjunctive, i, i+1)
				i--
			case count == 0:
				return done, s.infer.bury(n, or.formula, or, n.depth)
			case count == 1:
				f := forced{over: or, live: live, depth: n.depth}
				for j, part := range or.parts {
					c := s.derive.assume(part, n.depth)
					f.facts = append(f.facts, c)
					var p *tree
					if j != live {
						if p = s.infer.bury(n, part, c, n.depth+1); p == nil {
							return done, nil
						}
					}
					f.proofs = append(f.proofs, p)
				}
				done = append(done, f)
				n.disjunctive = slices.Delete(n.disjunctive, i, i+1)
				n.depth++
				if contradiction := s.infer.insert(n, f.facts[live]); contradiction != nil {
					return done, leaf(contradiction)
				}
				again = true
			}
		}
	}
	return done, nil
}

// split proves n by the cases of a disjunction that p does not satisfy, the
// one with the fewest live cases. It reports whether there is one.
func (s *search) split(n *node, p *point) (t *tree, done bool) {
	best, fewest := -1, 0
	for i, or := range n.disjunctive {
		if s.satisfied(p, or.formula) {
			continue
		}
		if _, count, _ := s.infer.live(n, or); best < 0 || count < fewest {
			best, fewest = i, count
		}
	}
	if best < 0 {
		return nil, false
	}
	or := n.disjunctive[best]
	var facts []*fact
	for _, part := range or.parts {
		facts = append(facts, s.derive.assume(part, n.depth))
	}
	rest := n.clone()
	rest.disjunctive = slices.Delete(rest.disjunctive, best, best+1)
	return s.proveCases(rest, or, nil, facts), true
}

// proveCases proves n by cases: those of the disjunction over, or those of a
// branch on the polynomial on.
func (s *search) proveCases(n *node, over *fact, on poly, facts []*fact) *tree {
	var proofs []*tree
	failed := false
	for _, f := range facts {
		c := n.clone()
		c.depth++
		if over == nil {
			c.branches++
		}
		t := s.assume(c, f)
		switch {
		case t == nil && (s.trial.model != nil || !s.thorough || s.work.left <= 0):
			return nil
		case t == nil:
			failed = true
		case t.cases&caseAt(n.depth) == 0:
			// The proof does not use the case: no other is needed.
			return t
		}
		proofs = append(proofs, t)
	}
	if failed {
		return nil
	}
	return join(over, on, facts, proofs)
}

// satisfied reports whether f holds where monomials have the values of p.
func (s *search) satisfied(p *point, f *formula) bool {
	switch f.op {
	case certificate.NonNegative:
		return p.eval(f.p).sign() >= 0
	case certificate.Zero:
		return p.eval(f.p).sign() == 0
	case certificate.All:
		return !slices.ContainsFunc(f.parts, func(g *formula) bool { return !s.satisfied(p, g) })
	}
	return slices.ContainsFunc(f.parts, func(g *formula) bool { return s.satisfied(p, g) })
}
