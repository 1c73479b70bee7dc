package proptest

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// send prints how an event reaches a machine.
func (p *printer) send() {
	p.comment("Send hands the event to a machine.")
	p.eventMethod("Send").Params(jen.Id("m").Op("*").Id(p.names.Machine)).Error().BlockFunc(func(g *jen.Group) {
		p.perEvent(g, func(event int) []jen.Code {
			return []jen.Code{jen.Return(jen.Id("m").Dot(p.names.Events[event].Method).CallFunc(func(g *jen.Group) {
				for _, f := range p.fields[event] {
					g.Id("e").Dot(f)
				}
			}))}
		})
		g.Panic(jen.Lit("unreachable: event ").Op("+").Id("e").Dot("Event").Dot("String").Call())
	})
	if p.features().Payloads {
		p.spoiled()
	}
}

// spoiled prints the events whose enums are outside their types.
func (p *printer) spoiled() {
	p.comment(p.prefix + "OracleSpoiled is an event with an enum outside its type.")
	p.file.Type().Add(p.id("OracleSpoiled")).Struct(
		p.id("OracleEvent"), jen.Id("field").String(), jen.Id("value").Int(),
	)
	p.comment("Spoiled returns the event with each enum that the machine reads in turn\noutside its type.")
	p.eventMethod("Spoiled").Params().Params(jen.Id("all").Index().Add(p.id("OracleSpoiled"))).BlockFunc(func(g *jen.Group) {
		p.perEvent(g, func(event int) []jen.Code {
			var out []jen.Code
			for j, f := range p.m.Events[event].Fields {
				if !p.spoils(event, j) {
					continue
				}
				n := len(f.Type.Enum.Values)
				out = append(out,
					jen.Id("bad").Op(":=").Id("e"),
					jen.Id("bad").Dot(p.fields[event][j]).Op("=").Lit(n),
					jen.Id("all").Op("=").Append(jen.Id("all"), p.id("OracleSpoiled").Values(jen.Id("bad"), jen.Lit(f.Name), jen.Lit(n))),
				)
				if len(out) > 3 {
					out[len(out)-3] = jen.Id("bad").Op("=").Id("e")
				}
			}
			return out
		})
		g.Return(jen.Id("all"))
	})
}

// spoils reports whether a field is an enum that the machine checks and that
// can be outside its type.
func (p *printer) spoils(event, field int) bool {
	t := p.m.Events[event].Fields[field].Type
	return t.Kind == expr.Enumerated && p.used(event, field) && roomy(len(t.Enum.Values))
}

// drawEvent prints the choice of a payload.
func (p *printer) drawEvent() {
	usesModel, usesChoice := false, false
	for i, e := range p.m.Events {
		for j, f := range e.Fields {
			usesChoice = usesChoice || p.used(i, j) && f.Type.Kind != expr.Opaque
			for _, c := range p.candidates(i, j) {
				usesModel = usesModel || strings.Contains(c, "m.")
			}
		}
	}
	m := "m"
	if !usesModel {
		m = "_"
	}
	choose := "choose"
	if !usesChoice {
		choose = "_"
	}
	p.comment("Fill returns the event with a payload that is interesting in a\nconfiguration. choose returns a number below n.")
	p.eventMethod("Fill").Params(
		jen.Id(m).Add(p.id("Oracle")), jen.Id(choose).Func().Params(jen.Id("n").Int()).Int(),
	).Add(p.id("OracleEvent")).BlockFunc(func(g *jen.Group) {
		p.perEvent(g, func(event int) []jen.Code {
			var out []jen.Code
			for j := range p.m.Events[event].Fields {
				out = append(out, jen.Id("e").Dot(p.fields[event][j]).Op("=").Add(p.draw(event, j)))
			}
			return out
		})
		g.Return(jen.Id("e"))
	})
}

// draw writes the value of a field. Only values that the machine looks at are
// chosen: the others are fixed, so that the walk need not try them.
func (p *printer) draw(event, field int) *jen.Statement {
	f := p.m.Events[event].Fields[field]
	used := p.used(event, field)
	switch f.Type.Kind {
	case expr.Opaque:
		if value := special(f.Type); value != nil {
			return value(p, f.Name)
		}
		return p.id("TestValue").Types(p.goType(f.Type)).Call(jen.Lit(field + 1))
	case expr.Bool, expr.Enumerated:
		if used {
			return p.choice(f.Type)
		}
		if f.Type.Kind == expr.Bool {
			return jen.True()
		}
		return jen.Id(p.enum(f.Type.Enum).Values[0])
	case expr.Int:
		if !used {
			return jen.Lit(field + 1)
		}
	case expr.String:
		if !used {
			return jen.Lit(f.Name)
		}
	}
	return p.pick(p.candidates(event, field))
}

