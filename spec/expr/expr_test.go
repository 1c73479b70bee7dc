package expr

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// table is a scope for tests: a, b, c are ints, p and q bools.
type table struct{}

var color = &Enum{Name: "Color", Values: []string{"Red", "Green"}}

func (table) Lookup(name string) Expr {
	kinds := map[string]Symbol{
		"a": {Var, 0, "a", Type{Kind: Int}}, "b": {Var, 1, "b", Type{Kind: Int}}, "c": {Var, 2, "c", Type{Kind: Int}},
		"p": {Var, 3, "p", Type{Kind: Bool}}, "q": {Var, 4, "q", Type{Kind: Bool}},
		"s": {Var, 5, "s", Type{Kind: String}}, "color": {Var, 6, "color", Type{Kind: Enumerated, Enum: color}},
		"event.n": {Field, 0, "n", Type{Kind: Int}},
	}
	for i, v := range color.Values {
		if v == name {
			return &Lit{Type{Kind: Enumerated, Enum: color}, int64(i)}
		}
	}
	if s, ok := kinds[name]; ok {
		return &Ref{&s}
	}
	return nil
}

func (table) All() []string {
	return []string{"a", "b", "c", "p", "q", "s", "color", "event.n", "Red", "Green"}
}

func parse(t testing.TB, text string, want Kind) Expr {
	t.Helper()
	var diags diag.List
	e := Parse(text, diag.Span{File: "t", Start: diag.Pos{Line: 1, Column: 1}}, Type{Kind: want}, table{}, &diags)
	if len(diags) > 0 {
		t.Fatalf("%s: %s", text, diags[0].Message)
	}
	return e
}

func TestPrint(t *testing.T) {
	for _, c := range []struct{ in, spec, math string }{
		{"a*(b+2)", "a * (b + 2)", "a·(b + 2)"},
		{"a*b+2", "a * b + 2", "a·b + 2"},
		{"(a-b)-c", "a - b - c", "a - b - c"},
		{"a-(b-c)", "a - (b - c)", "a - (b - c)"},
		{"a/(b*c)", "a / (b * c)", "a / (b·c)"},
		{"a > -9223372036854775808", "a > -9223372036854775808", "a > -9223372036854775808"},
		{"-(-a)", "-(-a)", "-(-a)"},
		{"a - -3", "a - (-3)", "a - (-3)"},
		{"a * -3", "a * (-3)", "a·(-3)"},
		{"!(p && q) || a<=b", "!(p && q) || a <= b", "¬(p ∧ q) ∨ a ≤ b"},
		{"p && (q || p)", "p && (q || p)", "p ∧ (q ∨ p)"},
		{"(a == b) == p", "(a == b) == p", "(a = b) = p"},
		{"max(a, min(b, 2), event.n) != 0", "max(a, min(b, 2), event.n) != 0", "max(a, min(b, 2), event.n) ≠ 0"},
		{`s == "x\n"`, `s == "x\n"`, `s = "x\n"`},
		{"color == Green", "color == Green", "color = Green"},
	} {
		e := parse(t, c.in, Invalid)
		if got := Print(e, Spec); got != c.spec {
			t.Errorf("%s prints as %s, want %s", c.in, got, c.spec)
		}
		if got := Print(e, Math); got != c.math {
			t.Errorf("%s prints as %s in mathematics, want %s", c.in, got, c.math)
		}
	}
}

