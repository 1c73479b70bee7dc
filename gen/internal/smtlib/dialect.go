package smtlib

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/dialect"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// definitions are the functions that printed expressions use, in SMT-LIB 2.6: Go's
// truncated division (that of SMT-LIB is Euclidean), min, and max.
func definitions() []dialect.Definition {
	return []dialect.Definition{
		{Name: "go.min", Text: "(define-fun go.min ((x Int) (y Int)) Int (ite (<= x y) x y))"},
		{Name: "go.max", Text: "(define-fun go.max ((x Int) (y Int)) Int (ite (>= x y) x y))"},
		{Name: "go.quo", Text: "(define-fun go.quo ((x Int) (y Int)) Int\n" +
			"  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))"},
		{Name: "go.rem", Text: "(define-fun go.rem ((x Int) (y Int)) Int\n" +
			"  (let ((r (mod (abs x) (abs y)))) (ite (< x 0) (- r) r)))"},
	}
}

// language is the syntax of SMT-LIB terms over Int and Bool.
var language = dialect.Dialect{
	Apply: apply,
	Choose: func(condition, first, second string) string {
		return "(ite " + condition + " " + first + " " + second + ")"
	},
	Negative: func(size string) string { return "(- " + size + ")" },
	True:     "true", False: "false",
}

// apply returns the application of an operator to terms.
func apply(o expr.Op, terms ...string) string {
	f := map[expr.Op]string{
		expr.Quo: "go.quo", expr.Rem: "go.rem", expr.Eq: "=", expr.Ne: "distinct",
		expr.And: "and", expr.Or: "or", expr.Not: "not", expr.Min: "go.min", expr.Max: "go.max",
	}[o]
	if f == "" {
		f = o.String()
	}
	return "(" + f + " " + strings.Join(terms, " ") + ")"
}
