package code

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/goexpr"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Expr writes an expression without external guards as Go. params is the Go
// expression for the parameters; event is the event whose arguments are in
// scope, or -1.
func Expr(m *machine.Machine, e expr.Expr, params string, event int) string {
	return write(m, e, params, event, nil, expr.PrintGo)
}

// Int is [Expr] for a number that is computed with ints: durations are the numbers of their nanoseconds.
func Int(m *machine.Machine, e expr.Expr, params string) string {
	return write(m, e, params, -1, nil, expr.PrintGoInt)
}

// Guard writes a guard of an event as Go. answers maps the number of a question to the
// variable that holds the answer; without a variable, the guard calls the host.
func Guard(m *machine.Machine, e expr.Expr, event int, answers map[int]string) string {
	return write(m, e, "m.params", event, answers, expr.PrintGo)
}

// printing is [expr.PrintGo] or [expr.PrintGoInt].
type printing = func(expr.Expr, func(*expr.Symbol) string, func(*expr.Enum, int) string) string

func write(m *machine.Machine, e expr.Expr, params string, event int, answers map[int]string, print printing) string {
	name := func(s *expr.Symbol) string {
		switch s.Scope {
		case expr.Param:
			return params + "." + m.Names.Fields[s.Index]
		case expr.Var:
			return "m." + m.Names.Vars[s.Index].Field
		case expr.External:
			if local, ok := answers[s.Index]; ok {
				return local
			}
			return Ask(m, s.Index, event)
		}
		return m.Names.Events[event].Args[s.Index]
	}
	value := func(e *expr.Enum, i int) string { return m.Enum(e).Values[i] }
	return print(goexpr.Plain(e), name, value)
}

// Exprs writes expressions as the arguments of a call.
func Exprs(m *machine.Machine, es []expr.Expr, params string, event int) string {
	args := make([]string, len(es))
	for i, e := range es {
		args[i] = Expr(m, e, params, event)
	}
	return strings.Join(args, ", ")
}

// Ask writes the call of an external guard, as a condition.
func Ask(m *machine.Machine, question, event int) string {
	a := m.Core.Asks[question]
	call := "m." + m.Names.Guards[a.Guard].Ask + "(" + HostArgs(m, m.Core.Guards[a.Guard].Context, Exprs(m, a.Args, "m.params", event)) + ")"
	if m.Core.Guards[a.Guard].Reason {
		return Why(m, event) + ".Holds(" + call + ")"
	}
	return call
}

// Why is the variable that collects the reasons why external guards do not hold, in the method of an event.
func Why(m *machine.Machine, event int) string {
	_, args := m.Parameters(event)
	name := "why"
	for slices.Contains(args, name) {
		name += "Not"
	}
	return name
}

// IsZero reports whether an initial value is Go's zero value.
func IsZero(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Lit:
		return e.Value == 0
	case *expr.Text:
		return e.Value == ""
	}
	return false
}
