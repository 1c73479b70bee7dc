package worst

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/worstcase"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// value writes the least of the expressions that pick takes from the terms of a limit.
func (p *printer) value(l worstcase.Limit, pick func(worstcase.Term) expr.Expr) string {
	var list []string
	for _, t := range l.Terms {
		x := goexpr.Plain(gathered(pick(t)))
		if l.Kind == worstcase.Time {
			list = append(list, p.time(x, t.Unit))
			continue
		}
		list = append(list, p.number(x))
	}
	if len(list) == 1 {
		return list[0]
	}
	return "min(" + strings.Join(list, ", ") + ")"
}

// gathered adds up the numbers of a sum.
func gathered(x expr.Expr) expr.Expr {
	var terms []expr.Expr
	numbers, literals := expr.Expr(expr.Number(0)), 0
	var split func(x expr.Expr)
	split = func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Binary:
			if x.Op == expr.Add {
				split(x.X)
				split(x.Y)
				return
			}
		case *expr.Lit:
			numbers, literals = expr.Simplify(&expr.Binary{Op: expr.Add, X: numbers, Y: x}), literals+1
			return
		}
		terms = append(terms, x)
	}
	split(x)
	if literals < 2 {
		return x
	}
	sum := expr.Expr(expr.Number(0))
	for _, t := range append(terms, numbers) {
		sum = &expr.Binary{Op: expr.Add, X: sum, Y: t}
	}
	return expr.Simplify(sum)
}

// again writes a field that has the value of an earlier one, given the fields of values that are computed.
func again(to, value, field string, known map[string]string) string {
	if !strings.HasPrefix(value, "n.Most(") {
		return value
	}
	if earlier, ok := known[value]; ok {
		return to + "." + earlier
	}
	known[value] = field
	return value
}

// number writes an int, or the largest int if a part of it does not fit.
func (p *printer) number(x expr.Expr) string {
	if p.overflow.Fits(x) {
		return code.Int(p.m, x, "p")
	}
	return "n.Most(" + p.checked(x) + ")"
}

// time writes a number of units as a duration.
func (p *printer) time(x expr.Expr, unit time.Duration) string {
	if l, ok := x.(*expr.Lit); ok && l.Value <= math.MaxInt64/int64(unit) {
		if l.Value == 0 {
			return "0"
		}
		return fmt.Sprintf("%#v", code.Duration(time.Duration(l.Value)*unit))
	}
	return "n.Time(" + p.checked(x) + ", " + fmt.Sprintf("%#v", code.Duration(unit)) + ")"
}

// operators are the checked operators.
var operators = map[expr.Op]string{expr.Add: "Add", expr.Sub: "Sub", expr.Mul: "Mul", expr.Quo: "Quo", expr.Rem: "Rem"}

// checked writes an int in terms of the checked operators, where they are needed.
func (p *printer) checked(x expr.Expr) string {
	if p.overflow.Fits(x) {
		return code.Int(p.m, x, "p")
	}
	list := func(parts ...expr.Expr) string {
		texts := make([]string, len(parts))
		for i, part := range parts {
			texts[i] = p.checked(part)
		}
		return strings.Join(texts, ", ")
	}
	switch x := x.(type) {
	case *expr.Unary:
		return "n.Sub(" + list(expr.Number(0), x.X) + ")"
	case *expr.Binary:
		return "n." + operators[x.Op] + "(" + list(x.X, x.Y) + ")"
	case *expr.Call:
		return x.Op.String() + "(" + list(x.Args...) + ")"
	case *expr.Case:
		return "[...]int{" + list(x.Values...) + "}[" + code.Expr(p.m, x.Of, "p", -1) + "]"
	}
	return code.Int(p.m, x, "p")
}
