package golang

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// code writes e as Go. params is the Go expression for the parameters; event
// is the event whose arguments are in scope, or -1. Answers of the host are
// the variables that hold them, or the calls that ask for them.
func (g *generator) code(e expr.Expr, params string, event int) string {
	name := func(s *expr.Symbol) string {
		switch s.Scope {
		case expr.Param:
			return params + "." + g.names.Fields[s.Index]
		case expr.Var:
			return "m." + g.names.Vars[s.Index].Field
		case expr.External:
			if local, ok := g.answers[s.Index]; ok {
				return local
			}
			return g.ask(s.Index, event)
		}
		return g.names.Events[event].Args[s.Index]
	}
	value := func(e *expr.Enum, i int) string { return g.enum(e).Values[i] }
	return expr.PrintGo(plain(e), name, value)
}

// codes writes expressions as the arguments of a call.
func (g *generator) codes(es []expr.Expr, params string, event int) string {
	args := make([]string, len(es))
	for i, e := range es {
		args[i] = g.code(e, params, event)
	}
	return strings.Join(args, ", ")
}

func (g *generator) enum(e *expr.Enum) *ident.Enum {
	for i := range g.m.Enums {
		if g.m.Enums[i] == e {
			return &g.names.Enums[i]
		}
	}
	panic("unreachable: enum " + e.Name + " of another machine")
}

// plain returns e without comparisons with true and false, and without double
// negations: Go programmers write `ready`, not `ready == true`.
func plain(e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Unary:
		x := plain(e.X)
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
		x, y := plain(e.X), plain(e.Y)
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
		return plain(&expr.Unary{Op: expr.Not, X: x})
	case *expr.Call:
		args := make([]expr.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = plain(a)
		}
		return &expr.Call{Op: e.Op, Args: args}
	}
	return e
}

func isTruth(e expr.Expr) bool {
	l, ok := e.(*expr.Lit)
	return ok && l.T.Kind == expr.Bool
}

// checkConstants finds constant arithmetic that the Go compiler would refuse:
// a division by zero or a result beyond 64 bits.
func checkConstants(e expr.Expr) error {
	var err error
	expr.Walk(e, func(e expr.Expr) {
		if err != nil || e.Type().Kind != expr.Int {
			return
		}
		if _, _, fault := expr.Constant(e); fault != nil {
			err = fmt.Errorf("evaluate %q: %w", expr.Print(e, expr.Spec), fault)
		}
	})
	return err
}
