package potential_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// TestAlong follows a counter that an inner loop counts down in a copy.
func TestAlong(t *testing.T) {
	v, c := certificate.Variable, certificate.Constant
	const z = 4
	known := ranking.Case{certificate.AtLeastZero(v(n)), certificate.AtLeastZero(v(x)), certificate.AtLeastZero(v(y)), certificate.AtLeastZero(v(z))}
	with := func(positive certificate.Symbol) []ranking.Case {
		return []ranking.Case{append(known[:len(known):len(known)], certificate.AtLeastZero(v(positive).Sub(c(1))))}
	}
	p := one()
	terms := []certificate.Poly{v(n), v(x), v(y), v(z)}
	p.Problem = &ranking.Problem{
		Places: 2, Terms: [][]certificate.Poly{terms, terms}, Facts: [][]ranking.Case{{known}, {known}},
		Steps: []ranking.Step{
			{From: 0, To: 0, Cases: with(x), After: []certificate.Poly{v(n), v(x).Sub(c(1)), v(y).Add(c(1)), v(z)}},
			{From: 0, To: 1, Cases: with(x), After: []certificate.Poly{v(n), v(x).Sub(c(1)), v(y), v(y)}},
			{From: 1, To: 1, Cases: with(z), After: []certificate.Poly{v(n), v(x), v(y), v(z).Sub(c(1))}},
			{From: 1, To: 0, Cases: []ranking.Case{known}, After: []certificate.Poly{v(n), v(x), v(z), v(z)}},
		},
	}
	if _, ok := potential.New(p).Find(potential.Around, nil); ok {
		t.Error("one expression for both places is found: the test is too weak")
	}
	found, ok := potential.New(p).Find(potential.Along, nil)
	if !ok {
		t.Fatal("nothing is found")
	}
	for place, f := range found {
		for _, term := range f.Terms {
			if !term.Weight.Number() || term.Once {
				t.Errorf("in place %d, %v has the weight %v", place, term.Norm, term.Weight)
			}
		}
	}
}

// TestOnce pays once for a step that lowers a norm to 0.
func TestOnce(t *testing.T) {
	v, c := certificate.Variable, certificate.Constant
	reset := one(step(x, nil, v(n)), step(y, v(x), v(y).Sub(c(1))))
	found, ok := potential.New(reset).Find(potential.Once, nil)
	if !ok || len(found[0].Terms) != 2 {
		t.Fatalf("found %v", found)
	}
	for _, term := range found[0].Terms {
		if of := term.Norm.String(); term.Once != (of == "x2") || term.Once && term.Weight.String() != "x1 + 1" {
			t.Errorf("%s counts once: %t, with the weight %v", of, term.Once, term.Weight)
		}
	}
	// Where no step does that, there is nothing to find beside what Along finds.
	if _, ok := potential.New(one(step(x, v(x).Sub(c(1)), v(y)))).Find(potential.Once, nil); ok {
		t.Error("a norm that falls by 1 counts once")
	}
}
