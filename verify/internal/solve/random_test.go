package solve

import (
	"encoding/json"
	"math/big"
	"math/rand"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	. "github.com/fsmgen/fsmgen/verify/certificate"
)

// limit of the tests with small random systems.
const limit = 500_000

// random makes small systems. It draws from a source of bytes, so that a fuzz
// target can be the source.
type random struct {
	intn      func(n int) int
	symbols   int
	nonlinear bool
}

// system returns hypotheses over 2 to 4 symbols, all between -3 and 3.
func (r *random) system() []Formula {
	r.symbols = 2 + r.intn(3)
	var system []Formula
	for s := range Symbol(r.symbols) {
		system = append(system, between(c(-3), Variable(s), c(3)))
	}
	for range 1 + r.intn(5) {
		system = append(system, r.formula(2))
	}
	return system
}

func (r *random) formula(depth int) Formula {
	if depth > 0 {
		switch r.intn(6) {
		case 0, 1:
			return Or(r.formula(depth-1), r.formula(depth-1))
		case 2:
			return And(r.formula(depth-1), r.formula(depth-1))
		}
	}
	p := c(int64(r.intn(13) - 6))
	for range 1 + r.intn(3) {
		q := c(int64(r.intn(9) - 4)).Mul(Variable(Symbol(r.intn(r.symbols))))
		for degree := 1; r.nonlinear && degree < 3 && r.intn(3) == 0; degree++ {
			q = q.Mul(Variable(Symbol(r.intn(r.symbols))))
		}
		p = p.Add(q)
	}
	if r.intn(4) == 0 {
		return EqualZero(p)
	}
	return AtLeastZero(p)
}

// hasSolution tries all points of the box.
func (r *random) hasSolution(system []Formula) bool {
	points := 1
	for range r.symbols {
		points *= 7
	}
	values := make([]*big.Int, r.symbols)
	for i := range points {
		for s := range values {
			values[s] = big.NewInt(int64(i%7 - 3))
			i /= 7
		}
		if And(system...).Holds(func(s Symbol) *big.Int { return values[s] }) {
			return true
		}
	}
	return false
}

// checkSystem compares the search with brute force. It returns the outcome
// and whether there is a solution.
func checkSystem(t *testing.T, r *random, system []Formula) (Outcome, bool) {
	t.Helper()
	sat := r.hasSolution(system)
	proof, outcome := Refute(system, limit)
	switch {
	case sat && outcome == Refuted:
		t.Fatalf("%v has a solution but is refuted", system)
	case !sat && outcome == Satisfiable:
		t.Fatalf("%v has no solution but is called satisfiable", system)
	case (proof != nil) != (outcome == Refuted):
		t.Fatalf("%v: proof %v with outcome %v", system, proof, outcome)
	case outcome == Unknown:
		// A proof that Replay rejects shows up as unknown: a fault here,
		// though a harmless one.
		s := newSearch(system, limit)
		if tree := s.run(); tree != nil {
			t.Fatalf("%v: %v", system, Replay(system, s.write(tree)))
		}
	}
	return outcome, sat
}

// TestRandom compares random systems with brute force. In a box, branching
// decides every linear system.
func TestRandom(t *testing.T) {
	for _, c := range []struct {
		name      string
		nonlinear bool
		count     int
		atLeast   float64
	}{
		{"linear", false, sample.Size(200, 300, 6000), 1},
		{"nonlinear", true, sample.Size(200, 600, 3500), 0.95},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &random{intn: sample.Rand(t).IntN, nonlinear: c.nonlinear}
			sat, unsat, models, proofs := 0, 0, 0, 0
			for range c.count {
				system := r.system()
				outcome, has := checkSystem(t, r, system)
				if !has {
					unsat++
					if outcome == Refuted {
						proofs++
					}
					continue
				}
				sat++
				if model, ok := Model(system, limit); ok {
					models++
					if !And(system...).Holds(model.Value) {
						t.Fatalf("%v is no solution of %v", model, system)
					}
				}
			}
			t.Logf("%d of %d refuted, %d of %d solved", proofs, unsat, models, sat)
			if float64(proofs) < c.atLeast*float64(unsat) || float64(models) < c.atLeast*float64(sat) {
				t.Error("too few")
			}
		})
	}
}

