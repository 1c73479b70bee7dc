package certificate

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// times is the product of facts, taken by times.
func times(by int64, facts ...int) Multiple {
	return Multiple{By: big.NewInt(by), Facts: facts}
}

func contradiction(ms ...Multiple) *Proof { return &Proof{Contradiction: ms} }

// system has the facts
//
//	0  x >= 0
//	1  y - 3 >= 0
//	2  x*y - 2*z == 0
//	3  z + 4 >= 0 and -z >= 0
//	4  x - 5 >= 0 or z - 1 >= 0
//	5  2*x - 2*y + 1 >= 0
//
// and no solution: by fact 3, z is not positive; so by fact 4, x is at least
// 5, which makes x*y positive and contradicts fact 2. Fact 5 is of no use.
func system() []Formula {
	x, y, z := Variable(0), Variable(1), Variable(2)
	return []Formula{
		AtLeastZero(x),
		AtLeastZero(y.Sub(Constant(3))),
		EqualZero(x.Mul(y).Sub(Constant(2).Mul(z))),
		And(AtLeastZero(z.Add(Constant(4))), AtLeastZero(z.Neg())),
		Or(AtLeastZero(x.Sub(Constant(5))), AtLeastZero(z.Sub(Constant(1)))),
		AtLeastZero(Constant(2).Mul(x).Sub(Constant(2).Mul(y)).Add(Constant(1))),
	}
}

// systemProof refutes system.
func systemProof() *Proof {
	return &Proof{
		Steps: []Step{{Take: &Take{Fact: 3, Part: 1}}}, // 6: -z >= 0
		Split: &Split{Fact: 4, Cases: []*Proof{
			// 7: x - 5 >= 0
			{
				Steps: []Step{
					// 8: x*y - 15 >= 0
					{Cut: Combination{times(1, 7, 1), times(5, 1), times(3, 7)}},
				},
				Contradiction: Combination{times(1, 8), times(-1, 2), times(2, 6)},
			},
			// 7: z - 1 >= 0
			contradiction(times(1, 7), times(1, 6)),
		}},
	}
}

