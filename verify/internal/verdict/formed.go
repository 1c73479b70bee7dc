package verdict

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// formed reports whether an expression of a case is well formed: its symbols are those of the machine, except that bools and
// enum values may be numbers, and each part has a value for all values of the symbols. The loader ensures this of the spec. A
// part without one, such as the largest of no ints, would be encoded as a fact that is false.
//
// Strings are only compared with strings, because their numbers are not the same in each encoding.
func formed(m *core.Machine, x expr.Expr) bool {
	good := true
	expr.Walk(x, func(part expr.Expr) { good = good && sound(m, part) })
	return good
}

// sound reports whether one part of an expression is well formed, given that the parts inside it are.
func sound(m *core.Machine, x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Lit:
		return x.T.Kind != expr.Enumerated || x.Value >= 0 && x.Value < int64(len(x.T.Enum.Values))
	case *expr.Text:
		return true
	case *expr.Ref:
		t, ok := declared(m, x.Symbol)
		same := x.Symbol.Type.Kind == t.Kind && x.Symbol.Type.Enum == t.Enum
		number := x.Symbol.Type.Kind == expr.Int && (t.Kind == expr.Bool || t.Kind == expr.Enumerated)
		return ok && t.Scalar() && (same || number)
	case *expr.Unary:
		return !text(x.X)
	case *expr.Binary:
		return text(x.X) == text(x.Y) && (!text(x.X) || x.Op == expr.Eq || x.Op == expr.Ne)
	case *expr.Call:
		return len(x.Args) > 0 && !slices.ContainsFunc(x.Args, text)
	case *expr.Case:
		n := -1
		switch of := x.Of.Type(); of.Kind {
		case expr.Bool:
			n = 2
		case expr.Enumerated:
			n = len(of.Enum.Values)
		}
		return len(x.Values) == n && !slices.ContainsFunc(x.Values, text)
	}
	return false
}

// declared returns the type of a parameter or variable.
func declared(m *core.Machine, s *expr.Symbol) (t expr.Type, ok bool) {
	switch {
	case s.Scope == expr.Param && s.Index >= 0 && s.Index < len(m.Params):
		return m.Params[s.Index].Type, true
	case s.Scope == expr.Var && s.Index >= 0 && s.Index < len(m.Vars):
		return m.Vars[s.Index].Type, true
	}
	return expr.Type{}, false
}

func text(x expr.Expr) bool { return x.Type().Kind == expr.String }
