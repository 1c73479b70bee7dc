package solve

import "github.com/fsmgen/fsmgen/verify/certificate"

// DefaultLimit is enough for the obligations of state machines and is used up
// in a few milliseconds when it does not suffice.
const DefaultLimit = 300_000

// Outcome says how a search ended.
type Outcome int

const (
	// Unknown: there may or may not be a solution; no method could decide.
	Unknown Outcome = iota
	// Exhausted: the limit was reached; a larger one may succeed.
	Exhausted
	// Satisfiable: the hypotheses have a common integer solution.
	Satisfiable
	// Refuted: they have none, and the proof has been replayed.
	Refuted
)

// Refute looks for a proof that the hypotheses have no common integer
// solution. The proof is not nil exactly when the outcome is Refuted, and
// has then passed certificate.Replay. The result depends on the arguments
// alone. The limit bounds the work, in operations on coefficients; a million
// take in the order of 20 ms. Coefficients must not be nil.
func Refute(hypotheses []certificate.Formula, limit int) (*certificate.Proof, Outcome) {
	proof, outcome, _ := refute(hypotheses, limit)
	return proof, outcome
}

// refute is Refute, and also returns how much of the limit was used.
func refute(hypotheses []certificate.Formula, limit int) (proof *certificate.Proof, outcome Outcome, used int) {
	s := newSearch(hypotheses, limit)
	t := s.run()
	used = limit - s.work.left
	switch {
	case t != nil:
		proof := s.write(t)
		if certificate.Replay(hypotheses, proof) == nil {
			return proof, Refuted, used
		}
	case s.trial.model != nil:
		return nil, Satisfiable, used
	case s.work.left <= 0:
		return nil, Exhausted, used
	}
	return nil, Unknown, used
}

// run returns a proof from the hypotheses, or nil.
func (s *search) run() *tree {
	given := make([]fact, len(s.trial.compiled))
	for i, f := range s.trial.compiled {
		given[i] = fact{id: s.derive.count + i, formula: f, rule: hypothesis}
		s.given = append(s.given, &given[i])
	}
	s.derive.count += len(given)
	return s.assume(&s.root, s.given...)
}

// tree is a proof in the making. Facts are derived where they are needed when
// the tree is written.
type tree struct {
	// contradiction is a combination with a negative sum; nil for cases.
	contradiction []multiple
	// over is the disjunction that is split, or nil for a branch on p.
	over *fact
	on   poly
	// facts are those of the cases, each with its proof.
	facts  []*fact
	proofs []*tree
	cases  caseSet
}

func leaf(contradiction []multiple) *tree {
	return &tree{contradiction: contradiction, cases: casesOf(contradiction)}
}

// join makes a tree of cases, all of which are needed.
func join(over *fact, on poly, facts []*fact, proofs []*tree) *tree {
	t := &tree{over: over, on: on, facts: facts, proofs: proofs}
	if over != nil {
		t.cases = over.cases
	}
	for _, p := range proofs {
		t.cases |= p.cases
	}
	return t
}

// assume proves n contradictory once facts are added to it, or returns nil.
func (s *search) assume(n *node, facts ...*fact) *tree {
	if contradiction := s.infer.insert(n, facts...); contradiction != nil {
		return leaf(contradiction)
	}
	return s.prove(n)
}

// prove looks for a proof that the facts of n contradict each other.
func (s *search) prove(n *node) *tree {
	forced, t := s.propagate(n)
	if t == nil {
		t = s.decide(n)
	}
	for i := len(forced) - 1; i >= 0 && t != nil; i-- {
		t = forced[i].join(t)
	}
	return t
}

// decide looks for a proof by linear programming, then with products, then
// by cases.
func (s *search) decide(n *node) *tree {
	rows := n.rows()
	p, ok, contradiction := s.lp.feasible(rows)
	if contradiction != nil {
		return leaf(contradiction)
	}
	if !ok || s.solved(n, &p) {
		return nil
	}
	rows, ok, contradiction = s.feasibleWithProducts(n, rows, &p, false)
	if contradiction != nil {
		return leaf(contradiction)
	}
	if !ok {
		return nil
	}
	if n.depth >= maxDepth || s.work.left <= 0 {
		return nil
	}
	if t, done := s.split(n, &p); done {
		return t
	}
	// Within branches, the bounds of symbols close in faster than wide
	// products pay.
	if n.branches == 0 {
		_, ok, contradiction = s.feasibleWithProducts(n, rows, &p, true)
		if contradiction != nil {
			return leaf(contradiction)
		}
		if !ok {
			return nil
		}
	}
	return s.branch(n, &p)
}
