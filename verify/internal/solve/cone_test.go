package solve_test

import (
	"math/big"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
)

// TestCone holds solutions of random systems to their equations, and the sum of
// the goals to what trying small values reaches.
func TestCone(t *testing.T) {
	sample.Turn(t)
	random := sample.Rand(t)
	positive, light := 0, 0
	for range 400 {
		var c solve.Cone
		n, m := 3+random.IntN(3), 1+random.IntN(3)
		for range n {
			c.Unknown()
		}
		coefficients := make([][]int64, m)
		for i := range coefficients {
			coefficients[i] = make([]int64, n)
			var parts []solve.Part
			for u := range n {
				if v := int64(random.IntN(5) - 2); v != 0 {
					coefficients[i][u] = v
					parts = append(parts, solve.Part{Unknown: u, By: big.NewInt(v)})
				}
			}
			c.Equation(parts)
		}
		goals, weights := []int{0, 1}, make([]int64, n)
		for u := range n {
			weights[u] = int64(random.IntN(3))
		}
		values, _ := c.Maximize(goals, weights, 1_000_000)
		if values == nil {
			t.Fatal("the work does not suffice")
		}
		for i, row := range coefficients {
			sum := new(big.Rat)
			for u, a := range row {
				sum.Add(sum, new(big.Rat).Mul(big.NewRat(a, 1), values[u]))
			}
			if sum.Sign() != 0 {
				t.Fatalf("equation %d: %v of %v is %v", i, row, values, sum)
			}
		}
		goal, weight := score(values, goals, weights)
		if goal.Sign() > 0 {
			positive++
		}
		for u, v := range values {
			if v.Sign() < 0 || u < 2 && v.Cmp(big.NewRat(1, 1)) > 0 {
				t.Fatalf("values %v", values)
			}
		}
		// All solutions in halves up to 2.
		try := make([]*big.Rat, n)
		var visit func(u int)
		visit = func(u int) {
			if u < n {
				for h := range int64(5) {
					if u < 2 && h > 2 {
						break
					}
					try[u] = big.NewRat(h, 2)
					visit(u + 1)
				}
				return
			}
			for _, row := range coefficients {
				sum := new(big.Rat)
				for u, a := range row {
					sum.Add(sum, new(big.Rat).Mul(big.NewRat(a, 1), try[u]))
				}
				if sum.Sign() != 0 {
					return
				}
			}
			g, w := score(try, goals, weights)
			if g.Cmp(goal) > 0 || g.Cmp(goal) == 0 && w.Cmp(weight) < 0 {
				t.Fatalf("%v gives %v at %v, but %v gives %v at %v, of %v", values, goal, weight, try, g, w, coefficients)
			}
			if g.Cmp(goal) == 0 && w.Cmp(weight) > 0 {
				light++
			}
		}
		visit(0)
	}
	if positive < 50 || light < 50 {
		t.Errorf("%d with a goal above 0, %d heavier solutions: the test is too weak", positive, light)
	}
}

func score(values []*big.Rat, goals []int, weights []int64) (goal, weight *big.Rat) {
	goal, weight = new(big.Rat), new(big.Rat)
	for _, g := range goals {
		goal.Add(goal, values[g])
	}
	for u, w := range weights {
		weight.Add(weight, new(big.Rat).Mul(big.NewRat(w, 1), values[u]))
	}
	return goal, weight
}

// TestConeLimit holds the work to its limit.
func TestConeLimit(t *testing.T) {
	var c solve.Cone
	for range 50 {
		c.Unknown()
	}
	for i := range 40 {
		c.Equation([]solve.Part{{Unknown: i, By: big.NewInt(2)}, {Unknown: i + 1, By: big.NewInt(-3)}, {Unknown: i + 7, By: big.NewInt(1)}})
	}
	if values, left := c.Maximize([]int{0}, nil, 100); values != nil || left != 0 {
		t.Error("100 operations suffice")
	}
	if values, left := c.Maximize([]int{0}, nil, 10_000_000); values == nil || left <= 0 {
		t.Error("ten million do not")
	}
}
