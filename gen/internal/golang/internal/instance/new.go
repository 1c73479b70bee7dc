package instance

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/host"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func (g printer) constructor() {
	n := g.m.Names
	goes, initial := g.m.Core.GoesOn(nil), g.m.Core.States[g.m.Core.Initial].Name
	text := n.New + " returns a machine in the initial state, " + initial
	if goes {
		text = n.New + " returns a machine that has started in " + initial + ", and has made the transitions without an event that apply from there"
	}
	text += ". It returns the error of [" + n.Params + ".Validate]"
	args, nothing := []jen.Code{jen.Id("p").Id(n.Params)}, "host"
	if n.Context != "" {
		nothing = n.Context + " or host"
	}
	if n.Host != "" {
		text += ", or an error if " + nothing + " is nil"
		args = append(args, jen.Id("host").Id(n.Host))
	}
	args = code.Context(g.m, args...)
	start := host.Start(g.m)
	told := "outputs and timers"
	if n.CallSet != "" {
		told = "outputs, timers and calls"
	}
	switch {
	case goes && n.Host != "":
		text += ". Before it returns, it calls the host for the " + told + " of these steps"
	case start.Begins():
		text += ". Before it returns, it calls the host for the " + told + " of entering that state"
	}
	g.f.Doc(comment.Wrap(text + "."))
	maker := n.New
	if n.Start != "" {
		maker = n.Start
		passed := []jen.Code{jen.Id("p")}
		if n.Host != "" {
			passed = append(passed, jen.Id("host"))
		}
		g.function(n.New, args, func(body *jen.Group) {
			body.List(jen.Id("m"), jen.Err()).Op(":=").Id(maker).Call(code.InContext(g.m, passed...)...)
			body.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
			body.Add(code.Settle(g.m, "m"))
			body.Return(jen.Id("m"), jen.Nil())
		})
		g.f.Doc(comment.Wrap(maker + " makes the machine of [" + n.New + "], which may not be at rest."))
	}
	g.function(maker, args, func(body *jen.Group) {
		body.If(jen.Err().Op(":=").Id("p").Dot("Validate").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		if n.Host != "" {
			body.If(jen.Id("host").Op("==").Nil()).Block(
				jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit(g.f.Package+": "+n.New+": host is nil"))))
		}
		if n.Context != "" {
			body.If(jen.Id(n.Context).Op("==").Nil()).Block(
				jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit(g.f.Package+": "+n.New+": "+n.Context+" is nil"))))
		}
		if !start.Begins() {
			body.Return(g.newMachine(), jen.Nil())
			return
		}
		body.Id("m").Op(":=").Add(g.newMachine())
		start.Write(g.m, body)
		body.Return(jen.Id("m"), jen.Nil())
	})
}

// function emits a function that makes a machine.
func (g printer) function(name string, args []jen.Code, body func(*jen.Group)) {
	g.f.Func().Id(name).Params(args...).Params(jen.Op("*").Id(g.m.Names.Machine), jen.Error()).BlockFunc(body)
}

// newMachine returns the literal of a machine in its initial state, on one line if it is short.
func (g printer) newMachine() *jen.Statement {
	n := g.m.Names
	var values []jen.Code
	length := 0
	set := func(field, value string) {
		values = append(values, jen.Id(field).Op(":").Id(value))
		length += len(field + ": " + value + ", ")
	}
	set("params", "p")
	if n.Host != "" {
		set("host", "host")
	}
	set("state", n.States[g.m.Core.Initial])
	for i, v := range g.m.Core.Vars {
		if v.Init != nil && (v.Type.Kind == expr.Enumerated || !code.IsZero(v.Init)) {
			set(n.Vars[i].Field, code.Expr(g.m, v.Init, "p", -1))
		}
	}
	if length > comment.Width {
		for i := range values {
			values[i] = jen.Line().Add(values[i])
		}
		values = append(values, jen.Line())
	}
	return jen.Op("&").Id(n.Machine).Values(values...)
}
