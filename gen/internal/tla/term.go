package tla

import (
	"strings"
	"unicode"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// print returns an expression without enclosing parentheses.
func (w *writer) print(e expr.Expr) string { return printed(e, vocabulary{w.names}) }

// value returns an expression for use after an equals sign, which has a higher precedence than logical operators.
func (w *writer) value(e expr.Expr) string {
	if e.Type().Kind == expr.Bool {
		return operand(w.print(e))
	}
	return w.print(e)
}

// operand puts a term in parentheses unless it is a single word.
func operand(term string) string {
	if strings.ContainsFunc(term, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return "(" + term + ")"
	}
	return term
}

// vocabulary translates names for expressions.
type vocabulary struct{ *names }

// Symbol implements [dialect.Vocabulary].
func (v vocabulary) Symbol(s *expr.Symbol) string {
	switch s.Scope {
	case expr.Param:
		return v.params[s.Index]
	case expr.Var:
		return v.vars[s.Index]
	case expr.Field:
		return v.fields[s.Name]
	}
	return v.asks[s.Index]
}

// Value implements [dialect.Vocabulary].
func (vocabulary) Value(e *expr.Enum, i int) string { return quote(e.Values[i]) }

// Text implements [dialect.Vocabulary].
func (vocabulary) Text(s string) string { return quote(s) }
