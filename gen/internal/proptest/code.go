package proptest

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// scope says how an expression reaches the values it is about: the Go
// expressions for the parameters and for the configuration, and the event
// whose payload is e, or -1.
type scope struct {
	params, model string
	event         int
}

// inOracle is the scope of the oracle's methods.
var inOracle = scope{params: "m.Params", model: "m", event: -1}

// code writes an expression as Go.
func (p *subject) code(e expr.Expr, in scope) string { return write(p, e, in, expr.PrintGo) }

// number writes an expression as an int: durations are the numbers of their nanoseconds.
func (p *subject) number(e expr.Expr, in scope) string { return write(p, e, in, expr.PrintGoInt) }

// boxed writes an expression whose value becomes an interface, so a constant needs its type.
func boxed(p *subject, e expr.Expr, in scope) string {
	if e.Type().Duration {
		if _, constant, _ := expr.Constant(e); constant {
			return "time.Duration(" + p.code(e, in) + ")"
		}
	}
	return p.code(e, in)
}

// printing is [expr.PrintGo] or [expr.PrintGoInt].
type printing = func(expr.Expr, func(*expr.Symbol) string, func(*expr.Enum, int) string) string

func write(p *subject, e expr.Expr, in scope, print printing) string {
	name := func(s *expr.Symbol) string {
		switch s.Scope {
		case expr.Param:
			return in.params + "." + p.names.Fields[s.Index]
		case expr.Var:
			return in.model + "." + p.names.Vars[s.Index].Getter
		case expr.External:
			return "e.Answers[" + strconv.Itoa(s.Index) + "]"
		}
		return "e." + p.fields[in.event][s.Index]
	}
	value := func(e *expr.Enum, i int) string { return p.enum(e).Values[i] }
	return print(plain(e), name, value)
}

func (p *subject) enum(e *expr.Enum) *ident.Enum {
	for i := range p.m.Enums {
		if p.m.Enums[i] == e {
			return &p.names.Enums[i]
		}
	}
	panic("unreachable: enum " + e.Name + " of another machine")
}

// plain returns e without comparisons with true and false, which linters
// refuse.
func plain(e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Unary:
		x := plain(e.X)
		if inner, ok := x.(*expr.Unary); ok {
			if inner.Op == e.Op {
				return inner.X
			}
		}
		return &expr.Unary{Op: e.Op, X: x}
	case *expr.Binary:
		x, y := plain(e.X), plain(e.Y)
		for _, pair := range [][2]expr.Expr{{x, y}, {y, x}} {
			l, ok := pair[1].(*expr.Lit)
			if !ok || l.T.Kind != expr.Bool || e.Op != expr.Eq && e.Op != expr.Ne {
				continue
			}
			if (e.Op == expr.Eq) == (l.Value == 1) {
				return pair[0]
			}
			return plain(&expr.Unary{Op: expr.Not, X: pair[0]})
		}
		return &expr.Binary{Op: e.Op, X: x, Y: y}
	case *expr.Call:
		args := make([]expr.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = plain(a)
		}
		return &expr.Call{Op: e.Op, Args: args}
	case *expr.Case:
		values := make([]expr.Expr, len(e.Values))
		for i, v := range e.Values {
			values[i] = plain(v)
		}
		return &expr.Case{Of: e.Of, Values: values}
	}
	return e
}

// goType writes a type as Go.
func (p *subject) goType(t expr.Type) *jen.Statement {
	switch t.Kind {
	case expr.Int, expr.Bool, expr.String:
		if t.Duration {
			return jen.Qual("time", "Duration")
		}
		return jen.Id(t.String())
	case expr.Enumerated:
		return jen.Id(p.enum(t.Enum).Type)
	}
	out := &jen.Statement{}
	var text strings.Builder
	for _, part := range t.Go.Parts {
		if part.Path == "" {
			text.WriteString(part.Token + part.Name)
			continue
		}
		out.Op(text.String()).Qual(part.Path, part.Name)
		text.Reset()
	}
	return out.Op(text.String())
}

// function writes a function literal over a configuration m and an event e, with _
// for what the body has no use for. More are further parameters.
func function(m, e bool, more, result, body string) string {
	use := func(name string, used bool) string {
		if used {
			return name
		}
		return "_"
	}
	return "func(" + use("m", m) + " config, " + use("e", e) + " event" + more + ") " + result + body
}

// ofConfig writes one over a configuration alone.
func ofConfig(m bool, result, body string) string {
	if !m {
		return "func(config) " + result + body
	}
	return "func(m config) " + result + body
}

// reads reports whether an expression refers to the configuration and whether
// to what the event carries: the payload, and the answers of the host.
func reads(e expr.Expr) (m, event bool) {
	carried := func(s *expr.Symbol) bool { return s.Scope == expr.Field || s.Scope == expr.External }
	return expr.Uses(e, func(s *expr.Symbol) bool { return !carried(s) }), expr.Uses(e, carried)
}
