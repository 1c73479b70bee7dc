package smtlib

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/dialect"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Names have a prefix for their kind, which makes them distinct from each other and from
// the reserved words of SMT-LIB.

// variable is the name of a variable before or after the step.
func variable(m *core.Machine, i int, after bool) string {
	prefix := "var."
	if after {
		prefix = "next."
	}
	if s := m.Vars[i].State; s >= 0 {
		prefix += m.States[s].Name + "."
	}
	return prefix + m.Vars[i].Name
}

// sort is the SMT-LIB sort of a type.
func (q *query) sort(t expr.Type) string {
	switch t.Kind {
	case expr.Bool:
		return "Bool"
	case expr.Enumerated:
		return "enum." + t.Enum.Name
	case expr.String:
		q.helpers["text"] = true
		return "text"
	}
	return "Int"
}

// term writes x; after means that variables are read after the step.
func (q *query) term(x expr.Expr, after bool) string { return q.print(x, vocabulary{q, after}) }

// print writes x, and notes the functions that it needs.
func (q *query) print(x expr.Expr, names dialect.Vocabulary) string {
	out := language.Print(x, names)
	for _, d := range definitions() {
		if strings.Contains(out, "("+d.Name+" ") {
			q.helpers[d.Name] = true
		}
	}
	return out
}

// vocabulary translates names for expressions.
type vocabulary struct {
	query *query
	after bool
}

func (v vocabulary) Symbol(s *expr.Symbol) string     { return v.query.symbol(s, v.after) }
func (v vocabulary) Value(e *expr.Enum, i int) string { return "enum." + e.Name + "." + e.Values[i] }
func (v vocabulary) Text(s string) string             { return v.query.text(s) }

func (q *query) symbol(s *expr.Symbol, after bool) string {
	switch s.Scope {
	case expr.Param:
		return "param." + s.Name
	case expr.Field:
		q.fields[s.Index] = s
		return "event." + s.Name
	case expr.External:
		q.asks[s.Index] = true
		return answer(s.Index)
	case expr.Var:
		if after {
			q.after[s.Index] = true
		} else {
			q.before[s.Index] = true
		}
		name := variable(q.machine, s.Index, after)
		if declared := q.machine.Vars[s.Index].Type; s.Type.Kind == expr.Int && declared.Kind != expr.Int {
			return counted(declared, name)
		}
		return name
	}
	panic(fmt.Sprintf("unreachable: symbol %s of scope %d in a checked machine", s.Name, s.Scope))
}

// counted converts a bool or an enum value to a number, as in synthesized progress
// functions.
func counted(t expr.Type, name string) string {
	if t.Kind == expr.Bool {
		return "(ite " + name + " 1 0)"
	}
	last := len(t.Enum.Values) - 1
	out := fmt.Sprint(last)
	for i := last - 1; i >= 0; i-- {
		out = fmt.Sprintf("(ite (= %s enum.%s.%s) %d %s)", name, t.Enum.Name, t.Enum.Values[i], i, out)
	}
	return out
}

// text is the name of a string constant.
func (q *query) text(s string) string {
	for i, known := range q.texts {
		if known == s {
			return fmt.Sprintf("text.%d", i)
		}
	}
	q.helpers["text"] = true
	q.texts = append(q.texts, s)
	return fmt.Sprintf("text.%d", len(q.texts)-1)
}

// fits writes the condition that Go's int can represent an int.
func (q *query) fits(term string) string {
	q.helpers["int.fits"] = true
	return "(int.fits " + term + ")"
}

// and joins conditions. Without conditions, it returns true.
func and(terms []string) string {
	switch len(terms) {
	case 0:
		return "true"
	case 1:
		return terms[0]
	}
	return "(and " + strings.Join(terms, " ") + ")"
}
