package proptest

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// send prints how an event reaches a machine.
func (p *printer) send() {
	p.sender()
	p.comment("Send hands the event to a machine in a state.")
	state := "_"
	if p.names.TimerSet != "" {
		state = "state"
	}
	p.eventMethod("Send").Params(jen.Id("m").Add(p.id("TestSender")), jen.Id(state).String()).Error().BlockFunc(func(g *jen.Group) {
		if p.names.TimerSet != "" {
			g.Add(source(strings.ReplaceAll(timed, "PREFIX", p.prefix)))
		}
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

// timed hands over an event that a timer raises.
const timed = `timers := PREFIXOracle{State: state}.Raising(e.Event)
	if e.Timed > 0 && e.Timed <= len(timers) {
		return m.Fire(timers[e.Timed-1])
	}`

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
				out = append(out, jen.For(jen.List(jen.Id("_"), jen.Id("value")).Op(":=").Range().Add(source(beyond(p.enum(f.Type.Enum).Type, len(f.Type.Enum.Values))))).Block(
					jen.Id("bad").Op(":=").Id("e"),
					jen.Id("bad").Dot(p.fields[event][j]).Op("=").Id("value"),
					jen.Id("all").Op("=").Append(jen.Id("all"), p.id("OracleSpoiled").Values(jen.Id("bad"), jen.Lit(f.Name), jen.Int().Parens(jen.Id("value")))),
				))
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
	for i := range p.m.Events {
		if len(p.drawHost(i)) > 0 {
			usesModel, usesChoice = true, true
		}
	}
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
			return append(out, p.drawHost(event)...)
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
