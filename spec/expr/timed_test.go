package expr_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// timedNames has the parameters d and e, of type duration, and n and k, of type int.
type timedNames struct{}

func (timedNames) Lookup(name string) expr.Expr {
	for i, known := range []string{"d", "e", "n", "k"} {
		if name == known {
			return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Param, Index: i, Name: name, Type: expr.Type{Kind: expr.Int, Duration: i < 2}}}
		}
	}
	return nil
}

func (timedNames) All() []string { return []string{"d", "e", "n", "k"} }

var (
	number   = expr.Type{Kind: expr.Int}
	duration = expr.Type{Kind: expr.Int, Duration: true}
	truth    = expr.Type{Kind: expr.Bool}
)

// TestTypeOfDuration parses expressions of each type, prints them as specs and as Go write them, and computes them for
// d = 90s, e = 1m, n = 3, and k = 2.
func TestTypeOfDuration(t *testing.T) {
	for _, test := range []struct {
		text   string
		typ    expr.Type
		value  int64
		golang string
	}{
		{"d + 1.5s", duration, 91_500_000_000, "d + 1500*time.Millisecond"},
		{"n * d - e / k", duration, 240_000_000_000, "time.Duration(n) * d - e / time.Duration(k)"},
		{"d * (n + 1)", duration, 360_000_000_000, "d * time.Duration(n + 1)"},
		{"2 * d / 4", duration, 45_000_000_000, "2 * d / 4"},
		{"d / 1s + n", number, 93, "int(d / time.Second) + n"},
		{"d / (2 * e)", number, 0, "int(d / (2 * e))"},
		{"d / (e - 30s) * n", number, 9, "int(d / (e - 30*time.Second)) * n"},
		{"max(d, e, 2m)", duration, 120_000_000_000, "max(d, e, 2*time.Minute)"},
		{"-d", duration, -90_000_000_000, "-d"},
		{"0s", duration, 0, "0"},
		{"1ns * n", duration, 3, "time.Nanosecond * time.Duration(n)"},
		{"d > 0s && (n < 3 || e != 1m)", truth, 0, "d > 0 && (n < 3 || e != time.Minute)"},
		{"d / 1h30m == n", truth, 0, "int(d / (90*time.Minute)) == n"},
	} {
		var diags diag.List
		e := expr.Parse(test.text, diag.Span{}, test.typ, timedNames{}, &diags)
		if e == nil {
			t.Errorf("%s: %v", test.text, diags)
			continue
		}
		if v, err := expr.Eval(e, &expr.Env{Params: []int64{90e9, 60e9, 3, 2}}); err != nil || v != test.value {
			t.Errorf("%s is %v, %v, want %v", test.text, v, err, test.value)
		}
		if got := expr.Print(e, expr.Spec); got != test.text {
			t.Errorf("%s is printed as %s", test.text, got)
		}
		if got := expr.PrintGo(e, func(s *expr.Symbol) string { return s.Name }, nil); got != test.golang {
			t.Errorf("%s is the Go expression %s, want %s", test.text, got, test.golang)
		}
		if s := expr.Simplify(e); !s.Type().Same(test.typ) {
			t.Errorf("%s has the type %s when it is simplified", test.text, s.Type())
		}
	}
}

// TestTypeOfDurationWrong wants one error, with its help, for each text.
func TestTypeOfDurationWrong(t *testing.T) {
	for _, test := range []struct {
		text, message, help string
		want                expr.Type
	}{
		{"30", "expected a duration, found an int `30`", "give it a unit, as in 30s", duration},
		{"n + 1", "expected a duration, found an int `n + 1`", "multiply it by a unit, as in (n + 1) * 1s", duration},
		{"d", "expected an int, found a duration `d`", "divide it by a duration, as in (d) / 1s", number},
		{"d", "expected a bool, found a duration `d`", "compare it, as in d > 0s", truth},
		{"d > 0", "`d > 0` mixes durations with numbers", "give each number that stands for a time a unit, as in 30s * n + 5s; `0s` is no time", truth},
		{"d == n", "`d == n` mixes durations with numbers", "give each number that stands for a time a unit, as in 30s * n + 5s; `0s` is no time", truth},
		{"n / d", "`n / d` mixes durations with numbers", "a duration can be divided by an int, which gives a duration, or by a duration, which gives an int", number},
		{"d * e", "`d * e` multiplies durations", "multiply a duration by an int, as in 30s * n", duration},
		{"d % 2", "operator % needs ints, but `d % 2` has a duration", "durations can be added, subtracted, compared, multiplied by ints, and divided by ints or durations", duration},
		{"d + 3000000h", "`3000000h` is neither a number nor a duration", "write a number, or a duration such as 500ms, 1.5s, 2m, or 24h", duration},
		{"2000000h + 2000000h", "`2000000h + 2000000h` does not fit in 64 bits", "", duration},
		{"d / 0s", "division by zero", "", number},
	} {
		var diags diag.List
		if e := expr.Parse(test.text, diag.Span{}, test.want, timedNames{}, &diags); e != nil || len(diags) != 1 {
			t.Errorf("%s: %v, %v", test.text, e, diags)
		} else if d := diags[0]; d.Message != test.message || d.Help != test.help {
			t.Errorf("%s: %q, %q, want %q, %q", test.text, d.Message, d.Help, test.message, test.help)
		}
	}
}

