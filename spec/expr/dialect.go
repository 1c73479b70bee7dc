package expr

import (
	"fmt"
	"strconv"
	"strings"
)

// Vocabulary translates names of the spec and constants into another language.
type Vocabulary interface {
	// Symbol returns the term for the value of a symbol.
	Symbol(s *Symbol) string
	// Value returns the term for value i of an enum.
	Value(e *Enum, i int) string
	// Text returns the term for a string constant.
	Text(s string) string
}

// Definition is the definition of a function that expressions need and another
// language lacks.
type Definition struct{ Name, Text string }

// SMTDefinitions returns the functions that [PrintSMT] uses, in SMT-LIB 2.6: Go's
// truncated division (that of SMT-LIB is Euclidean), min, and max.
func SMTDefinitions() []Definition {
	return []Definition{
		{"go.min", "(define-fun go.min ((x Int) (y Int)) Int (ite (<= x y) x y))"},
		{"go.max", "(define-fun go.max ((x Int) (y Int)) Int (ite (>= x y) x y))"},
		{"go.quo", "(define-fun go.quo ((x Int) (y Int)) Int\n" +
			"  (let ((q (div (abs x) (abs y)))) (ite (= (< x 0) (< y 0)) q (- q))))"},
		{"go.rem", "(define-fun go.rem ((x Int) (y Int)) Int\n" +
			"  (let ((r (mod (abs x) (abs y)))) (ite (< x 0) (- r) r)))"},
	}
}

// PrintSMT returns e as an SMT-LIB term over Int and Bool that may use the functions
// of [SMTDefinitions].
func PrintSMT(e Expr, v Vocabulary) string {
	return fold(e, v, dialect{apply: ApplySMT, negative: func(size string) string { return "(- " + size + ")" }, yes: "true", no: "false"})
}

// ApplySMT returns the SMT-LIB application of operator o to terms.
func ApplySMT(o Op, terms ...string) string {
	f := map[Op]string{
		Quo: "go.quo", Rem: "go.rem", Eq: "=", Ne: "distinct", And: "and", Or: "or", Not: "not", Min: "go.min", Max: "go.max",
	}[o]
	if f == "" {
		f = o.String()
	}
	return "(" + f + " " + strings.Join(terms, " ") + ")"
}

// PrintPromela returns e as an expression of Promela, the language of SPIN. Its
// division is that of C, which is the same as Go's; its ints have 32 bits.
func PrintPromela(e Expr, v Vocabulary) string {
	apply := func(o Op, args ...string) string {
		switch o {
		case Not, Neg:
			return "(" + o.String() + args[0] + ")"
		case Min:
			return fmt.Sprintf("(%s <= %s -> %[1]s : %[2]s)", args[0], args[1])
		case Max:
			return fmt.Sprintf("(%s >= %s -> %[1]s : %[2]s)", args[0], args[1])
		}
		return "(" + args[0] + " " + o.String() + " " + args[1] + ")"
	}
	return bare(fold(e, v, dialect{apply: apply, negative: func(size string) string { return "(-" + size + ")" }, yes: "true", no: "false"}))
}

// TLADefinitions returns the operators that [PrintTLA] uses, in TLA+ with the module
// Integers: Go's truncated division (\div rounds down), min, and max.
func TLADefinitions() []Definition {
	return []Definition{
		{"GoMin", "GoMin(x, y) == IF x <= y THEN x ELSE y"},
		{"GoMax", "GoMax(x, y) == IF x >= y THEN x ELSE y"},
		{"GoAbs", "GoAbs(x) == IF x < 0 THEN -x ELSE x"},
		{"GoQuo", "GoQuo(x, y) == IF (x < 0) = (y < 0) THEN GoAbs(x) \\div GoAbs(y) ELSE -(GoAbs(x) \\div GoAbs(y))"},
		{"GoRem", "GoRem(x, y) == x - y * GoQuo(x, y)"},
	}
}

// PrintTLA returns e as a TLA+ expression that may use the operators of
// [TLADefinitions].
func PrintTLA(e Expr, v Vocabulary) string {
	apply := func(o Op, args ...string) string {
		switch o {
		case Not:
			return "(~" + args[0] + ")"
		case Neg:
			return "(-" + args[0] + ")"
		case Quo, Rem, Min, Max:
			f := map[Op]string{Quo: "GoQuo", Rem: "GoRem", Min: "GoMin", Max: "GoMax"}[o]
			return f + "(" + bare(args[0]) + ", " + bare(args[1]) + ")"
		}
		sign := map[Op]string{Eq: "=", Ne: "/=", And: `/\`, Or: `\/`}[o]
		if sign == "" {
			sign = o.String()
		}
		return "(" + args[0] + " " + sign + " " + args[1] + ")"
	}
	return bare(fold(e, v, dialect{apply: apply, negative: func(size string) string { return "(-" + size + ")" }, yes: "TRUE", no: "FALSE"}))
}

// dialect is the syntax of a language for operators, negative numbers, and truth
// values.
type dialect struct {
	apply    func(o Op, args ...string) string
	negative func(size string) string
	yes, no  string
}

// fold writes e from the inside out. It puts every operation in parentheses,
// because languages differ in operator precedence.
func fold(e Expr, v Vocabulary, d dialect) string {
	switch e := e.(type) {
	case *Lit:
		return constantIn(e, v, d)
	case *Text:
		return v.Text(e.Value)
	case *Ref:
		return v.Symbol(e.Symbol)
	case *Unary:
		return d.apply(e.Op, fold(e.X, v, d))
	case *Binary:
		return d.apply(e.Op, fold(e.X, v, d), fold(e.Y, v, d))
	case *Call:
		out := fold(e.Args[0], v, d)
		for _, a := range e.Args[1:] {
			out = d.apply(e.Op, out, fold(a, v, d))
		}
		return out
	}
	panic(fmt.Sprintf("unreachable: expression %T", e))
}

func constantIn(e *Lit, v Vocabulary, d dialect) string {
	switch {
	case e.T.Kind == Enumerated:
		return v.Value(e.T.Enum, int(e.Value))
	case e.T.Kind == Bool && e.Value == 1:
		return d.yes
	case e.T.Kind == Bool:
		return d.no
	}
	text := strconv.FormatInt(e.Value, 10)
	if size, negative := strings.CutPrefix(text, "-"); negative {
		return d.negative(size)
	}
	return text
}

// bare removes parentheses that enclose the whole term.
func bare(term string) string {
	if !strings.HasPrefix(term, "(") {
		return term
	}
	open := 0
	for i, c := range term {
		switch c {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 && i < len(term)-1 {
			return term
		}
	}
	return term[1 : len(term)-1]
}
