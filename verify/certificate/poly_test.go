package certificate

import (
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// randomPoly returns a polynomial in symbols 0 to 2, in any form: unsorted,
// with repeated terms and zero coefficients.
func randomPoly(rng *rand.Rand) Poly {
	var p Poly
	for range rng.Intn(5) {
		t := Term{Coeff: big.NewInt(int64(rng.Intn(9) - 4))}
		for range rng.Intn(4) {
			t.Symbols = append(t.Symbols, Symbol(rng.Intn(3)))
		}
		p = append(p, t)
	}
	return p
}

// at returns the values of an integer point.
func at(values ...int64) func(Symbol) *big.Int {
	return func(s Symbol) *big.Int {
		if int(s) < len(values) && s >= 0 {
			return big.NewInt(values[s])
		}
		return new(big.Int)
	}
}

func TestPolyArithmetic(t *testing.T) {
	rng := rand.New(rand.NewSource(int64(sample.Seed(t))))
	for range 5000 {
		p, q := randomPoly(rng), randomPoly(rng)
		point := at(int64(rng.Intn(11)-5), int64(rng.Intn(11)-5), int64(rng.Intn(11)-5))
		before := p.String()
		pv, qv := p.Eval(point), q.Eval(point)
		for _, c := range []struct {
			name string
			got  Poly
			want *big.Int
		}{
			{"Add", p.Add(q), new(big.Int).Add(pv, qv)},
			{"Sub", p.Sub(q), new(big.Int).Sub(pv, qv)},
			{"Mul", p.Mul(q), new(big.Int).Mul(pv, qv)},
			{"Neg", p.Neg(), new(big.Int).Neg(pv)},
		} {
			if c.got.Eval(point).Cmp(c.want) != 0 {
				t.Fatalf("(%v) %s (%v) = %v, which has the wrong value", p, c.name, q, c.got)
			}
			if !inNormalForm(c.got) {
				t.Fatalf("(%v) %s (%v) = %v is not in normal form", p, c.name, q, c.got)
			}
		}
		if p.String() != before {
			t.Fatalf("%v became %v", before, p)
		}
	}
}

func inNormalForm(p Poly) bool {
	for i, t := range p {
		if t.Coeff.Sign() == 0 || !slices.IsSorted(t.Symbols) ||
			i > 0 && slices.Compare(p[i-1].Symbols, t.Symbols) >= 0 {
			return false
		}
	}
	return true
}

func TestPolyString(t *testing.T) {
	x, y := Variable(0), Variable(1)
	for _, c := range []struct {
		p    Poly
		want string
	}{
		{nil, "0"},
		{Constant(0), "0"},
		{Constant(-3), "-3"},
		{x, "x0"},
		{x.Neg(), "-x0"},
		{x.Mul(y).Mul(x).Add(Constant(2).Mul(y)).Sub(Constant(1)), "x0*x0*x1 + 2*x1 - 1"},
		{Constant(4).Sub(Constant(2).Mul(x)), "-2*x0 + 4"},
	} {
		if got := c.p.String(); got != c.want {
			t.Errorf("String() = %q, want %q", got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	x, five := Variable(1), Constant(5)
	for _, test := range []struct {
		p    Poly
		want bool
	}{{nil, true}, {five, true}, {five.Sub(five), true}, {x, false}, {x.Add(five), false}, {x.Mul(x), false}, {x.Sub(x), true}} {
		if got := test.p.Number(); got != test.want {
			t.Errorf("%v is a number: %t", test.p, got)
		}
	}
}