// TestAsNumber makes expressions that take durations as numbers, as the verifier makes them, into those of specs.
func TestAsNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ref := func(i int) expr.Expr { return timedNames{}.Lookup([]string{"d", "e", "n", "k"}[i]) }
	var random func(depth int) expr.Expr
	random = func(depth int) expr.Expr {
		if depth == 0 || r.IntN(4) == 0 {
			switch r.IntN(4) {
			case 0:
				return expr.Number(r.Int64N(2000) - 500)
			case 1:
				return expr.Time(time.Duration(r.Int64N(2000)) * time.Millisecond)
			}
			return ref(r.IntN(4))
		}
		x, y := random(depth-1), random(depth-1)
		switch r.IntN(7) {
		case 0:
			return &expr.Unary{Op: expr.Neg, X: x}
		case 1:
			return &expr.Call{Op: expr.Min, Args: []expr.Expr{x, y}}
		case 2:
			return &expr.Binary{Op: expr.Quo, X: x, Y: expr.Number(1 + r.Int64N(9))}
		case 3:
			return &expr.Binary{Op: expr.Mul, X: x, Y: y}
		case 4:
			return &expr.Binary{Op: expr.Sub, X: x, Y: y}
		}
		return &expr.Binary{Op: expr.Add, X: x, Y: y}
	}
	changed := 0
	for range 5000 {
		e, want := random(3), number
		if r.IntN(2) == 0 {
			e, want = &expr.Binary{Op: expr.Lt, X: e, Y: random(2)}, truth
		}
		var diags diag.List
		text := expr.PrintNumber(e, expr.Spec)
		back := expr.Parse(text, diag.Span{}, want, timedNames{}, &diags)
		if back == nil {
			if diags[0].Code != diag.CodeNumber {
				t.Fatalf("%s: %v", text, diags)
			}
			continue // a constant is too large
		}
		if !expr.Equal(e, back) {
			changed++
		}
		env := &expr.Env{Params: []int64{r.Int64N(1e6), r.Int64N(1e4) - 500, r.Int64N(9), r.Int64N(2000)}}
		v, err := expr.Eval(e, env)
		if got, fault := expr.Eval(back, env); err == nil && fault == nil && got != v {
			t.Fatalf("%s is %d, want %d, for %v", text, got, v, env.Params)
		}
	}
	if changed < 500 {
		t.Errorf("only %d expressions changed", changed)
	}
}

// TestNumbersAreShort shows that what the verifier makes of durations is written with durations where specs can do so.
func TestNumbersAreShort(t *testing.T) {
	name := func(s string) expr.Expr { return timedNames{}.Lookup(s) }
	of := func(op expr.Op, x, y expr.Expr) expr.Expr { return &expr.Binary{Op: op, X: x, Y: y} }
	num, second := expr.Number, expr.Time(time.Second)
	for _, test := range []struct {
		e    expr.Expr
		want string
	}{
		{of(expr.Lt, name("d"), num(5)), "d < 5ns"},
		{of(expr.Eq, num(7), name("d")), "7ns == d"},
		{of(expr.Ge, of(expr.Add, name("d"), name("e")), num(9)), "d + e >= 9ns"},
		{of(expr.Lt, name("n"), num(5)), "n < 5"},
		{of(expr.Eq, name("d"), name("n")), "d / 1ns == n"},
		{of(expr.Quo, num(8), name("d")), "8ns / d"},
		{of(expr.Quo, name("d"), num(4)), "d / 4ns"},
		{of(expr.Add, name("d"), num(4)), "d / 1ns + 4"},
		{of(expr.Sub, num(4), name("d")), "4 - d / 1ns"},
		{of(expr.Add, name("d"), second), "(d + 1s) / 1ns"},
		{&expr.Case{Of: of(expr.Lt, name("n"), num(2)), Values: []expr.Expr{name("d"), num(3)}}, "(if n < 2: 3, else d / 1ns)"},
	} {
		if got := expr.PrintNumber(test.e, expr.Spec); got != test.want {
			t.Errorf("%s is %s, want %s", expr.Print(test.e, expr.Spec), got, test.want)
		}
	}
}
