package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/verify/certificate"
)

// hard returns hypotheses for which a search uses up its limit: a random system of
// products that is seldom contradictory at once.
func hard() (facts []certificate.Formula) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 14 {
		p := certificate.Constant(int64(r.IntN(40) - 30))
		for range 3 {
			x, y := certificate.Variable(certificate.Symbol(r.IntN(6))), certificate.Variable(certificate.Symbol(r.IntN(6)))
			p = p.Add(x.Mul(y).Mul(certificate.Constant(int64(r.IntN(19) - 9))))
		}
		facts = append(facts, certificate.AtLeastZero(p))
	}
	return facts
}

// easy returns hypotheses that contradict each other at once.
func easy() []certificate.Formula {
	x := certificate.Variable(0)
	return []certificate.Formula{certificate.AtLeastZero(x), certificate.AtLeastZero(x.Neg().Sub(certificate.Constant(1)))}
}

// TestBudget lets searches share a budget: hard ones leave enough for easy ones, until
// there is nothing left, and what is done is counted.
func TestBudget(t *testing.T) {
	if _, outcome, used := refute(hard(), 4000); outcome != Exhausted || used < 4000 {
		t.Fatalf("the hard problem is too easy: outcome %d after %d", outcome, used)
	}
	p := NewProver(context.Background())
	p.budget.left = 4000 * fairShare
	if p.Refute(easy(), DefaultLimit) == nil || p.Cuts() > 0 || p.Done() {
		t.Fatal("the first search fails")
	}
	before := p.budget.left
	for i := range 50 {
		if p.Refute(hard(), DefaultLimit) != nil {
			t.Fatal("the hard problem is proved")
		}
		if p.Refute(easy(), DefaultLimit) == nil {
			t.Fatalf("an easy search fails after %d hard ones", i)
		}
	}
	if spent := before - p.budget.left; p.Cuts() == 0 || p.Done() || spent < 50*3000 || spent > 50*6000 {
		t.Errorf("%d spent, cut: %d, done: %t", spent, p.Cuts(), p.Done())
	}
	half := p.Half()
	if half.budget.left != p.budget.left/2 {
		t.Error("half is not half")
	}
	before = p.budget.left
	half.Charge(half.budget.left / atomWork)
	if !half.Done() || p.Done() || p.budget.left > before*51/100 || p.budget.left < before*49/100 {
		t.Errorf("after the work of the half, %d of %d is left", p.budget.left, before)
	}
	p.Charge(p.budget.left / atomWork)
	if !p.Done() || p.Refute(easy(), DefaultLimit) != nil || p.Prove(easy(), certificate.Or()) != nil {
		t.Error("there are proofs without work")
	}
	if _, ok := p.Model(nil, DefaultLimit); ok {
		t.Error("there is a model without work")
	}
}
