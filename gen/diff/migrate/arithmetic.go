package migrate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// goExpr writes an expression over old values as Go. Arithmetic uses integers of any size, so that it cannot overflow: an int with an
// operator becomes a *big.Int, which package json writes as a number.
func (g *generator) goExpr(x expr.Expr) string {
	x = goexpr.Plain(expr.Simplify(x))
	if x.Type().Kind == expr.Int && arithmetic(x) {
		return g.number(x)
	}
	return g.condition(x)
}

// arithmetic reports whether an expression has an operator on ints.
func arithmetic(x expr.Expr) (found bool) {
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Unary:
			found = found || x.Op == expr.Neg
		case *expr.Binary:
			found = found || x.Op <= expr.Rem
		case *expr.Call:
			found = true
		}
	})
	return found
}

// condition writes an expression that is not an int with an operator.
func (g *generator) condition(x expr.Expr) string {
	if !arithmetic(x) {
		return expr.PrintGoInt(x, g.field, func(e *expr.Enum, i int) string { return strconv.Quote(e.Stored(i)) })
	}
	switch x := x.(type) {
	case *expr.Unary:
		return "!(" + g.condition(x.X) + ")"
	case *expr.Binary:
		if x.X.Type().Kind == expr.Int {
			return "(" + g.number(x.X) + ".Cmp(" + g.number(x.Y) + ") " + x.Op.String() + " 0)"
		}
		return "(" + g.condition(x.X) + " " + x.Op.String() + " " + g.condition(x.Y) + ")"
	}
	panic("unreachable: a condition with arithmetic that compares nothing")
}

// number writes an int as a *big.Int.
func (g *generator) number(x expr.Expr) string {
	big := g.file.use("math/big")
	switch x := x.(type) {
	case *expr.Unary:
		return fmt.Sprintf("new(%s.Int).Neg(%s)", big, g.number(x.X))
	case *expr.Binary:
		method := map[expr.Op]string{expr.Add: "Add", expr.Sub: "Sub", expr.Mul: "Mul", expr.Quo: "Quo", expr.Rem: "Rem"}[x.Op]
		return fmt.Sprintf("new(%s.Int).%s(%s, %s)", big, method, g.number(x.X), g.number(x.Y))
	case *expr.Call:
		function := "MinFunc"
		if x.Op == expr.Max {
			function = "MaxFunc"
		}
		texts := make([]string, len(x.Args))
		for i, a := range x.Args {
			texts[i] = g.number(a)
		}
		return fmt.Sprintf("%s.%s([]*%s.Int{%s}, (*%s.Int).Cmp)", g.file.use("slices"), function, big, strings.Join(texts, ", "), big)
	case *expr.Lit:
		return fmt.Sprintf("%s.NewInt(%d)", big, x.Value)
	}
	return fmt.Sprintf("%s.NewInt(int64(%s))", big, g.condition(x))
}
