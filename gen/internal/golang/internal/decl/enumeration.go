package decl

import (
	"math"

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
	f.Function(comment.Wrap(function+" returns all "+what+", in the order of the spec."), `
func `+function+`() []$Type { return $texts.All() }`, e.names(f)...)
}