// TestEvalAgrees compares evaluation with exact arithmetic on random values,
// corners of int64 among them: a result is right, or the exact one does not
// fit or does not exist.
func TestEvalAgrees(t *testing.T) {
	corners := []int64{0, 1, -1, 2, -2, 3, 7, -7, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1, 1 << 31, 1 << 32, -1 << 32}
	random := sample.Rand(t)
	pick := func() int64 {
		if random.IntN(4) == 0 {
			return int64(random.Uint64())
		}
		return corners[random.IntN(len(corners))]
	}
	ops := map[Op]func(z, x, y *big.Int) *big.Int{
		Add: (*big.Int).Add, Sub: (*big.Int).Sub, Mul: (*big.Int).Mul, Quo: (*big.Int).Quo, Rem: (*big.Int).Rem,
	}
	faults := 0
	for range 200_000 {
		x, y := pick(), pick()
		for op, exact := range ops {
			got, err := Eval(&Binary{op, Number(x), Number(y)}, &Env{})
			if y == 0 && (op == Quo || op == Rem) {
				if !errors.Is(err, ErrDivide) {
					t.Fatalf("%d %s 0: %d, %v", x, op, got, err)
				}
				continue
			}
			want := exact(new(big.Int), big.NewInt(x), big.NewInt(y))
			if !want.IsInt64() {
				faults++
				if !errors.Is(err, ErrOverflow) {
					t.Fatalf("%d %s %d: %d, %v, but the result is %s", x, op, y, got, err, want)
				}
				continue
			}
			if err != nil || got != want.Int64() {
				t.Fatalf("%d %s %d: %d, %v, want %s", x, op, y, got, err, want)
			}
		}
	}
	if faults == 0 {
		t.Error("no overflow was tried")
	}
}

// TestPrintedGoMeansTheSame evaluates random expressions and what PrintGo
// makes of them, the latter with go/constant.
func TestPrintedGoMeansTheSame(t *testing.T) {
	random := sample.Rand(t)
	env := &Env{Vars: []int64{5, -3, 2, 1, 0}}
	literal := func(s *Symbol) string {
		if s.Type.Kind == Bool {
			return []string{"false", "true"}[env.Vars[s.Index]]
		}
		return "(" + Number(env.Vars[s.Index]).text() + ")"
	}
	for range 20_000 {
		e := randomExpr(random, 4, random.IntN(2) == 0)
		want, err := Eval(e, env)
		if err != nil {
			continue
		}
		text := PrintGo(e, literal, func(*Enum, int) string { panic("no enums here") })
		tree, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		got, ok := constantOf(tree)
		if !ok {
			continue
		}
		if got != want {
			t.Fatalf("%s is %d in Go, %d here", text, got, want)
		}
	}
}

func (e *Lit) text() string { return Print(e, Spec) }

// randomExpr makes an expression without min and max, which go/constant lacks.
func randomExpr(r *rand.Rand, depth int, boolean bool) Expr {
	sub := func(b bool) Expr { return randomExpr(r, depth-1, b) }
	if boolean {
		switch n := r.IntN(8); {
		case depth == 0 || n == 0:
			return table{}.Lookup([]string{"p", "q"}[r.IntN(2)])
		case n == 1:
			return &Unary{Not, sub(true)}
		case n < 4:
			return &Binary{[]Op{And, Or, Eq, Ne}[r.IntN(4)], sub(true), sub(true)}
		}
		return &Binary{[]Op{Eq, Ne, Lt, Le, Gt, Ge}[r.IntN(6)], sub(false), sub(false)}
	}
	switch n := r.IntN(8); {
	case depth == 0 || n == 0:
		return table{}.Lookup([]string{"a", "b", "c"}[r.IntN(3)])
	case n == 1:
		return Number(int64(r.IntN(9) - 4))
	case n == 2:
		return &Unary{Neg, sub(false)}
	}
	return &Binary{[]Op{Add, Sub, Mul, Quo, Rem}[r.IntN(5)], sub(false), sub(false)}
}