func TestReplay(t *testing.T) {
	x, y := Variable(0), Variable(1)
	parity := []Formula{EqualZero(Constant(2).Mul(x).Sub(Constant(2).Mul(y)).Sub(Constant(1)))}
	for _, c := range []struct {
		name       string
		hypotheses []Formula
		proof      *Proof
	}{
		{"system", system(), systemProof()},
		{"false", []Formula{AtLeastZero(Constant(-2))}, contradiction(times(1, 0))},
		{"zero is one", []Formula{EqualZero(Constant(1))}, contradiction(times(-1, 0))},
		{"no case", []Formula{Or()}, &Proof{Split: &Split{Fact: 0}}},
		{"parity", parity, &Proof{
			Steps: []Step{
				{Cut: Combination{times(1, 0)}},  // 1: x - y - 1 >= 0
				{Cut: Combination{times(-1, 0)}}, // 2: -x + y >= 0
			},
			Contradiction: Combination{times(1, 1), times(1, 2)},
		}},
		{"negative square", []Formula{AtLeastZero(below(x.Mul(x)))}, &Proof{
			Branch: &Branch{On: x, Cases: []*Proof{
				contradiction(times(1, 1, 1), times(1, 0)),
				contradiction(times(1, 1, 1), times(2, 1), times(1, 0)),
			}},
		}},
		{"equation times symbol", []Formula{EqualZero(x.Sub(y)), AtLeastZero(below(x.Mul(x).Sub(y.Mul(y))))}, contradiction(
			times(1, 1),
			Multiple{By: big.NewInt(1), Facts: []int{0}, Symbols: []Symbol{0}},
			Multiple{By: big.NewInt(1), Facts: []int{0}, Symbols: []Symbol{1}},
		)},
		{"squeeze", []Formula{
			AtLeastZero(x.Sub(Constant(3))), AtLeastZero(Constant(3).Sub(x)), AtLeastZero(below(x.Mul(y).Sub(Constant(3).Mul(y)))),
		}, &Proof{
			Steps:         []Step{{Squeeze: &Squeeze{Above: 0, Below: 1}}},
			Contradiction: Combination{times(1, 2), {By: big.NewInt(1), Facts: []int{3}, Symbols: []Symbol{1}}},
		}},
		{"equate", []Formula{
			EqualZero(x.Sub(y)), EqualZero(x.Add(y).Sub(Constant(2))), AtLeastZero(Constant(-2).Add(x)),
		}, &Proof{
			Steps:         []Step{{Equate: Combination{times(1, 0), times(1, 1)}}}, // 3: x - 1 == 0
			Contradiction: Combination{times(1, 2), times(-1, 3)},
		}},
		{"any form", []Formula{{Op: NonNegative, Poly: Poly{
			{Coeff: big.NewInt(1), Symbols: []Symbol{1, 0}},
			{Coeff: big.NewInt(-1), Symbols: []Symbol{0, 1}},
			{Coeff: big.NewInt(0), Symbols: []Symbol{3}},
			{Coeff: big.NewInt(-1)},
		}}}, contradiction(times(1, 0))},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := Replay(c.hypotheses, c.proof); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestReplayRejects(t *testing.T) {
	huge := new(big.Int).Lsh(big.NewInt(1), maxBits)
	negative := Variable(0).Sub(Constant(1)).Neg()
	step := func(s Step) *Proof { return &Proof{Steps: []Step{s}, Contradiction: Combination{times(1, 0)}} }
	cyclic := &Proof{}
	cyclic.Branch = &Branch{On: negative, Cases: []*Proof{cyclic, cyclic}}
	shared := contradiction(times(1, 7))
	for range 30 {
		shared = &Proof{Branch: &Branch{On: Variable(0), Cases: []*Proof{shared, shared}}}
	}
	squares := &Proof{Contradiction: Combination{times(1, 0)}}
	for _, f := range []int{0, 6, 7, 8, 9, 10, 11, 12, 13, 14} {
		squares.Steps = append(squares.Steps, Step{Cut: Combination{times(1, f, f)}})
	}
	for _, c := range []struct {
		name  string
		proof *Proof
		want  string
	}{
		{"nil", nil, "proof is missing"},
		{"no end", &Proof{}, "exactly one of contradiction"},
		{"two ends", &Proof{Contradiction: Combination{times(1, 0)}, Split: &Split{Fact: 4}}, "exactly one of contradiction"},
		{"all ends", &Proof{Contradiction: Combination{times(1, 0)}, Split: &Split{Fact: 4}, Branch: &Branch{}}, "exactly one of"},
		{"positive", contradiction(times(1, 0)), "not a negative constant"},
		{"not constant", contradiction(times(1, 1)), "not a negative constant"},
		{"positive constant", &Proof{
			Steps:         []Step{{Take: &Take{Fact: 3, Part: 0}}, {Take: &Take{Fact: 3, Part: 1}}},
			Contradiction: Combination{times(1, 6), times(1, 7)},
		}, "not a negative constant"},
		{"zero", contradiction(times(0, 0)), "not a negative constant"},
		{"negative multiple", contradiction(times(-1, 0)), "factor that may be negative"},
		{"negative multiple of product", contradiction(times(-1, 0, 1)), "factor that may be negative"},
		{"symbol times inequality", contradiction(Multiple{By: big.NewInt(1), Facts: []int{0}, Symbols: []Symbol{0}}), "factor that may be negative"},
		{"no facts", contradiction(times(-1)), "lacks its factor or its facts"},
		{"no number", contradiction(Multiple{Facts: []int{0}}), "lacks its factor or its facts"},
		{"fact too high", contradiction(times(1, 6)), "no fact 6"},
		{"fact too low", contradiction(times(1, -1)), "no fact -1"},
		{"second fact too high", contradiction(times(1, 0, 99)), "no fact 99"},
		{"conjunction as atom", contradiction(times(1, 3)), "neither an inequality nor an equality"},
		{"disjunction as atom", contradiction(times(1, 4)), "neither an inequality nor an equality"},
		{"huge multiple", contradiction(Multiple{By: huge, Facts: []int{0}}), "bits"},
		{"empty step", step(Step{}), "exactly one of take"},
		{"two steps in one", step(Step{Take: &Take{Fact: 3}, Cut: Combination{times(1, 0)}}), "exactly one of take"},
		{"take of atom", step(Step{Take: &Take{Fact: 0}}), "no conjunct 0"},
		{"take of disjunction", step(Step{Take: &Take{Fact: 4}}), "no conjunct 0"},
		{"take too high", step(Step{Take: &Take{Fact: 3, Part: 2}}), "no conjunct 2"},
		{"take too low", step(Step{Take: &Take{Fact: 3, Part: -1}}), "no conjunct -1"},
		{"take of nothing", step(Step{Take: &Take{Fact: 77}}), "no fact 77"},
		{"cut of nothing", step(Step{Cut: Combination{times(1, 6)}}), "no fact 6"},
		{"equate inequality", step(Step{Equate: Combination{times(1, 2), times(1, 0)}}), "not every product is zero"},
		{"squeeze unlike", step(Step{Squeeze: &Squeeze{Above: 0, Below: 1}}), "not each other's negation"},
		{"squeeze alike", step(Step{Squeeze: &Squeeze{Above: 0, Below: 0}}), "not each other's negation"},
		{"squeeze of nothing", step(Step{Squeeze: &Squeeze{Above: 0, Below: 8}}), "no fact 8"},
		{"split of atom", &Proof{Split: &Split{Fact: 0}}, "not a disjunction"},
		{"split of conjunction", &Proof{Split: &Split{Fact: 3, Cases: []*Proof{nil, nil}}}, "not a disjunction"},
		{"split of nothing", &Proof{Split: &Split{Fact: 6}}, "no fact 6"},
		{"case left out", &Proof{Split: &Split{Fact: 4, Cases: systemProof().Split.Cases[:1]}}, "2 cases have 1 proofs"},
		{"case too many", &Proof{Split: &Split{Fact: 4, Cases: []*Proof{nil, nil, nil}}}, "2 cases have 3 proofs"},
		{"nil case", &Proof{Split: &Split{Fact: 4, Cases: []*Proof{nil, nil}}}, "case 0: proof is missing"},
		{"branch without cases", &Proof{Branch: &Branch{On: negative}}, "2 cases have 0 proofs"},
		{"branch on nothing", &Proof{Branch: &Branch{On: Poly{{}}, Cases: []*Proof{nil, nil}}}, "lacks its coefficient"},
		{"facts of another case", &Proof{Branch: &Branch{On: negative, Cases: []*Proof{
			{Steps: []Step{{Cut: Combination{times(1, 6)}}, {Cut: Combination{times(1, 7)}}}, Contradiction: Combination{times(1, 8)}},
			contradiction(times(1, 7)),
		}}}, "not a negative constant"},
		{"cyclic", cyclic, "nested deeper"},
		{"shared", shared, "not a negative constant"},
		{"degree", squares, "symbols"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Replay(system(), c.proof)
			if err == nil {
				t.Fatal("accepted")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error is %q, want one with %q", err, c.want)
			}
		})
	}
}

// TestReplayCases checks that what is known in one case is not known in the
// next, although the proof of the first has derived more facts.
func TestReplayCases(t *testing.T) {
	x := Variable(0)
	hypotheses := []Formula{AtLeastZero(x), AtLeastZero(Constant(9).Sub(x))}
	first := &Proof{
		Steps:         []Step{{Cut: Combination{times(1, 2), times(1, 0)}}},
		Contradiction: Combination{times(1, 2), times(1, 0)}, // x <= -1 and x >= 0
	}
	second := contradiction(times(1, 2), times(1, 3)) // fact 3 is unknown here
	err := Replay(hypotheses, &Proof{Branch: &Branch{On: below(x), Cases: []*Proof{first, second}}})
	if err == nil || !strings.Contains(err.Error(), "case 1: no fact 3") {
		t.Errorf("error is %v", err)
	}
}

// TestReplayWork checks that a small proof that shares its nodes, and so
// stands for an endless one, is given up.
func TestReplayWork(t *testing.T) {
	false_ := []Formula{AtLeastZero(Constant(-1))}
	proof := contradiction(times(1, 0))
	for range 40 {
		proof = &Proof{Branch: &Branch{On: Variable(0), Cases: []*Proof{proof, proof}}}
	}
	if err := Replay(false_, proof); err == nil || !strings.Contains(err.Error(), "nodes") {
		t.Errorf("error is %v", err)
	}
}

// TestReplayTerms checks that products are bounded before they are computed.
func TestReplayTerms(t *testing.T) {
	var many Poly
	for s := range Symbol(maxTerms/64 + 1) {
		many = append(many, Term{Coeff: big.NewInt(1), Symbols: []Symbol{s}})
	}
	err := Replay([]Formula{AtLeastZero(many)}, contradiction(times(1, 0, 0)))
	if err == nil || !strings.Contains(err.Error(), "terms") {
		t.Errorf("error is %v", err)
	}
}

func TestReplayMalformedHypotheses(t *testing.T) {
	for _, h := range []Formula{
		{},
		{Poly: Constant(-1)},
		{Op: "xor", Poly: Constant(-1)},
		{Op: NonNegative, Poly: Poly{{}}},
		{Op: NonNegative, Poly: Poly{{Coeff: big.NewInt(-1), Symbols: make([]Symbol, maxDegree+1)}}},
		{Op: NonNegative, Poly: make(Poly, maxTerms+1)},
	} {
		if Replay([]Formula{h}, contradiction(times(1, 0))) == nil {
			t.Errorf("accepted a proof from %v", h)
		}
	}
}

// TestDeriveIsSound checks every rule against its meaning: a derived fact
// holds wherever the known facts hold.
func TestDeriveIsSound(t *testing.T) {
	rng := rand.New(rand.NewSource(int64(sample.Seed(t))))
	derived := map[string]int{}
	for range 60_000 {
		var known []Formula
		for range 1 + rng.Intn(4) {
			known = append(known, randomFormula(rng, 1))
		}
		if rng.Intn(4) == 0 {
			p := randomPoly(rng)
			known = append(known, AtLeastZero(p), AtLeastZero(p.Neg()))
		}
		s, rule := randomStep(rng, len(known))
		f, err := derive(known, &s)
		if err != nil {
			continue
		}
		derived[rule]++
		for x := int64(-2); x <= 2; x++ {
			for y := int64(-2); y <= 2; y++ {
				for z := int64(-2); z <= 2; z++ {
					point := at(x, y, z)
					if And(known...).Holds(point) && !f.Holds(point) {
						t.Fatalf("%s derives %v from %v, which is false at %d, %d, %d", rule, f, known, x, y, z)
					}
				}
			}
		}
	}
	for _, rule := range []string{"take", "cut", "equate", "squeeze"} {
		if derived[rule] < 300 {
			t.Errorf("%s was derived only %d times", rule, derived[rule])
		}
	}
}

func randomStep(rng *rand.Rand, known int) (Step, string) {
	fact := func() int { return rng.Intn(known+2) - 1 }
	combination := func() Combination {
		var c Combination
		for range 1 + rng.Intn(3) {
			m := times(int64(rng.Intn(7)-2), fact())
			for rng.Intn(3) == 0 {
				m.Facts = append(m.Facts, fact())
			}
			for rng.Intn(4) == 0 {
				m.Symbols = append(m.Symbols, Symbol(rng.Intn(3)))
			}
			c = append(c, m)
		}
		return c
	}
	switch rng.Intn(4) {
	case 0:
		return Step{Take: &Take{Fact: fact(), Part: rng.Intn(4) - 1}}, "take"
	case 1:
		return Step{Cut: combination()}, "cut"
	case 2:
		return Step{Equate: combination()}, "equate"
	}
	return Step{Squeeze: &Squeeze{Above: fact(), Below: fact()}}, "squeeze"
}
