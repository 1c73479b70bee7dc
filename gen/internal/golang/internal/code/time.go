package code

import (
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Length writes the duration of a timer that starts.
func Length(m *machine.Machine, timer int, host string) *jen.Statement {
	t := m.Core.Timers[timer]
	params := "m.params"
	if host == "host" {
		params = "p"
	}
	switch {
	case t.Length != nil:
		return jen.Id(Expr(m, t.Length, params, -1))
	case t.Delay < 0:
		return Duration(t.Constant)
	}
	name := m.Names.Delays[t.Delay]
	if name.Const != "" {
		return jen.Id(name.Const)
	}
	said := jen.Id(host).Dot(name.Method).Call(jen.Id(Exprs(m, t.Args, params, -1)))
	if most := m.Core.Delays[t.Delay].Max; most > 0 {
		return jen.Id("min").Call(said, Duration(most))
	}
	return said
}

// Duration writes a positive duration as Go, as a multiple of the largest possible unit.
func Duration(d time.Duration) *jen.Statement {
	count, unit, product := strings.Cut(expr.PrintGo(expr.Time(d), nil, nil), "*time.")
	if !product {
		return jen.Qual("time", strings.TrimPrefix(count, "time."))
	}
	return jen.Id(count).Op("*").Qual("time", unit)
}

// Verb is the verb of package fmt for a value that has no text of its own.
func Verb(t expr.Type) string {
	switch {
	case t.Kind == expr.Int && !t.Duration:
		return "%d"
	case t.Kind == expr.Bool:
		return "%t"
	case t.Kind == expr.String:
		return "%q"
	}
	return "%v"
}

// WithMath writes code that uses no package except math.
func WithMath(code string) *jen.Statement {
	out := jen.Null()
	for i, part := range strings.Split(code, "math.") {
		name := ""
		if i > 0 {
			name, part = part[:len("MaxInt")], part[len("MaxInt"):]
			out.Qual("math", name)
		}
		if part != "" {
			out.Op(part)
		}
	}
	return out
}