// constantOf evaluates a Go expression; ok is false where Go's constants do
// not mean what its variables do: a division by zero that && or || skips.
func constantOf(x ast.Expr) (value int64, ok bool) {
	var eval func(ast.Expr) constant.Value
	eval = func(x ast.Expr) constant.Value {
		switch x := x.(type) {
		case *ast.ParenExpr:
			return eval(x.X)
		case *ast.BasicLit:
			return constant.MakeFromLiteral(x.Value, x.Kind, 0)
		case *ast.Ident:
			return constant.MakeBool(x.Name == "true")
		case *ast.UnaryExpr:
			v := eval(x.X)
			if v.Kind() == constant.Unknown {
				return v
			}
			return constant.UnaryOp(x.Op, v, 0)
		case *ast.BinaryExpr:
			a, b := eval(x.X), eval(x.Y)
			if a.Kind() == constant.Unknown || b.Kind() == constant.Unknown {
				return constant.MakeUnknown()
			}
			op := x.Op
			switch op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return constant.MakeBool(constant.Compare(a, op, b))
			case token.QUO, token.REM:
				if constant.Sign(b) == 0 {
					return constant.MakeUnknown()
				}
				if op == token.QUO {
					op = token.QUO_ASSIGN // integer division
				}
			}
			return constant.BinaryOp(a, op, b)
		}
		panic("unreachable")
	}
	switch v := eval(x); v.Kind() {
	case constant.Bool:
		return truth(constant.BoolVal(v)), true
	case constant.Int:
		return constant.Int64Val(v)
	}
	return 0, false
}

// TestSimplify compares random expressions with what they simplify to.
func TestSimplify(t *testing.T) {
	random := sample.Rand(t)
	env := &Env{Vars: []int64{5, -3, 0, 1, 0}}
	shorter := 0
	for range 20_000 {
		e := randomExpr(random, 4, random.IntN(2) == 0)
		s := Simplify(e)
		want, err := Eval(e, env)
		got, err2 := Eval(s, env)
		if (err == nil) != (err2 == nil) || got != want || s.Type().Kind != e.Type().Kind {
			t.Fatalf("%s is %d (%v), simplified to %s it is %d (%v)", Print(e, Spec), want, err, Print(s, Spec), got, err2)
		}
		if len(Print(s, Spec)) < len(Print(e, Spec)) {
			shorter++
		}
	}
	if shorter < 1000 {
		t.Errorf("only %d became shorter", shorter)
	}
}

func TestGoTypes(t *testing.T) {
	for _, text := range []string{
		"error", "*Request", "[]byte", "time.Duration", "*net/http.Response", "map[string][]time.Duration", "[4]int",
		"chan<- example.com/a-b/v2.Event", "func(context.Context, ...string) error", "iter.Seq2[string, *net/http.Cookie]", "any",
	} {
		g, err := ParseGoType(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var again strings.Builder
		for _, p := range g.Parts {
			again.WriteString(p.Token)
			if p.Path != "" {
				again.WriteString(p.Path + ".")
			}
			again.WriteString(p.Name)
		}
		if again.String() != text {
			t.Errorf("%s comes back as %s", text, again.String())
		}
	}
	for _, text := range []string{"true", "nil", "iota", "append", "_", "comparable", "[]false", "map[string]len", "", "*", "a b", "struct{}", "interface{}", "net/http.", ".X", "net//http.X", "../x.Y", "time.duration", "int; func init() {}", "X{}", "1", "[]", "a.B.C()", "func() { panic(1) }", "x.Y\n", "*int //x", "*int/*x*/", "C.int", "unsafe.Pointer", "a\u2028b.C", "[]int`"} {
		if g, err := ParseGoType(text); err == nil {
			t.Errorf("%q is taken for a type: %v", text, g.Parts)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a + b * c", "!(p && q)", "min(a, 2) / 3 % -1", `s == "x"`, "color == Red", "((((", "-----a", "a.b.c", "event.n", "func(){}()", "a /* c */ + b", "0x10 + 0b1 + 0o7", "'a'", "a\n+b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var diags diag.List
		span := diag.Span{File: "f", Start: diag.Pos{Line: 1, Column: 1}}
		e := Parse(text, span, Type{}, table{}, &diags)
		if (e == nil) != (len(diags) > 0) {
			t.Fatalf("%q: %v with %d diagnostics", text, e, len(diags))
		}
		if e == nil {
			return
		}
		// What is accepted prints, and means the same when it is read again.
		again := parse(t, Print(e, Spec), Invalid)
		if Print(again, Spec) != Print(e, Spec) {
			t.Fatalf("%q prints as %s, and that as %s", text, Print(e, Spec), Print(again, Spec))
		}
	})
}
