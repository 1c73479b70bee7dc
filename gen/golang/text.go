package golang

import (
	"github.com/dave/jennifer/jen"
)

// texts emits the methods that write a value as text and read it back.
func (g *generator) texts(e *enumeration, what string) {
	g.marshaler(e, what)
	g.unmarshaler(e, what)
}

// marshaler emits the MarshalText method.
func (g *generator) marshaler(e *enumeration, what string) {
	g.doc(wrap("MarshalText returns the name of the " + what + ". A value that is not one is an error."))
	fail := jen.Return(jen.Nil(), g.errorf("cannot marshal %v", jen.Id(e.recv)))
	g.method(e, false).Id("MarshalText").Params().Params(jen.Index().Byte(), jen.Error()).BlockFunc(func(body *jen.Group) {
		if len(e.values) == 0 {
			body.Add(fail)
			return
		}
		body.If(jen.Id(e.recv).Op(">").Id(e.last())).Block(fail)
		body.Return(jen.Index().Byte().Parens(jen.Id(e.recv).Dot("String").Call()), jen.Nil())
	})
}

// unmarshaler emits the UnmarshalText method.
func (g *generator) unmarshaler(e *enumeration, what string) {
	g.doc(wrap("UnmarshalText sets " + e.recv + " to the " + what + " of that name. Any other text is an error, and " +
		e.recv + " keeps its value."))
	unknown := jen.Return(g.errorf("unknown "+what+" %.40q", jen.Id("text")))
	g.method(e, true).Id("UnmarshalText").Params(jen.Id("text").Index().Byte()).Error().BlockFunc(func(body *jen.Group) {
		if len(e.values) == 0 {
			body.Add(unknown)
			return
		}
		body.Switch(jen.String().Parens(jen.Id("text"))).BlockFunc(func(cases *jen.Group) {
			for _, v := range e.values {
				cases.Case(jen.Lit(v.text)).Block(jen.Op("*").Id(e.recv).Op("=").Id(v.name))
			}
			cases.Default().Block(unknown)
		})
		body.Return(jen.Nil())
	})
}
