package tla

import (
	"github.com/fsmgen/fsmgen/internal/dialect"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// definitions are the operators that printed expressions use, in TLA+ with the
// module Integers: Go's truncated division (\div rounds down), min, and max.
func definitions() []dialect.Definition {
	return []dialect.Definition{
		{Name: "GoMin", Text: "GoMin(x, y) == IF x <= y THEN x ELSE y"},
		{Name: "GoMax", Text: "GoMax(x, y) == IF x >= y THEN x ELSE y"},
		{Name: "GoAbs", Text: "GoAbs(x) == IF x < 0 THEN -x ELSE x"},
		{Name: "GoQuo", Text: "GoQuo(x, y) == IF (x < 0) = (y < 0) THEN GoAbs(x) \\div GoAbs(y) ELSE -(GoAbs(x) \\div GoAbs(y))"},
		{Name: "GoRem", Text: "GoRem(x, y) == x - y * GoQuo(x, y)"},
	}
}

// language is the syntax of TLA+.
var language = dialect.Dialect{
	Apply: apply,
	Choose: func(condition, first, second string) string {
		return "(IF " + condition + " THEN " + first + " ELSE " + second + ")"
	},
	Negative: func(size string) string { return "(-" + size + ")" },
	True:     "TRUE", False: "FALSE",
}

func apply(o expr.Op, terms ...string) string {
	switch o {
	case expr.Not:
		return "(~" + terms[0] + ")"
	case expr.Neg:
		return "(-" + terms[0] + ")"
	case expr.Quo, expr.Rem, expr.Min, expr.Max:
		f := map[expr.Op]string{expr.Quo: "GoQuo", expr.Rem: "GoRem", expr.Min: "GoMin", expr.Max: "GoMax"}[o]
		return f + "(" + dialect.Bare(terms[0]) + ", " + dialect.Bare(terms[1]) + ")"
	}
	sign := map[expr.Op]string{expr.Eq: "=", expr.Ne: "/=", expr.And: `/\`, expr.Or: `\/`}[o]
	if sign == "" {
		sign = o.String()
	}
	return "(" + terms[0] + " " + sign + " " + terms[1] + ")"
}

// printed returns an expression in TLA+, without enclosing parentheses.
func printed(e expr.Expr, v dialect.Vocabulary) string { return dialect.Bare(language.Print(e, v)) }
