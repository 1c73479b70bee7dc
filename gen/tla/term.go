package tla

import (
	"strings"
	"unicode"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// print writes an expression that stands alone.
func (w *writer) print(e expr.Expr) string { return expr.PrintTLA(e, vocabulary{w.names}) }

// value writes an expression behind an equals sign, which binds more strongly
// than the signs of logic.
func (w *writer) value(e expr.Expr) string {
	if e.Type().Kind == expr.Bool {
		return operand(w.print(e))
	}
	return w.print(e)
}

// operand puts a term in parentheses unless it is a word.
func operand(term string) string {
	if strings.ContainsFunc(term, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return "(" + term + ")"
	}
	return term
}

// vocabulary names what expressions are about.
type vocabulary struct{ *names }

// Symbol implements [expr.Vocabulary].
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

// Value implements [expr.Vocabulary].
func (vocabulary) Value(e *expr.Enum, i int) string { return quote(e.Values[i]) }

// Text implements [expr.Vocabulary].
func (vocabulary) Text(s string) string { return quote(s) }
