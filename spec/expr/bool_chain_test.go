package expr

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

func TestDistinct(t *testing.T) {
	for text, want := range map[string]string{
		"p && p":                          "p",
		"p && q && p":                     "p && q",
		"p && (q && p)":                   "p && q",
		"(p || p) && p":                   "p",
		"p || p && p":                     "p",
		"p || (q || q)":                   "p || q",
		"!(p && p)":                       "!p",
		"p && (q || p)":                   "p && (q || p)",
		"a > 0 && a > 0 || q":             "a > 0 || q",
		"a != 1 || a != 2":                "a != 1 || true",
		"a == 1 && q && a == 2":           "a == 1 && q && false",
		"a == 1 && a == 1 + 0":            "a == 1",
		"1 == a && a == 2":                "1 == a && false",
		"a == 1 && b == 2":                "a == 1 && b == 2",
		"a == 1 || a == 2":                "a == 1 || a == 2",
		"a == 1 && a != 2":                "a == 1 && a != 2",
		"max(a, b) > 0 && max(a, b) > 0":  "max(a, b) > 0",
		"q && (a != 1 || a != 2 || p)":    "q && (a != 1 || true || p)",
		"(p && p || p && p) == (q || q)":  "p == q",
		"p && !(a != 1 || !(p && !p))":    "p && !(a != 1 || !(p && !p))",
		"p || !(!p && !p)":                "p",
		"a - 1 == b && p && a - 1 == b":   "a - 1 == b && p",
		"(a == 1 && p) && (p && a == 1)":  "a == 1 && p",
		"min(a) == 1 || min(a) == 1 || p": "min(a) == 1 || p",
	} {
		if got := PrintGo(parse(t, text, Bool), specName, specValue); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// TestDistinctMeaning compares values, and looks for operands that are there
// twice as `go vet` does.
func TestDistinctMeaning(t *testing.T) {
	random := sample.Rand(t)
	shorter := 0
	print := func(e Expr) string { return Print(e, Spec) }
	for range 3000 {
		parts := []Expr{randomExpr(random, 2, true), randomExpr(random, 1, true), randomExpr(random, 0, true)}
		e := parts[0]
		for range 5 {
			op := And
			if random.IntN(2) == 0 {
				op = Or
			}
			e = &Binary{op, e, parts[random.IntN(3)]}
			if random.IntN(3) == 0 {
				e = &Binary{op, parts[random.IntN(3)], &Unary{Not, e}}
			}
		}
		d := distinct(e, print)
		if print(d) != print(e) {
			shorter++
		}
		for range 8 {
			value := map[string]int64{"p": random.Int64N(2), "q": random.Int64N(2), "a": random.Int64N(5) - 2, "b": random.Int64N(5) - 2, "c": random.Int64N(5) - 2}
			fill := func(s *Symbol) Expr {
				if s.Type.Kind == Bool {
					return Truth(value[s.Name] == 1)
				}
				return Number(value[s.Name])
			}
			want, err := Eval(Substitute(e, fill), &Env{})
			got, fault := Eval(Substitute(d, fill), &Env{})
			if want != got || fmt.Sprint(err) != fmt.Sprint(fault) {
				t.Fatalf("%s is %d, %v; without repetitions, %s is %d, %v", print(e), want, err, print(d), got, fault)
			}
		}
		x, err := parser.ParseExpr(print(d))
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(x, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) {
				seen := map[string]bool{}
				for _, o := range operands(b, b.Op) {
					text := print(d)[o.Pos()-1 : o.End()-1]
					if seen[text] {
						t.Fatalf("%s has %s twice", print(d), text)
					}
					seen[text] = true
				}
			}
			return true
		})
	}
	if shorter < 1000 {
		t.Errorf("only %d expressions had repetitions", shorter)
	}
}

// operands are the parts of a chain of one operator, without parentheses.
func operands(x ast.Expr, op token.Token) []ast.Expr {
	x = ast.Unparen(x)
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op == op {
		return append(operands(b.X, op), operands(b.Y, op)...)
	}
	return []ast.Expr{x}
}
