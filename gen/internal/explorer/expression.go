package explorer

import (
	"fmt"
	"strconv"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// tree encodes an expression as nested arrays that begin with an operator, and nil as nil: ["+", X, Y], ["v", INDEX] for a
// variable (p, f, x, and w for parameters, fields, answers, and what a cost is of), ["s", TEXT] for a string, ["e", ENUM, VALUE] for a value of an
// enum, ["d", NANOSECONDS] for a duration, and ["b", 0 or 1] for a bool. Ints are strings of digits, because numbers of JSON have 53 bits in a script.
func (w *encoder) tree(e expr.Expr) any {
	switch e := e.(type) {
	case nil:
		return nil
	case *expr.Lit:
		switch e.T.Kind {
		case expr.Bool:
			return []any{"b", e.Value}
		case expr.Enumerated:
			return []any{"e", w.enum(e.T.Enum), e.Value}
		}
		if e.T.Duration {
			return []any{"d", strconv.FormatInt(e.Value, 10)}
		}
		return strconv.FormatInt(e.Value, 10)
	case *expr.Text:
		return []any{"s", e.Value}
	case *expr.Ref:
		scope := map[expr.Scope]string{expr.Param: "p", expr.Var: "v", expr.Field: "f", expr.External: "x", expr.With: "w"}[e.Symbol.Scope]
		if scope == "" {
			panic(fmt.Sprintf("unreachable: a reference to scope %d", e.Symbol.Scope))
		}
		return []any{scope, e.Symbol.Index}
	case *expr.Unary:
		return []any{map[expr.Op]string{expr.Not: "!", expr.Neg: "neg"}[e.Op], w.tree(e.X)}
	case *expr.Binary:
		return []any{e.Op.String(), w.tree(e.X), w.tree(e.Y)}
	case *expr.Call:
		return append([]any{e.Op.String()}, w.trees(e.Args)...)
	case *expr.Case:
		return append([]any{"case", w.tree(e.Of)}, w.trees(e.Values)...)
	}
	panic(fmt.Sprintf("unreachable: expression %T", e))
}

func (w *encoder) trees(list []expr.Expr) []any {
	var out []any
	for _, e := range list {
		out = append(out, w.tree(e))
	}
	return out
}

// kind encodes a type: "int", "duration", "bool", "string", the index of an enum, or "" for a type whose values the explorer does not know.
func (w *encoder) kind(t expr.Type) any {
	switch t.Kind {
	case expr.Enumerated:
		return w.enum(t.Enum)
	case expr.Int, expr.Bool, expr.String:
		return t.String()
	}
	return ""
}

// enum returns the index of an enum, which it adds if it is new: the loader makes enums that the machine does not list.
func (w *encoder) enum(e *expr.Enum) int {
	i, ok := w.enums[e]
	if !ok {
		i = len(w.out.Enums)
		w.enums[e] = i
		w.out.Enums = append(w.out.Enums, enumJSON{e.Name, e.Values})
	}
	return i
}
