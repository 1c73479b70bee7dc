package potential_test

import (
	"context"
	"testing"

	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/potential"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// The symbols of the systems: a parameter that is not negative, and two counters.
const n, x, y = 1, 2, 3

// one is a place with steps from it to itself, and one that ends a run.
func one(steps ...ranking.Step) *potential.Problem {
	v := certificate.Variable
	prover := solve.NewProver(context.Background())
	return &potential.Problem{
		Problem: &ranking.Problem{
			Places: 1, Terms: [][]certificate.Poly{{v(n), v(x), v(y)}},
			Facts: [][]ranking.Case{{{certificate.AtLeastZero(v(n)), certificate.AtLeastZero(v(x)), certificate.AtLeastZero(v(y))}}},
			Steps: append(steps, ranking.Step{From: 0, To: -1, Cases: []ranking.Case{nil}}),
		},
		Context: context.Background(), Work: 1_000_000,
		Refute: func(c ranking.Case) bool { return prover.Refute(c, 20_000) != nil },
		Fixed:  func(s certificate.Symbol) bool { return s == n },
		NotNegative: func(p certificate.Poly) bool {
			return prover.Prove([]certificate.Formula{certificate.AtLeastZero(v(n))}, certificate.AtLeastZero(p)) != nil
		},
		Positive: func(certificate.Poly) certificate.Symbol { return 9 },
	}
}

// step is taken if a counter is positive, and leads to the given values of x and y.
func step(positive certificate.Symbol, toX, toY certificate.Poly) ranking.Step {
	v := certificate.Variable
	facts := ranking.Case{certificate.AtLeastZero(v(n)), certificate.AtLeastZero(v(x)), certificate.AtLeastZero(v(y)), certificate.AtLeastZero(v(positive).Sub(certificate.Constant(1)))}
	return ranking.Step{From: 0, To: 0, Cases: []ranking.Case{facts}, After: []certificate.Poly{v(n), toX, toY}}
}

func TestFind(t *testing.T) {
	v, c := certificate.Variable, certificate.Constant
	for name, tt := range map[string]struct {
		problem *potential.Problem
		want    string // "" for none
	}{
		"independent counters":     {one(step(x, v(x).Sub(c(1)), v(y)), step(y, v(x), v(y).Sub(c(1)))), "x2 + x3 + 1"},
		"pops are paid by pushes":  {one(step(x, v(x).Sub(c(1)), v(y).Add(c(1))), step(y, v(x), v(y).Sub(c(1)))), "2*x2 + x3 + 1"},
		"a restart costs n":        {one(step(x, v(x).Sub(c(1)), v(n)), step(y, v(x), v(y).Sub(c(1)))), "x1*x2 + x2 + x3 + 1"},
		"each restarts the other":  {one(step(x, v(x).Sub(c(1)), v(n)), step(y, v(n), v(y).Sub(c(1)))), ""},
		"a counter that may go up": {one(step(x, v(x).Add(c(1)), v(y))), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if found, ok := potential.New(tt.problem).Find(potential.Around, nil); ok {
				p := found[0].Offset
				for _, term := range found[0].Terms {
					if term.Low {
						t.Errorf("%v may be negative", term.Norm)
					}
					p = p.Add(term.Weight.Mul(term.Norm))
				}
				got = p.String()
			}
			if got != tt.want {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFindCosts(t *testing.T) {
	v, c := certificate.Variable, certificate.Constant
	// An idle step sets y to anything. The second step restarts it, and the first one counts x down.
	idle := ranking.Step{From: 0, To: 0, Cases: []ranking.Case{{certificate.AtLeastZero(v(x))}}, After: []certificate.Poly{v(n), v(x), v(n)}}
	steps := []ranking.Step{step(x, v(x).Sub(c(1)), v(n)), step(y, v(x), v(y).Sub(c(1))), idle}
	for name, tt := range map[string]struct {
		costs []certificate.Poly // of these steps, and of the one that ends a run
		norms []certificate.Poly
		want  string
	}{
		"nothing costs":          {[]certificate.Poly{nil, nil, nil, nil}, nil, "0"},
		"each turn costs":        {[]certificate.Poly{c(1), nil, nil, nil}, nil, "x2"},
		"twice, and the end":     {[]certificate.Poly{c(2), nil, nil, c(3)}, nil, "2*x2 + 3"},
		"a parameter":            {[]certificate.Poly{v(n), nil, nil, nil}, nil, "x1*x2"},
		"what idle steps raise":  {[]certificate.Poly{nil, c(1), nil, nil}, nil, ""},
		"idle steps cost":        {[]certificate.Poly{nil, nil, c(1), nil}, nil, ""},
		"less than the decrease": {[]certificate.Poly{v(x).Sub(v(x)).Add(c(1)), nil, nil, nil}, []certificate.Poly{v(x)}, "x2"},
		"more than the decrease": {[]certificate.Poly{v(x), nil, nil, nil}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := one(steps...)
			p.Norms = tt.norms
			got := ""
			if found, ok := potential.New(p).Find(potential.Around, tt.costs); ok {
				f := found[0].Offset
				for _, term := range found[0].Terms {
					f = f.Add(term.Weight.Mul(term.Norm))
				}
				got = f.String()
			}
			if got != tt.want {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}
