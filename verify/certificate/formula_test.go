package certificate

import (
	"math/rand"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

func randomFormula(rng *rand.Rand, depth int) Formula {
	switch k := rng.Intn(6); {
	case k < 2 && depth > 0:
		var parts []Formula
		for range rng.Intn(4) {
			parts = append(parts, randomFormula(rng, depth-1))
		}
		if k == 0 {
			return And(parts...)
		}
		return Or(parts...)
	case k == 2:
		return EqualZero(randomPoly(rng))
	}
	return AtLeastZero(randomPoly(rng))
}

func TestNot(t *testing.T) {
	rng := rand.New(rand.NewSource(int64(sample.Seed(t))))
	for range 5000 {
		f := randomFormula(rng, 3)
		point := at(int64(rng.Intn(7)-3), int64(rng.Intn(7)-3), int64(rng.Intn(7)-3))
		if f.Holds(point) == Not(f).Holds(point) {
			t.Fatalf("%v and its negation %v agree", f, Not(f))
		}
	}
	if f := Not(Formula{}); f.Op != "" {
		t.Errorf("Not of no statement is %v", f)
	}
}

func TestHolds(t *testing.T) {
	x := Variable(0)
	for _, c := range []struct {
		name string
		f    Formula
		want bool
	}{
		{"at least", AtLeastZero(x.Sub(Constant(3))), true},
		{"below", AtLeastZero(x.Sub(Constant(4))), false},
		{"equal", EqualZero(x.Sub(Constant(3))), true},
		{"unequal", EqualZero(x), false},
		{"true", And(), true},
		{"false", Or(), false},
		{"no statement", Formula{}, false},
		{"and", And(AtLeastZero(x), EqualZero(x)), false},
		{"or", Or(EqualZero(x), AtLeastZero(x)), true},
	} {
		if got := c.f.Holds(at(3)); got != c.want {
			t.Errorf("%s: Holds = %v, want %v", c.name, got, c.want)
		}
	}
}
