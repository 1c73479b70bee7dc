package solve_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// ranges returns the facts that n symbols are at least 0 and at most 9, and that all but
// the first are at most the first plus 9, so that all facts hang together.
func ranges(n int) (facts []certificate.Formula) {
	first := certificate.Variable(0)
	for s := range n {
		x := certificate.Variable(certificate.Symbol(s))
		facts = append(facts, certificate.AtLeastZero(x), certificate.AtLeastZero(certificate.Constant(9).Sub(x)),
			certificate.AtLeastZero(first.Add(certificate.Constant(9)).Sub(x)))
	}
	return facts
}

// TestManyFacts proves a goal from thousands of facts within the limit of one proof: the
// search does not compare each of them with all others.
func TestManyFacts(t *testing.T) {
	facts := ranges(1000)
	goal := certificate.AtLeastZero(certificate.Constant(10).Sub(certificate.Variable(7)))
	all := append(facts, certificate.Not(goal))
	proof, outcome := solve.Refute(all, solve.DefaultLimit)
	if outcome != solve.Refuted {
		t.Fatalf("outcome %d", outcome)
	}
	if err := certificate.Replay(all, proof); err != nil {
		t.Error(err)
	}
}

// TestNear proves goals from many facts. Most facts are not needed, and the proof must
// name those that are by their numbers among all facts.
func TestNear(t *testing.T) {
	prover := solve.NewProver(t.Context())
	random := rand.New(rand.NewPCG(1, 2))
	facts := ranges(200)
	random.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	constant, variable := certificate.Constant, certificate.Variable
	x, y, z := variable(7), variable(8), variable(9)
	atMost := func(p certificate.Poly, n int64) certificate.Formula {
		return certificate.AtLeastZero(constant(n).Sub(p))
	}
	for name, goal := range map[string]certificate.Formula{
		"a sum":              atMost(x.Add(y).Add(z), 27),
		"a product":          atMost(x.Mul(y), 81),
		"cases":              certificate.Or(atMost(x, 4), certificate.AtLeastZero(x.Sub(constant(5)))),
		"cases of a part":    certificate.And(atMost(x, 9), certificate.Or(atMost(y, 3), certificate.AtLeastZero(y.Sub(constant(4))))),
		"an integer between": certificate.Or(atMost(x.Mul(constant(2)), 6), certificate.AtLeastZero(x.Mul(constant(2)).Sub(constant(7)))),
		"a symbol not in it": atMost(x.Sub(variable(0)), 9),
	} {
		proof := prover.Prove(facts, goal)
		if proof == nil {
			t.Errorf("%s: no proof", name)
			continue
		}
		if err := certificate.Replay(append(facts[:len(facts):len(facts)], certificate.Not(goal)), proof); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if prover.Prove(facts, atMost(x.Add(y), 17)) != nil {
		t.Error("a proof of what does not hold")
	}
	// What contradicts itself far from the goal proves anything.
	w := variable(150)
	facts = append(facts, certificate.AtLeastZero(w.Sub(constant(10))))
	if prover.Prove(facts, atMost(x.Add(y), 17)) == nil {
		t.Error("no proof from facts that contradict each other")
	}
}
