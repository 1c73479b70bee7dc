package ranking_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/ranking"
)

// work is more than any problem here needs.
const work = 100_000_000

func limit(work int) *int { return &work }

// system is a random one: each step has a guard, a sum of x and y and a number that is
// at least 0, and adds numbers to both.
type system struct {
	places int
	steps  []step
}

type step struct {
	from, to   int
	guard, add [3]int64
}

var x, y = certificate.Variable(0), certificate.Variable(1)

func sum(a [3]int64) certificate.Poly {
	return x.Mul(certificate.Constant(a[0])).Add(y.Mul(certificate.Constant(a[1]))).Add(certificate.Constant(a[2]))
}

func (s system) problem() *ranking.Problem {
	p := &ranking.Problem{Places: s.places}
	for range s.places {
		p.Terms = append(p.Terms, []certificate.Poly{x, y})
		p.Facts = append(p.Facts, []ranking.Case{{}})
	}
	for _, st := range s.steps {
		p.Steps = append(p.Steps, ranking.Step{
			From: st.from, To: st.to,
			Cases: []ranking.Case{{certificate.AtLeastZero(sum(st.guard))}},
			After: []certificate.Poly{x.Add(certificate.Constant(st.add[0])), y.Add(certificate.Constant(st.add[1]))},
		})
	}
	return p
}

// rank is the value of a ranking function, with what it is for low ones.
func rank(r *ranking.Result, place int, a, b int64) []int64 {
	out := []int64{int64(r.Levels[place])}
	for _, f := range r.Components[place] {
		v := f.By[0].Int64()*a + f.By[1].Int64()*b + f.Number.Int64()
		if f.Low {
			v = max(0, v)
		}
		out = append(out, new(big.Int).Div(big.NewInt(v), f.Over).Int64())
	}
	return out
}

// TestFind takes each step of random systems from many points, and looks whether
// what is found falls, and is nowhere below 0.
func TestFind(t *testing.T) {
	random := sample.Rand(t)
	found, deep := 0, 0
	for range 800 {
		s := system{places: 1 + random.IntN(2)}
		for range 1 + random.IntN(3) {
			small := func() int64 { return int64(random.IntN(5) - 2) }
			s.steps = append(s.steps, step{random.IntN(s.places), random.IntN(s.places), [3]int64{small(), small(), small()}, [3]int64{small(), small()}})
		}
		r, ok := ranking.Find(context.Background(), s.problem(), limit(work))
		if !ok {
			continue
		}
		found++
		for _, c := range r.Components {
			if len(c) > 1 {
				deep++
				break
			}
		}
		for _, st := range s.steps {
			for a := int64(-9); a <= 9; a++ {
				for b := int64(-9); b <= 9; b++ {
					if st.guard[0]*a+st.guard[1]*b+st.guard[2] < 0 {
						continue
					}
					before, after := rank(r, st.from, a, b), rank(r, st.to, a+st.add[0], b+st.add[1])
					if !lower(after, before) {
						t.Fatalf("%+v: %v at (%d, %d) in %+v; after it %v", st, before, a, b, s, after)
					}
				}
			}
		}
	}
	if found < 100 || deep < 10 {
		t.Errorf("found %d, %d of several components: the test is too weak", found, deep)
	}
}

// lower reports whether a is below b in the lexicographic order.
func lower(a, b []int64) bool {
	for i := range max(len(a), len(b)) {
		var u, v int64
		if i < len(a) {
			u = a[i]
		}
		if i < len(b) {
			v = b[i]
		}
		if u != v {
			return u < v && v >= 0
		}
	}
	return false
}

// TestNone holds systems with endless runs to have no ranking function.
func TestNone(t *testing.T) {
	for _, s := range []system{
		{1, []step{{0, 0, [3]int64{0, 0, 0}, [3]int64{0, 0}}}},
		{1, []step{{0, 0, [3]int64{1, 0, 0}, [3]int64{1, 0}}}},
		{2, []step{{0, 1, [3]int64{1, 0, 0}, [3]int64{-1, 0}}, {1, 0, [3]int64{0, 0, 1}, [3]int64{1, 0}}}},
	} {
		if r, ok := ranking.Find(context.Background(), s.problem(), limit(work)); ok {
			t.Errorf("%+v has %+v", s, r)
		}
	}
}

func ExampleFind() {
	// While x > 0: x falls by 2.
	r, _ := ranking.Find(context.Background(), &ranking.Problem{
		Places: 1,
		Terms:  [][]certificate.Poly{{x}},
		Facts:  [][]ranking.Case{{{certificate.AtLeastZero(x)}}},
		Steps: []ranking.Step{{Cases: []ranking.Case{{certificate.AtLeastZero(x.Sub(certificate.Constant(1)))}},
			After: []certificate.Poly{x.Sub(certificate.Constant(2))}}},
	}, limit(work))
	f := r.Components[0][0]
	fmt.Println(f.By[0].Cmp(big.NewInt(0)) > 0, f.Low)
	// Output: true false
}

// TestFindMany holds the work on a system of many places to its limit, where most
// exchanges of the simplex method gain nothing. Steps lead on in a ring, or anywhere.
func TestFindMany(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const places, numbers = 18, 5
	var terms []certificate.Poly
	var fact ranking.Case
	for i := range numbers {
		terms = append(terms, certificate.Variable(certificate.Symbol(i)))
		fact = append(fact, certificate.AtLeastZero(terms[i]))
	}
	p := &ranking.Problem{Places: places}
	step := func(from, to, lower, raise int) {
		after := slices.Clone(terms)
		after[lower] = after[lower].Sub(certificate.Constant(1))
		if raise > lower {
			after[raise] = after[raise].Add(certificate.Constant(1))
		}
		guard := certificate.AtLeastZero(after[lower])
		p.Steps = append(p.Steps, ranking.Step{From: from, To: to, Cases: []ranking.Case{append(slices.Clone(fact), guard)}, After: after})
	}
	for s := range places {
		p.Terms, p.Facts = append(p.Terms, terms), append(p.Facts, []ranking.Case{fact})
		step(s, (s+1)%places, numbers-1, -1)
		for range 3 {
			step(s, random.IntN(places), random.IntN(numbers), random.IntN(numbers))
		}
	}
	if _, ok := ranking.Find(context.Background(), p, limit(work)); !ok {
		t.Errorf("%d steps between %d places take more work than %d", len(p.Steps), places, work)
	}
	// A little work does not suffice, and is not gone beyond.
	if _, ok := ranking.Find(context.Background(), p, limit(work/100)); ok {
		t.Error("nothing is counted as work")
	}
}
