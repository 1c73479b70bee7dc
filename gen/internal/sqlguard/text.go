package sqlguard

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/fsmgen/fsmgen/internal/dialect"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// quoted returns a name as an identifier.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// literal returns a string constant on one line, whatever the server makes of backslashes in plain ones.
func literal(text string) string {
	var b strings.Builder
	prefix := ""
	for _, r := range text {
		switch {
		case r == '\'':
			b.WriteString("''")
		case r == '\\':
			prefix = "E"
			b.WriteString(`\\`)
		case !unicode.IsPrint(r):
			prefix = "E"
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return prefix + "'" + b.String() + "'"
}

// remark returns text for a comment of one line.
func remark(text string) string {
	return strings.NewReplacer("\n", " ", "\r", " ").Replace(diag.Printable(text))
}

// body quotes the text of a function with a tag that it does not contain.
func body(text string) string {
	tag := "$fsm$"
	for i := 1; strings.Contains(text, tag); i++ {
		tag = fmt.Sprintf("$fsm%d$", i)
	}
	return tag + text + tag
}

// language is the syntax of PostgreSQL. Conditions are evaluated from left to right, as in the spec, because an operation behind a
// condition can be an error without it.
var language = dialect.Dialect{
	Apply: apply,
	Choose: func(condition, first, second string) string {
		return "(CASE WHEN " + condition + " THEN " + first + " ELSE " + second + " END)"
	},
	Negative: func(size string) string { return "(-" + size + ")" },
	True:     "TRUE", False: "FALSE",
}

func apply(o expr.Op, terms ...string) string {
	switch o {
	case expr.Not:
		return "(NOT " + terms[0] + ")"
	case expr.Neg:
		return "(-" + terms[0] + ")"
	case expr.Min, expr.Max:
		f := map[expr.Op]string{expr.Min: "LEAST", expr.Max: "GREATEST"}[o]
		return f + "(" + terms[0] + ", " + terms[1] + ")"
	case expr.And:
		return "(CASE WHEN " + terms[0] + " THEN " + terms[1] + " ELSE FALSE END)"
	case expr.Or:
		return "(CASE WHEN " + terms[0] + " THEN TRUE ELSE " + terms[1] + " END)"
	}
	sign := map[expr.Op]string{expr.Eq: "=", expr.Ne: "<>"}[o]
	if sign == "" {
		sign = o.String()
	}
	return "(" + terms[0] + " " + sign + " " + terms[1] + ")"
}

// words translates the names of a spec.
type words struct {
	t *table
	// row is OLD, NEW, or "" for a CHECK.
	row string
	// bound are the values of fields and answers.
	bound map[*expr.Symbol]string
}

// Symbol implements dialect.Vocabulary.
func (w words) Symbol(s *expr.Symbol) string {
	switch s.Scope {
	case expr.Param:
		return w.cell(w.t.params[s.Index], s.Type)
	case expr.Var:
		return w.cell(w.t.vars[s.Index], s.Type)
	}
	return w.bound[s]
}

// cell returns the value of a column.
func (w words) cell(column string, of expr.Type) string {
	out := quoted(column)
	if w.row != "" {
		out = w.row + "." + out
	}
	switch of.Kind {
	case expr.Int:
		return out + "::bigint"
	case expr.String, expr.Enumerated:
		return "(" + out + ` COLLATE "C")`
	}
	return out
}

// Value implements dialect.Vocabulary.
func (w words) Value(e *expr.Enum, i int) string { return literal(e.Stored(i)) }

// Text implements dialect.Vocabulary.
func (w words) Text(s string) string { return literal(s) }

// print returns an expression in SQL. Constants are of 64 bits, as the ints of columns are.
func (w words) print(e expr.Expr) string { return language.Print(e, w) }

// zero returns the value of a datum that the state does not have.
func zero(of expr.Type) string {
	switch of.Kind {
	case expr.Int:
		return "0"
	case expr.Bool:
		return "FALSE"
	case expr.Enumerated:
		return literal(of.Enum.Stored(0))
	}
	return "''"
}
