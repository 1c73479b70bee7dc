package code

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Type writes a type of the spec as Go.
func Type(m *machine.Machine, t expr.Type) *jen.Statement {
	switch t.Kind {
	case expr.Int, expr.Bool, expr.String:
		if t.Duration {
			return jen.Qual("time", "Duration")
		}
		return jen.Id(t.String())
	case expr.Enumerated:
		return jen.Id(m.Enum(t.Enum).Type)
	}
	out := jen.Null()
	text := ""
	flush := func() {
		if text != "" {
			out.Op(text)
			text = ""
		}
	}
	for _, p := range t.Go.Parts {
		if p.Path == "" {
			text += p.Token + p.Name
			continue
		}
		flush()
		out.Qual(p.Path, p.Name)
	}
	flush()
	return out
}

// Zero writes the zero value of a type. For a named Go type it is *new(T), because its
// underlying type is unknown.
func Zero(m *machine.Machine, t expr.Type) *jen.Statement {
	switch t.Kind {
	case expr.Int:
		return jen.Lit(0)
	case expr.Bool:
		return jen.False()
	case expr.String:
		return jen.Lit("")
	case expr.Enumerated:
		return jen.Id(m.Enum(t.Enum).Values[0])
	}
	switch {
	case canBeNil(t):
		return jen.Nil()
	case t.Go.Parts[0].Token == "[":
		return Type(m, t).Values()
	case t.Go.Text == "time.Duration", isNumber(t.Go.Text):
		return jen.Lit(0)
	case t.Go.Text == "time.Time":
		return Type(m, t).Values()
	}
	return jen.Op("*").New(Type(m, t))
}

// canBeNil reports whether a Go type is known to have the value nil.
func canBeNil(t expr.Type) bool {
	return slices.Contains([]string{"*", "map", "chan", "func", "<"}, t.Go.Parts[0].Token) ||
		strings.HasPrefix(t.Go.Text, "[]") || t.Go.Text == "error" || t.Go.Text == "any"
}

func isNumber(name string) bool {
	return slices.Contains([]string{
		"byte", "rune", "uint", "uintptr", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
		"float32", "float64", "complex64", "complex128",
	}, name)
}

// Arguments declares fields as parameters, and groups adjacent ones of the same type.
func Arguments(m *machine.Machine, fields []core.Field, args []string) []jen.Code {
	var out []jen.Code
	for i := 0; i < len(fields); {
		var names []jen.Code
		t := fields[i].Type
		for ; i < len(fields) && fields[i].Type.Same(t); i++ {
			names = append(names, jen.Id(args[i]))
		}
		out = append(out, jen.List(names...).Add(Type(m, t)))
	}
	return out
}
