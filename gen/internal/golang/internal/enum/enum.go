package enum

import (
	"math"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// Enumeration is a type whose values are numbered constants.
type Enumeration struct {
	Name string
	// Recv is the name of the receiver in its methods.
	Recv   string
	Doc    []string
	Group  string // the comment on the constants
	Values []Constant
}

// Constant is one value.
type Constant struct {
	Name string
	Text string // what String returns
	// Stored is what MarshalText returns; "" for Text.
	Stored string
	// Was are other texts that UnmarshalText reads.
	Was []string
	Doc []string
}

// base is the smallest unsigned type that can hold the values and one more, so that a
// comparison with the last value is not always true.
func (e *Enumeration) base() string {
	if len(e.Values) > math.MaxUint8 {
		return "uint16"
	}
	return "uint8"
}

// Last returns the name of the constant with the greatest number. There is one.
func (e *Enumeration) Last() string { return e.Values[len(e.Values)-1].Name }

// Declare emits the type and its constants.
func (e *Enumeration) Declare(f *file.File) {
	f.Doc(e.Doc)
	f.Type().Id(e.Name).Id(e.base())
	if len(e.Values) == 0 {
		return
	}
	f.Line()
	f.Doc([]string{e.Group})
	f.Const().DefsFunc(func(defs *jen.Group) {
		for i, v := range e.Values {
			for _, c := range comment.Lines(v.Doc) {
				defs.Add(c)
			}
			if i == 0 {
				defs.Id(v.Name).Id(e.Name).Op("=").Iota()
			} else {
				defs.Id(v.Name)
			}
		}
	})
}

// All emits the function that lists the values.
func (e *Enumeration) All(f *file.File, function, what string) {
	f.Doc(comment.Wrap(function + " returns all " + what + ", in the order of the spec."))
	f.Func().Id(function).Params().Index().Id(e.Name).BlockFunc(func(body *jen.Group) {
		if len(e.Values) == 0 {
			body.Return(jen.Nil())
			return
		}
		body.Return(jen.Index().Id(e.Name).ValuesFunc(func(list *jen.Group) {
			for _, v := range e.Values {
				list.Line().Id(v.Name)
			}
			list.Line()
		}))
	})
}

// Stringer emits the String method. It never panics.
func (e *Enumeration) Stringer(f *file.File, what string) {
	recv := jen.Id(e.Recv)
	f.Doc(comment.Wrap("String returns " + what + ", or, for any other value, a string such as \"" + e.Name + "(200)\"."))
	e.Method(f, false).Id("String").Params().String().BlockFunc(func(body *jen.Group) {
		other := jen.Return(jen.Qual("fmt", "Sprintf").Call(jen.Lit(e.Name+"(%d)"), jen.Id(e.base()).Call(recv)))
		if len(e.Values) == 0 {
			body.Add(other)
			return
		}
		body.Switch(recv).BlockFunc(func(cases *jen.Group) {
			for _, v := range e.Values {
				cases.Case(jen.Id(v.Name)).Block(jen.Return(jen.Lit(v.Text)))
			}
			cases.Default().Block(other)
		})
	})
}

// Method starts a method of an enumeration.
func (e *Enumeration) Method(f *file.File, pointer bool) *jen.Statement {
	recv := jen.Id(e.Recv)
	if pointer {
		recv.Op("*")
	}
	return f.Func().Params(recv.Id(e.Name))
}

// Docs emits the Doc method of an enumeration, if any value has documentation.
func (e *Enumeration) Docs(f *file.File, what string, docs []string) {
	if strings.TrimSpace(strings.Join(docs, "")) == "" {
		return
	}
	f.Doc(comment.Wrap("Doc returns the documentation of the " + what + " in the spec, or \"\"."))
	e.Method(f, false).Id("Doc").Params().String().Block(
		jen.Switch(jen.Id(e.Recv)).BlockFunc(func(cases *jen.Group) {
			for i, doc := range docs {
				if doc = strings.TrimSpace(doc); doc != "" {
					cases.Case(jen.Id(e.Values[i].Name)).Block(jen.Return(jen.Lit(doc)))
				}
			}
			cases.Default().Block(jen.Return(jen.Lit("")))
		}))
}