// TestLimit checks that a search that is cut short anywhere says so, and that
// a larger limit never makes an outcome worse.
func TestLimit(t *testing.T) {
	r := &random{intn: sample.Rand(t).IntN}
	all := append(provable(), broken()...)
	for i := range 60 {
		r.nonlinear = i%2 == 0
		all = append(all, obligation{"random", r.system()})
	}
	for _, o := range all {
		_, want := Refute(o.hypotheses, limit)
		for cut := 0; cut < 3000; cut += 1 + cut/8 {
			proof, outcome := Refute(o.hypotheses, cut)
			if outcome != want && outcome != Exhausted {
				t.Fatalf("%s: %v with limit %d, want %v", o.name, outcome, cut, want)
			}
			if outcome == Refuted && Replay(o.hypotheses, proof) != nil {
				t.Fatalf("%s: proof is wrong with limit %d", o.name, cut)
			}
		}
	}
}

// TestDeterministic checks that equal problems have equal proofs.
func TestDeterministic(t *testing.T) {
	for _, o := range provable() {
		first, _ := Refute(o.hypotheses, limit)
		want, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			again, _ := Refute(o.hypotheses, limit)
			if got, _ := json.Marshal(again); string(got) != string(want) {
				t.Fatalf("%s: two proofs:\n%s\n%s", o.name, want, got)
			}
		}
	}
}

// FuzzRefute compares with brute force, like TestRandom.
func FuzzRefute(f *testing.F) {
	for seed := range int64(4) {
		data := make([]byte, 60)
		rand.New(rand.NewSource(seed)).Read(data)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &random{nonlinear: len(data)%2 == 0}
		r.intn = func(n int) int {
			if len(data) == 0 {
				return 0
			}
			b := int(data[0]) % n
			data = data[1:]
			return b
		}
		checkSystem(t, r, r.system())
	})
}

// TestBigNumbers has coefficients and bounds beyond 64 bits.
func TestBigNumbers(t *testing.T) {
	huge := c(1 << 62).Mul(c(1 << 62))
	for _, o := range []struct {
		name       string
		hypotheses []Formula
		want       Outcome
	}{
		{"gap", []Formula{between(huge.Add(c(1)), huge.Add(huge).Mul(vx), huge.Add(huge).Sub(c(1)))}, Refuted},
		{"sum", []Formula{atLeast(vx, huge), atLeast(vy, huge), below(vx.Add(vy), huge.Add(huge))}, Refuted},
		{"product", []Formula{atLeast(vx, huge), atLeast(vy, huge), below(vx.Mul(vy), huge.Mul(huge))}, Refuted},
		{"chain", []Formula{
			equal(huge.Mul(vx), huge.Add(c(1)).Mul(vy)), atLeast(vx, c(1)), below(vy, vx), below(vy, huge),
		}, Refuted},
		{"solution", []Formula{equal(vx, huge.Mul(vy)), atLeast(vy, huge)}, Satisfiable},
	} {
		t.Run(o.name, func(t *testing.T) {
			if _, outcome := Refute(o.hypotheses, limit); outcome != o.want {
				t.Errorf("Refute = %v, want %v", outcome, o.want)
			}
		})
	}
}

// TestNumber compares numbers with big.Int around the edges of 64 bits.
func TestNumber(t *testing.T) {
	sample.Turn(t)
	rng := rand.New(rand.NewSource(int64(sample.Seed(t))))
	draw := func() number {
		n := big.NewInt(rng.Int63n(7) - 3)
		for _, shift := range []uint{31, 32, 62, 63, 64} {
			if rng.Intn(4) == 0 {
				n.Add(n, new(big.Int).Lsh(big.NewInt(rng.Int63n(3)-1), shift))
			}
		}
		return fromBig(n)
	}
	for range 200_000 {
		a, b := draw(), draw()
		x, y := a.toBig(), b.toBig()
		check := func(name string, got number, want *big.Int) {
			t.Helper()
			if got.toBig().Cmp(want) != 0 || (got.big != nil) == want.IsInt64() {
				t.Fatalf("%v %s %v = %v, want %v", x, name, y, got.toBig(), want)
			}
		}
		check("+", a.add(b), new(big.Int).Add(x, y))
		check("-", a.sub(b), new(big.Int).Sub(x, y))
		check("*", a.mul(b), new(big.Int).Mul(x, y))
		check("neg", a.neg(), new(big.Int).Neg(x))
		check("abs", a.abs(), new(big.Int).Abs(x))
		check("gcd", gcd(a, b), new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y)))
		if a.sign() != x.Sign() || a.cmp(b) != x.Cmp(y) || a.isZero() != (x.Sign() == 0) {
			t.Fatalf("sign, cmp or isZero of %v, %v", x, y)
		}
		if b.sign() > 0 {
			check("div", a.div(b), new(big.Int).Div(x, y))
			if b.divides(a) != (new(big.Int).Mod(x, y).Sign() == 0) {
				t.Fatalf("%v divides %v", y, x)
			}
		}
	}
}
