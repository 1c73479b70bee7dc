package enum

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// Texts emits the methods that write a value as text and read it back.
func (e *Enumeration) Texts(f *file.File, what string) {
	e.marshaler(f, what)
	e.unmarshaler(f, what)
}

// marshaler emits the MarshalText method.
func (e *Enumeration) marshaler(f *file.File, what string) {
	differs := slices.ContainsFunc(e.Values, func(v Constant) bool { return v.Stored != "" })
	which := "name"
	if differs {
		which = "text"
	}
	f.Doc(comment.Wrap("MarshalText returns the " + which + " of the " + what + ". It returns an error for any other value."))
	fail := jen.Return(jen.Nil(), f.Errorf("cannot marshal %v", jen.Id(e.Recv)))
	e.Method(f, false).Id("MarshalText").Params().Params(jen.Index().Byte(), jen.Error()).BlockFunc(func(body *jen.Group) {
		if len(e.Values) == 0 {
			body.Add(fail)
			return
		}
		body.If(jen.Id(e.Recv).Op(">").Id(e.Last())).Block(fail)
		if differs {
			body.Switch(jen.Id(e.Recv)).BlockFunc(func(cases *jen.Group) {
				for _, v := range e.Values {
					if v.Stored != "" {
						cases.Case(jen.Id(v.Name)).Block(jen.Return(jen.Index().Byte().Parens(jen.Lit(v.Stored)), jen.Nil()))
					}
				}
				cases.Default().Comment("// is stored by its name")
			})
		}
		body.Return(jen.Index().Byte().Parens(jen.Id(e.Recv).Dot("String").Call()), jen.Nil())
	})
}

// unmarshaler emits the UnmarshalText method.
func (e *Enumeration) unmarshaler(f *file.File, what string) {
	named := " with that name"
	if slices.ContainsFunc(e.Values, func(v Constant) bool { return v.Stored != "" }) {
		named = " with that text or name"
	}
	if slices.ContainsFunc(e.Values, func(v Constant) bool { return len(v.Was) > 0 }) {
		named += ", or that had it in an earlier version of the spec"
	}
	f.Doc(comment.Wrap("UnmarshalText sets " + e.Recv + " to the " + what + named + ". For any other text, it returns an error and leaves " +
		e.Recv + " unchanged."))
	unknown := jen.Return(f.Errorf("unknown "+what+" %.40q", jen.Id("text")))
	e.Method(f, true).Id("UnmarshalText").Params(jen.Id("text").Index().Byte()).Error().BlockFunc(func(body *jen.Group) {
		if len(e.Values) == 0 {
			body.Add(unknown)
			return
		}
		body.Switch(jen.String().Parens(jen.Id("text"))).BlockFunc(func(cases *jen.Group) {
			for _, v := range e.Values {
				texts := []jen.Code{jen.Lit(v.Text)}
				if v.Stored != "" {
					texts = append(texts, jen.Lit(v.Stored))
				}
				for _, text := range v.Was {
					texts = append(texts, jen.Lit(text))
				}
				cases.Case(texts...).Block(jen.Op("*").Id(e.Recv).Op("=").Id(v.Name))
			}
			cases.Default().Block(unknown)
		})
		body.Return(jen.Nil())
	})
}
