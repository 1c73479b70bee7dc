package smtlib

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Names have a prefix that says what they name and keeps them apart from each
// other and from the words of SMT-LIB.

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

// functions are the operators that are written as they are in the spec, but
// in front.
var functions = map[expr.Op]string{
	expr.Add: "+", expr.Sub: "-", expr.Mul: "*", expr.Quo: "go.quo", expr.Rem: "go.rem",
	expr.Eq: "=", expr.Ne: "distinct", expr.Lt: "<", expr.Le: "<=", expr.Gt: ">", expr.Ge: ">=",
	expr.And: "and", expr.Or: "or", expr.Not: "not", expr.Neg: "-", expr.Min: "go.min", expr.Max: "go.max",
}

// term writes x; after says that variables are read after the step.
func (q *query) term(x expr.Expr, after bool) string {
	switch x := x.(type) {
	case *expr.Lit:
		return literal(x)
	case *expr.Text:
		return q.text(x.Value)
	case *expr.Ref:
		return q.symbol(x.Symbol, after)
	case *expr.Unary:
		return q.apply(x.Op, q.term(x.X, after))
	case *expr.Binary:
		return q.apply(x.Op, q.term(x.X, after), q.term(x.Y, after))
	case *expr.Call:
		out := q.term(x.Args[0], after)
		for _, a := range x.Args[1:] {
			out = q.apply(x.Op, out, q.term(a, after))
		}
		return out
	}
	panic(fmt.Sprintf("unreachable: expression %T", x))
}

func (q *query) apply(op expr.Op, args ...string) string {
	f := functions[op]
	q.helpers[f] = true
	return "(" + f + " " + strings.Join(args, " ") + ")"
}

func literal(x *expr.Lit) string {
	switch x.T.Kind {
	case expr.Bool:
		return strconv.FormatBool(x.Value == 1)
	case expr.Enumerated:
		return "enum." + x.T.Enum.Name + "." + x.T.Enum.Values[x.Value]
	}
	text := strconv.FormatInt(x.Value, 10)
	if size, negative := strings.CutPrefix(text, "-"); negative {
		return "(- " + size + ")"
	}
	return text
}

func (q *query) symbol(s *expr.Symbol, after bool) string {
	switch s.Scope {
	case expr.Param:
		return "param." + s.Name
	case expr.Field:
		q.fields[s.Index] = s
		return "event." + s.Name
	case expr.Var:
		if after {
			q.after[s.Index] = true
		} else {
			q.before[s.Index] = true
		}
		return variable(q.machine, s.Index, after)
	}
	panic(fmt.Sprintf("unreachable: symbol %s of scope %d in a checked machine", s.Name, s.Scope))
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

// fits says that an int is one that Go's int can hold.
func (q *query) fits(term string) string {
	q.helpers["int.fits"] = true
	return "(int.fits " + term + ")"
}

// and joins conditions; that of none is true.
func and(terms []string) string {
	switch len(terms) {
	case 0:
		return "true"
	case 1:
		return terms[0]
	}
	return "(and " + strings.Join(terms, " ") + ")"
}
