package expr

import (
	"math"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

func TestSimplified(t *testing.T) {
	for text, want := range map[string]string{
		"a - 1 - 1":                   "a - 2",
		"a - b - 1 - 1 - 1":           "a - b - 3",
		"a + 1 + 1 + b":               "a + 2 + b",
		"0 + a":                       "a",
		"max(a, a)":                   "a",
		"max(a, b, a)":                "max(a, b)",
		"max(0, max(0, a), 3)":        "max(3, a)",
		"min(4, min(a, 2))":           "min(2, a)",
		"min(a, max(a, a))":           "a",
		"max(min(a, 1), min(a, 1))":   "min(a, 1)",
		"a + 1 - 1":                   "a + 1 - 1", // it overflows for the largest int
		"a - 1 + 1":                   "a - 1 + 1",
		"a - (b - 1) - 1":             "a - (b - 1) - 1",
		"a + 2147483647 + 1":          "a + 2147483647 + 1", // the sum is no int of 32 bits
		"a - 9223372036854775807 - 1": "a - 9223372036854775807 - 1",
		"max(a, min(a, b))":           "max(a, min(a, b))",
	} {
		if got := Print(Simplify(parse(t, text, Int)), Spec); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// TestSimplifyExtremes compares sums and extremes of random expressions with what they simplify to, also where they overflow.
func TestSimplifyExtremes(t *testing.T) {
	random := sample.Rand(t)
	values := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt64 + 3, -3, -1, 0, 1, 2, math.MaxInt64 - 2, math.MaxInt64 - 1, math.MaxInt64}
	var build func(depth int) Expr
	build = func(depth int) Expr {
		switch n := random.IntN(8); {
		case depth == 0 || n == 0:
			return table{}.Lookup([]string{"a", "b", "c"}[random.IntN(3)])
		case n < 3:
			return Number(int64(random.IntN(7) - 2))
		case n < 6:
			return &Binary{[]Op{Add, Sub}[random.IntN(2)], build(depth - 1), build(depth - 1)}
		}
		call := &Call{Op: []Op{Min, Max}[random.IntN(2)]}
		for range 1 + random.IntN(3) {
			call.Args = append(call.Args, build(depth-1))
		}
		return call
	}
	changed, failed := 0, 0
	for range 20_000 {
		e := build(5)
		s := Simplify(e)
		if !Equal(e, s) {
			changed++
		}
		for range 5 {
			env := &Env{Vars: make([]int64, 5)}
			for i := range env.Vars {
				env.Vars[i] = values[random.IntN(len(values))]
			}
			want, err := Eval(e, env)
			got, err2 := Eval(s, env)
			if err != nil {
				failed++
			}
			if (err == nil) != (err2 == nil) || err == nil && got != want {
				t.Fatalf("%s is %d (%v) for %v, simplified to %s it is %d (%v)", Print(e, Spec), want, err, env.Vars, Print(s, Spec), got, err2)
			}
		}
	}
	if changed < 5000 || failed < 5000 {
		t.Errorf("%d changed, and %d values do not exist", changed, failed)
	}
}
