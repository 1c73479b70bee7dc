package goexpr

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// Plain returns e without comparisons with true and false, and without double
// negations: Go programmers write `ready`, not `ready == true`.
func Plain(e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Unary:
		x := Plain(e.X)
		if e.Op == expr.Not {
			switch x := x.(type) {
			case *expr.Unary:
				return x.X
			case *expr.Lit:
				return expr.Truth(x.Value == 0)
			}
		}
		return &expr.Unary{Op: e.Op, X: x}
	case *expr.Binary:
		x, y := Plain(e.X), Plain(e.Y)
		if e.Op != expr.Eq && e.Op != expr.Ne {
			return &expr.Binary{Op: e.Op, X: x, Y: y}
		}
		if isTruth(x) {
			x, y = y, x
		}
		if !isTruth(y) {
			return &expr.Binary{Op: e.Op, X: x, Y: y}
		}
		if (e.Op == expr.Eq) == (y.(*expr.Lit).Value == 1) {
			return x
		}
		return Plain(&expr.Unary{Op: expr.Not, X: x})
	case *expr.Call:
		args := make([]expr.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = Plain(a)
		}
		return &expr.Call{Op: e.Op, Args: args}
	case *expr.Case:
		values := make([]expr.Expr, len(e.Values))
		for i, v := range e.Values {
			values[i] = Plain(v)
		}
		return &expr.Case{Of: e.Of, Values: values}
	}
	return e
}

func isTruth(e expr.Expr) bool {
	l, ok := e.(*expr.Lit)
	return ok && l.T.Kind == expr.Bool
}

// ErrConstant is the error of constant arithmetic that the Go compiler refuses.
var ErrConstant = errors.New("a constant expression that always fails")

// CheckConstants finds constant arithmetic that the Go compiler would refuse:
// a division by zero or a result beyond 64 bits. The error wraps [ErrConstant].
func CheckConstants(e expr.Expr) error {
	var err error
	expr.Walk(e, func(e expr.Expr) {
		if err != nil || e.Type().Kind != expr.Int {
			return
		}
		if _, _, fault := expr.Constant(e); fault != nil {
			err = fmt.Errorf("%w: `%s`: %w", ErrConstant, expr.Print(e, expr.Spec), fault)
		}
	})
	return err
}
