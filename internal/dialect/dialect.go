package dialect

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Vocabulary translates names of the spec and string constants into another
// language.
type Vocabulary interface {
	// Symbol returns the term for the value of a symbol.
	Symbol(s *expr.Symbol) string
	// Value returns the term for value i of an enum.
	Value(e *expr.Enum, i int) string
	// Text returns the term for a string constant.
	Text(s string) string
}

// Definition is the definition of a function that expressions need and another
// language lacks.
type Definition struct{ Name, Text string }

// Dialect is the syntax of a language for operations and constants.
type Dialect struct {
	// Apply returns the application of an operator to terms: one for Not and Neg,
	// two for the other operators. It puts the result in parentheses if its context
	// may require them.
	Apply func(o expr.Op, terms ...string) string
	// Choose returns a term that is the first one if a condition holds, and else the second.
	Choose func(condition, first, second string) string
	// Negative returns the negative constant with an absolute value.
	Negative func(size string) string
	// True and False are the truth values.
	True, False string
}

// Print returns an expression in the dialect. A call of min or max with several
// arguments is a nesting of applications to two arguments each.
func (d Dialect) Print(e expr.Expr, v Vocabulary) string {
	switch e := e.(type) {
	case *expr.Lit:
		return d.constant(e, v)
	case *expr.Text:
		return v.Text(e.Value)
	case *expr.Ref:
		return v.Symbol(e.Symbol)
	case *expr.Unary:
		return d.Apply(e.Op, d.Print(e.X, v))
	case *expr.Binary:
		return d.Apply(e.Op, d.Print(e.X, v), d.Print(e.Y, v))
	case *expr.Call:
		out := d.Print(e.Args[0], v)
		for _, a := range e.Args[1:] {
			out = d.Apply(e.Op, out, d.Print(a, v))
		}
		return out
	case *expr.Case:
		if e.Of.Type().Kind == expr.Bool {
			return d.Choose(d.Print(e.Of, v), d.Print(e.Values[1], v), d.Print(e.Values[0], v))
		}
		out := d.Print(e.Values[len(e.Values)-1], v)
		for i := len(e.Values) - 2; i >= 0; i-- {
			is := d.Apply(expr.Eq, d.Print(e.Of, v), v.Value(e.Of.Type().Enum, i))
			out = d.Choose(is, d.Print(e.Values[i], v), out)
		}
		return out
	}
	panic(fmt.Sprintf("unreachable: expression %T", e))
}

func (d Dialect) constant(e *expr.Lit, v Vocabulary) string {
	switch {
	case e.T.Kind == expr.Enumerated:
		return v.Value(e.T.Enum, int(e.Value))
	case e.T.Kind == expr.Bool && e.Value == 1:
		return d.True
	case e.T.Kind == expr.Bool:
		return d.False
	}
	text := strconv.FormatInt(e.Value, 10)
	if size, negative := strings.CutPrefix(text, "-"); negative {
		return d.Negative(size)
	}
	return text
}

// Bare removes parentheses that enclose the whole term.
func Bare(term string) string {
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