func (p *printer) pick(values []string) *jen.Statement {
	return p.id("TestPick").Call(jen.Id("choose"), jen.Op(strings.Join(values, ", ")))
}

// choice writes the choice of any value of a bool or an enum.
func (p *printer) choice(t expr.Type) *jen.Statement {
	if t.Kind == expr.Bool {
		return jen.Id("choose").Call(jen.Lit(2)).Op("==").Lit(1)
	}
	e := p.enum(t.Enum)
	return jen.Index().Id(e.Type).Op("{" + strings.Join(e.Values, ", ") + "}").Index(jen.Id("choose").Call(jen.Lit(len(e.Values))))
}

// candidates returns the values of an int or string field at which a guard
// can change its mind, with some corners: for each comparison that the field
// takes part in, the other side of it, and for ints its neighbours.
func (p *printer) candidates(event, field int) []string {
	t := p.m.Events[event].Fields[field].Type
	var out []string
	switch t.Kind {
	case expr.Int:
		out = []string{"-1", "0", "1", "2"}
	case expr.String:
		out = []string{strconv.Quote(""), strconv.Quote("x")}
	default:
		return nil
	}
	seen := map[string]bool{}
	for _, c := range out {
		seen[c] = true
	}
	add := func(e expr.Expr) {
		if c := p.code(e, scope{params: "m.Params", model: "m", event: event}); !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	is := func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field }
	for _, tr := range p.m.Transitions {
		if tr.Event != event || tr.Guard == nil {
			continue
		}
		expr.Walk(tr.Guard, func(e expr.Expr) {
			b, ok := e.(*expr.Binary)
			if !ok || b.Op < expr.Eq || b.Op > expr.Ge || !b.X.Type().Same(t) {
				return
			}
			edge := solve(b.X, b.Y, is)
			if edge == nil {
				edge = solve(b.Y, b.X, is)
			}
			if edge == nil || !known(edge, field) {
				return
			}
			if t.Kind == expr.Int {
				add(sum(edge, -1))
			}
			add(edge)
			if t.Kind == expr.Int {
				add(sum(edge, 1))
			}
		})
	}
	return out
}

// solve returns the value of a symbol at which left equals right, or nil when
// the symbol is not in left, is in right too, or is under something other
// than + and -.
func solve(left, right expr.Expr, is func(*expr.Symbol) bool) expr.Expr {
	if expr.Uses(right, is) {
		return nil
	}
	switch l := left.(type) {
	case *expr.Ref:
		if is(l.Symbol) {
			return right
		}
	case *expr.Unary:
		if l.Op == expr.Neg {
			return solve(l.X, &expr.Unary{Op: expr.Neg, X: right}, is)
		}
	case *expr.Binary:
		inX, inY := expr.Uses(l.X, is), expr.Uses(l.Y, is)
		switch {
		case inX == inY:
		case l.Op == expr.Add && inX:
			return solve(l.X, &expr.Binary{Op: expr.Sub, X: right, Y: l.Y}, is)
		case l.Op == expr.Add:
			return solve(l.Y, &expr.Binary{Op: expr.Sub, X: right, Y: l.X}, is)
		case l.Op == expr.Sub && inX:
			return solve(l.X, &expr.Binary{Op: expr.Add, X: right, Y: l.Y}, is)
		case l.Op == expr.Sub:
			return solve(l.Y, &expr.Binary{Op: expr.Sub, X: l.X, Y: right}, is)
		}
	}
	return nil
}

// known reports whether an expression can be computed before a field is
// chosen: it refers to no later field and divides by nothing that may be 0.
func known(e expr.Expr, field int) bool {
	if expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index >= field }) {
		return false
	}
	safe := true
	expr.Walk(e, func(e expr.Expr) {
		if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
			l, constant := b.Y.(*expr.Lit)
			safe = safe && constant && l.Value != 0
		}
	})
	return safe
}

// sum returns e + n, folded when e is a constant.
func sum(e expr.Expr, n int64) expr.Expr {
	if l, ok := e.(*expr.Lit); ok {
		return expr.Number(l.Value + n)
	}
	if n < 0 {
		return &expr.Binary{Op: expr.Sub, X: e, Y: expr.Number(-n)}
	}
	return &expr.Binary{Op: expr.Add, X: e, Y: expr.Number(n)}
}
