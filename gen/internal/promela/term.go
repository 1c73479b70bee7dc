package promela

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// print returns an expression with the values of the parameters.
func (w *writer) print(e expr.Expr) string { return printed(e, vocabulary{w}) }

// vocabulary translates names for expressions.
type vocabulary struct{ *writer }

// Symbol implements [dialect.Vocabulary].
func (v vocabulary) Symbol(s *expr.Symbol) string {
	switch s.Scope {
	case expr.Param:
		if n := v.params[s.Index]; n >= 0 {
			return fmt.Sprint(n)
		}
		return fmt.Sprintf("(%d)", v.params[s.Index])
	case expr.Var:
		return v.variable(s.Index)
	case expr.Field:
		return fmt.Sprintf("field_%d", s.Index)
	}
	return fmt.Sprintf("answer_%d", s.Index)
}

// Value implements [dialect.Vocabulary].
func (vocabulary) Value(_ *expr.Enum, i int) string { return fmt.Sprint(i) }

// Text implements [dialect.Vocabulary].
func (v vocabulary) Text(s string) string { return fmt.Sprint(slices.Index(v.texts, s)) }

// Texts returns the string constants of a machine, whose indices represent strings in the model. The empty string
// is the first one, because it is the zero value of variables.
func Texts(m *core.Machine) []string {
	out := []string{""}
	m.Expressions(func(e expr.Expr) {
		expr.Walk(e, func(e expr.Expr) {
			if t, ok := e.(*expr.Text); ok && !slices.Contains(out, t.Value) {
				out = append(out, t.Value)
			}
		})
	})
	return out
}
