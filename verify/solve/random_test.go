package solve

import (
	"math/big"
	"math/rand"
	"testing"

	. "github.com/fsmgen/fsmgen/verify/certificate"
)

func TestScratch(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	stats := map[string]int{}
	for i := 0; i < 20000; i++ {
		k := 2 + rng.Intn(3)
		nonlinear := rng.Intn(2) == 0
		var hyps []Formula
		for v := 0; v < k; v++ {
			hyps = append(hyps, AtLeastZero(Variable(Symbol(v)).Add(Constant(3))), AtLeastZero(Constant(3).Sub(Variable(Symbol(v)))))
		}
		atom := func() Formula {
			p := Constant(int64(rng.Intn(13) - 6))
			for n := 1 + rng.Intn(3); n > 0; n-- {
				q := Constant(int64(rng.Intn(9) - 4)).Mul(Variable(Symbol(rng.Intn(k))))
				if nonlinear && rng.Intn(3) == 0 {
					q = q.Mul(Variable(Symbol(rng.Intn(k))))
				}
				p = p.Add(q)
			}
			if rng.Intn(4) == 0 {
				return EqualZero(p)
			}
			return AtLeastZero(p)
		}
		var formula func(d int) Formula
		formula = func(d int) Formula {
			switch {
			case d > 0 && rng.Intn(3) == 0:
				return Or(formula(d-1), formula(d-1))
			case d > 0 && rng.Intn(4) == 0:
				return And(formula(d-1), formula(d-1))
			}
			return atom()
		}
		for n := 1 + rng.Intn(5); n > 0; n-- {
			hyps = append(hyps, formula(2))
		}
		sat := false
		vals := make([]*big.Int, k)
		var rec func(v int)
		rec = func(v int) {
			if sat {
				return
			}
			if v == k {
				sat = true
				for _, h := range hyps[2*k:] {
					if !h.Holds(func(s Symbol) *big.Int { return vals[s] }) {
						sat = false
						return
					}
				}
				return
			}
			for x := int64(-3); x <= 3; x++ {
				vals[v] = big.NewInt(x)
				rec(v + 1)
			}
		}
		rec(0)
		_, out := Refute(hyps, 2_000_000)
		key := "lin"
		if nonlinear {
			key = "nl"
		}
		if sat {
			key += " sat "
		} else {
			key += " unsat "
		}
		stats[key+out.String()]++
		if sat && out == Refuted || !sat && out == Satisfiable {
			t.Fatal("unsound", hyps)
		}
		if se := newSearch(hyps, 2_000_000); out == Unknown {
			if tr := se.run(); tr != nil {
				t.Log("REPLAY", Replay(hyps, se.write(tr)), hyps)
			}
			if sat { t.Log("SAT", hyps) }
		}
		if !sat && out == Unknown && stats[key+"unknown"] < 4 {
			t.Log(hyps)
		}
	}
	t.Log(stats)
}
