package potential_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// TestTurning looks at steps that are few once something is not positive.
func TestTurning(t *testing.T) {
	v, c := certificate.Variable, certificate.Constant
	twice := func(p certificate.Poly) certificate.Poly { return p.Add(p) }
	for name, tt := range map[string]struct {
		x, y certificate.Poly
		most int
		// over is what the norm is divided by, 0 if there is none.
		over int64
	}{
		// 3*x + y falls by 15, and once it is not positive, the next x is not positive.
		"the sign changes": {v(x).Add(v(y)).Sub(c(5)), twice(v(y)).Neg(), 1, 15},
		"another variable": {v(y), c(0), 2, 0},
		"at once":          {v(x).Neg(), v(y), 1, 0},
		"never":            {v(x), v(y), 0, 0},
		"counts down":      {v(x).Sub(c(1)), v(y), 0, 0},
	} {
		positive := ranking.Case{certificate.AtLeastZero(v(x).Sub(c(1)))}
		p := one(ranking.Step{Cases: []ranking.Case{positive}, After: []certificate.Poly{v(n), tt.x, tt.y}})
		p.Facts = [][]ranking.Case{{nil}}
		p.Contradict, p.Ahead = p.Refute, func(int) bool { return true }
		s := potential.New(p)
		s.Divided = true
		found, ok := s.Find(potential.Turning, nil)
		if ok != (tt.most > 0) {
			t.Errorf("%s: found: %t", name, ok)
		}
		if !ok {
			continue
		}
		for _, term := range found[0].Terms {
			switch {
			case term.Turns != nil:
				if term.Turns.Most != tt.most || term.Weight.String() != "1" {
					t.Errorf("%s: at most %d turns, with the weight %v", name, term.Turns.Most, term.Weight)
				}
			case tt.over == 0 || term.Over == nil || term.Over.Int64() != tt.over || !term.Low || term.Weight.String() != c(int64(tt.most)).String():
				t.Errorf("%s: (%v)/%v with the weight %v", name, term.Norm, term.Over, term.Weight)
			}
		}
		// What a step does may depend on more than the values in its place.
		p.Ahead = func(int) bool { return false }
		if _, ok := potential.New(p).Find(potential.Turning, nil); ok {
			t.Errorf("%s: found without a look ahead", name)
		}
	}
}
