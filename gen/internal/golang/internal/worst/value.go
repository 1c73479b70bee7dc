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
		x := goexpr.Plain(pick(t))
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

// number writes an int, or the largest int if a part of it does not fit.
func (p *printer) number(x expr.Expr) string {
	if p.overflow.Fits(x) {
		return code.Expr(p.m, x, "p", -1)
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
		return code.Expr(p.m, x, "p", -1)
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
	return code.Expr(p.m, x, "p", -1)
}
