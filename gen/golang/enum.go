package golang

import (
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// enumeration is a type whose values are numbered constants.
type enumeration struct {
	name string
	// recv is the name of the receiver in its methods.
	recv   string
	doc    []string
	group  string // the comment on the constants
	values []constant
}

type constant struct {
	name string
	text string // what String returns
	doc  []string
}

// base is the smallest unsigned type that holds the values and one more, so
// that a comparison with the last value says something.
func (e *enumeration) base() string {
	if len(e.values) > math.MaxUint8 {
		return "uint16"
	}
	return "uint8"
}

// last is the constant with the greatest number. There is one.
func (e *enumeration) last() string { return e.values[len(e.values)-1].name }

// declare emits the type and its constants.
func (g *generator) declare(e *enumeration) {
	g.doc(e.doc)
	g.file.Type().Id(e.name).Id(e.base())
	if len(e.values) == 0 {
		return
	}
	g.file.Line()
	g.doc([]string{e.group})
	g.file.Const().DefsFunc(func(defs *jen.Group) {
		for i, v := range e.values {
			for _, c := range comments(v.doc) {
				defs.Add(c)
			}
			if i == 0 {
				defs.Id(v.name).Id(e.name).Op("=").Iota()
			} else {
				defs.Id(v.name)
			}
		}
	})
}

// all emits the function that lists the values.
func (g *generator) all(e *enumeration, function, what string) {
	g.doc(wrap(function + " returns all " + what + ", in the order of the spec."))
	g.file.Func().Id(function).Params().Index().Id(e.name).BlockFunc(func(body *jen.Group) {
		if len(e.values) == 0 {
			body.Return(jen.Nil())
			return
		}
		body.Return(jen.Index().Id(e.name).ValuesFunc(func(list *jen.Group) {
			for _, v := range e.values {
				list.Line().Id(v.name)
			}
			list.Line()
		}))
	})
}

// stringer emits the String method. It never panics.
func (g *generator) stringer(e *enumeration, what string) {
	recv := jen.Id(e.recv)
	g.doc(wrap("String returns " + what + ", or for any other value a text such as \"" + e.name + "(200)\"."))
	g.method(e, false).Id("String").Params().String().BlockFunc(func(body *jen.Group) {
		other := jen.Return(jen.Qual("fmt", "Sprintf").Call(jen.Lit(e.name+"(%d)"), jen.Id(e.base()).Call(recv)))
		if len(e.values) == 0 {
			body.Add(other)
			return
		}
		body.Switch(recv).BlockFunc(func(cases *jen.Group) {
			for _, v := range e.values {
				cases.Case(jen.Id(v.name)).Block(jen.Return(jen.Lit(v.text)))
			}
			cases.Default().Block(other)
		})
	})
}

// method begins a method of an enumeration.
func (g *generator) method(e *enumeration, pointer bool) *jen.Statement {
	recv := jen.Id(e.recv)
	if pointer {
		recv.Op("*")
	}
	return g.file.Func().Params(recv.Id(e.name))
}

// errorf calls fmt.Errorf with a message that begins with the package.
func (g *generator) errorf(format string, args ...jen.Code) *jen.Statement {
	return jen.Qual("fmt", "Errorf").CallFunc(func(list *jen.Group) {
		list.Lit(g.pkg + ": " + format)
		for i, a := range args {
			if i == 0 && len(format) > width {
				list.Line().Add(a)
			} else {
				list.Add(a)
			}
		}
	})
}

// enumType emits a declared enumeration.
func (g *generator) enumType(i int) {
	declared, names := g.m.Enums[i], g.names.Enums[i]
	e := &enumeration{
		name:  names.Type,
		recv:  "v",
		doc:   describe(names.Type, declared.Name, g.enumPredicate(declared), declared.Doc),
		group: "The values of " + names.Type + ", in the order of the spec.",
	}
	for j, value := range declared.Values {
		doc := names.Values[j] + " is the value " + value + "."
		e.values = append(e.values, constant{name: names.Values[j], text: value, doc: []string{doc}})
	}
	g.declare(e)
	g.stringer(e, "the name of the value in the spec")
	g.texts(e, "value of "+names.Type)

	g.doc(wrap("Valid reports whether v is one of the values declared for " + names.Type + "."))
	g.method(e, false).Id("Valid").Params().Bool().Block(jen.Return(jen.Id("v").Op("<=").Id(e.last())))
}

// enumPredicate says where values of an enumeration occur.
func (g *generator) enumPredicate(e *expr.Enum) string {
	var uses []string
	for _, p := range g.m.Params {
		if p.Type.Enum == e {
			uses = append(uses, "the parameter "+p.Name)
		}
	}
	for _, v := range g.m.Vars {
		if v.Type.Enum == e && v.State < 0 {
			uses = append(uses, "the variable "+v.Name)
		}
	}
	arguments := func(method string, fields []core.Field) {
		for _, f := range fields {
			if f.Type.Enum == e && method != "" {
				uses = append(uses, "the argument "+f.Name+" of "+method)
			}
		}
	}
	for i, event := range g.m.Events {
		arguments(g.names.Events[i].Method, event.Fields)
	}
	for i, guard := range g.m.Guards {
		arguments(g.names.Guards[i].Method, guard.Args)
	}
	for i, o := range g.m.Outputs {
		arguments(g.names.Outputs[i].Method, o.Fields)
	}
	for i, d := range g.m.Delays {
		arguments(g.names.Delays[i].Method, d.Args)
	}
	if len(uses) == 0 {
		return "is an enumeration of the spec"
	}
	return "is the type of " + list(uses)
}
