package coq

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// reader returns the Coq term for the value of a symbol, which is a number, a bool, or an enum value.
type reader func(*expr.Symbol) string

// translation writes the expressions and types of a machine in Coq.
type translation struct {
	*names
	m *core.Machine
	// picks are the enums by whose values something is chosen.
	picks map[*expr.Enum]bool
}

// kind returns the type of the value that a symbol stands for: synthesized progress functions read bools and enum values
// as numbers.
func (w *translation) kind(s *expr.Symbol) expr.Type {
	if s.Scope == expr.Var {
		return w.m.Vars[s.Index].Type
	}
	return s.Type
}

// value writes an expression as a value of its type.
func (w *translation) value(e expr.Expr, read reader) string {
	switch e.Type().Kind {
	case expr.Bool:
		return w.truth(e, read)
	case expr.Enumerated:
		switch e := e.(type) {
		case *expr.Lit:
			return w.values[e.T.Enum][e.Value]
		case *expr.Ref:
			return read(e.Symbol)
		}
	}
	return w.number(e, read)
}

// number writes an expression as a number. Bools are 0 and 1, and enum values are numbered.
func (w *translation) number(e expr.Expr, read reader) string {
	switch e := e.(type) {
	case *expr.Lit:
		switch e.T.Kind {
		case expr.Enumerated:
			return "(" + w.numbering(e.T.Enum) + " " + w.values[e.T.Enum][e.Value] + ")"
		case expr.Int:
			return integer(e.Value)
		}
	case *expr.Text:
		return fmt.Sprintf("text_%d", w.text(e.Value))
	case *expr.Ref:
		switch t := w.kind(e.Symbol); t.Kind {
		case expr.Enumerated:
			return "(" + w.numbering(t.Enum) + " " + read(e.Symbol) + ")"
		case expr.Int, expr.String:
			return read(e.Symbol)
		default:
			return "(Z.b2z " + read(e.Symbol) + ")"
		}
	case *expr.Unary:
		if e.Op == expr.Neg {
			return "(0 - " + w.number(e.X, read) + ")"
		}
	case *expr.Binary:
		x, y := w.number(e.X, read), w.number(e.Y, read)
		switch e.Op {
		case expr.Add, expr.Sub, expr.Mul:
			return "(" + x + " " + e.Op.String() + " " + y + ")"
		case expr.Quo:
			return "(Z.quot " + x + " " + y + ")"
		case expr.Rem:
			return "(Z.rem " + x + " " + y + ")"
		}
	case *expr.Call:
		f := map[expr.Op]string{expr.Min: "Z.min", expr.Max: "Z.max"}[e.Op]
		out := w.number(e.Args[0], read)
		for _, a := range e.Args[1:] {
			out = "(" + f + " " + out + " " + w.number(a, read) + ")"
		}
		return out
	case *expr.Case:
		if e.Of.Type().Kind == expr.Bool {
			return "(if " + w.truth(e.Of, read) + " then " + w.number(e.Values[1], read) + " else " + w.number(e.Values[0], read) + ")"
		}
		out := []string{w.picking(e.Of.Type().Enum), w.value(e.Of, read)}
		for _, v := range e.Values {
			out = append(out, w.number(v, read))
		}
		return "(" + strings.Join(out, " ") + ")"
	}
	return "(Z.b2z " + w.truth(e, read) + ")"
}

// truth writes a condition as a bool.
func (w *translation) truth(e expr.Expr, read reader) string {
	switch e := e.(type) {
	case *expr.Lit:
		if e.Value == 1 {
			return "true"
		}
		return "false"
	case *expr.Ref:
		return read(e.Symbol)
	case *expr.Unary:
		return "(negb " + w.truth(e.X, read) + ")"
	case *expr.Binary:
		switch e.Op {
		case expr.And:
			return "(" + w.truth(e.X, read) + " && " + w.truth(e.Y, read) + ")"
		case expr.Or:
			return "(" + w.truth(e.X, read) + " || " + w.truth(e.Y, read) + ")"
		}
		x, y := w.number(e.X, read), w.number(e.Y, read)
		switch e.Op {
		case expr.Eq:
			return "(" + x + " =? " + y + ")"
		case expr.Ne:
			return "(negb (" + x + " =? " + y + "))"
		case expr.Lt:
			return "(" + x + " <? " + y + ")"
		case expr.Le:
			return "(" + x + " <=? " + y + ")"
		case expr.Gt:
			return "(" + y + " <? " + x + ")"
		case expr.Ge:
			return "(" + y + " <=? " + x + ")"
		}
	}
	panic(fmt.Sprintf("unreachable: condition %T in a checked machine", e))
}

// numbering is the name of the function that numbers the values of an enum, and picking that of the one that chooses a
// number by a value.
func (w *translation) numbering(e *expr.Enum) string { return "number_of_" + w.enums[e] }
func (w *translation) picking(e *expr.Enum) string   { return "pick_by_" + w.enums[e] }

// integer writes a number, in parentheses if it is negative.
func integer(n int64) string {
	if n < 0 {
		return fmt.Sprintf("(%d)", n)
	}
	return fmt.Sprint(n)
}

// fits writes the condition that a number fits in Go's int.
func fits(number string) string { return "(fits P " + number + ")" }
