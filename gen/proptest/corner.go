package proptest

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// oddText is a text that is easily written or read wrongly.
const oddText = "\x00\u00e9\U0001f600\\\"<&>\u2028\n"

// longText is one that is easily cut off, or written in other letters.
const longText = "A Text With Capitals, of more characters than anybody would think of: " +
	"0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789, END "

// corner prints the choice of a payload at the end of a type: the least and the
// greatest int and large ones, odd texts, an error without a text, the zero value
// of a Go type. The walk does without, as it would try them everywhere.
func (p *printer) corner() {
	if len(p.m.Events) == 0 {
		return
	}
	changes := make([][]*jen.Statement, len(p.m.Events))
	choose := "_"
	for i, e := range p.m.Events {
		for j, f := range e.Fields {
			if p.used(i, j) && f.Type.Kind != expr.Bool && f.Type.Kind != expr.Enumerated {
				choose = "choose"
				changes[i] = append(changes[i], p.extreme(p.fields[i][j], f.Type))
			}
		}
	}
	p.comment("Corner returns the event with one value of its payload at the end of its type,\nif it has one that matters.")
	p.eventMethod("Corner").Params(
		jen.Id(choose).Func().Params(jen.Id("n").Int()).Int(),
	).Add(p.id("OracleEvent")).BlockFunc(func(g *jen.Group) {
		p.perEvent(g, func(event int) []jen.Code {
			switch all := changes[event]; len(all) {
			case 0:
				return nil
			case 1:
				return []jen.Code{all[0]}
			default:
				return []jen.Code{jen.Switch(jen.Id("choose").Call(jen.Lit(len(all)))).BlockFunc(func(g *jen.Group) {
					for n, c := range all {
						g.Case(jen.Lit(n)).Block(c)
					}
				})}
			}
		})
		g.Return(jen.Id("e"))
	})
}

// extreme writes that a field is set to the end of its type.
func (p *printer) extreme(field string, t expr.Type) *jen.Statement {
	set := jen.Id("e").Dot(field).Op("=")
	switch t.Kind {
	case expr.Int:
		return set.Index().Int().Values(jen.Qual("math", "MinInt"), jen.Qual("math", "MaxInt"), jen.Lit(-1<<20), jen.Lit(1<<20)).Index(jen.Id("choose").Call(jen.Lit(4)))
	case expr.String:
		return set.Index().String().Values(jen.Lit(oddText), jen.Lit(longText), jen.Lit("\xff")).Index(jen.Id("choose").Call(jen.Lit(3)))
	}
	if t.Kind == expr.Opaque && t.Go.Text == "error" {
		return set.Index().Error().Values(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit(""))).Index(jen.Id("choose").Call(jen.Lit(2)))
	}
	return set.Op("*").New(p.goType(t))
}
