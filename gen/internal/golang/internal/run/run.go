package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Write adds the functions that drive a machine to its end.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.handler()
	g.runHost()
	g.runFuncs()
	g.attend()
	g.handle()
	g.runTimers()
	g.runErrors()
}

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// runFuncs emits Run, Resume, and their shared function.
func (g printer) runFuncs() {
	n := g.m.Names
	g.f.Doc(g.runDoc())
	g.starter(n.Run.Run, jen.Id("p").Id(n.Params), n.New, jen.Id("p"), false)
	if g.m.Faces.Snapshot {
		g.f.Doc(g.resumeDoc())
		g.starter(n.Run.Resume, jen.Id("data").Index().Byte(), n.Record.Restore, jen.Id("data"), n.TimerSet != "")
	}

	args := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	if n.TimerSet != "" {
		args = append(args, jen.Id("timers").Op("*").Id(n.Run.Timers))
	}
	args = append(args, jen.Id("h").Id(n.Run.Handler))
	if g.m.Faces.Observe {
		args = append(args, jen.Id("observers").Index().Add(g.observer()))
	}
	g.f.Doc(comment.Wrap("run drives the machine."))
	g.f.OnMachine("run").Params(args...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		if g.m.Faces.Observe {
			body.For(jen.List(jen.Id("_"), jen.Id("observer")).Op(":=").Range().Id("observers")).Block(
				jen.Id("m").Dot("Observe").Call(jen.Qual("time", "Now"), jen.Id("observer")))
		}
		body.For().BlockFunc(g.runLoop)
	})
}

// starter emits a function that creates or restores a machine and drives it.
func (g printer) starter(name string, from jen.Code, make string, made jen.Code, restart bool) {
	n := g.m.Names
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), from}
	if n.Run.Host != "" {
		params = append(params, jen.Id("host").Id(n.Run.Host))
	}
	params = append(params, jen.Id("h").Id(n.Run.Handler))
	if g.m.Faces.Observe {
		params = append(params, jen.Id("observers").Op("...").Add(g.observer()))
	}
	g.f.Func().Id(name).Params(params...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		missing := func(arg string) {
			body.If(jen.Id(arg).Op("==").Nil()).Block(g.runFails(jen.Qual("errors", "New").Call(jen.Lit(g.f.Package + ": " + name + ": " + arg + " is nil"))))
		}
		missing("h")
		makes, runs := []jen.Code{made}, []jen.Code{jen.Id("ctx")}
		switch {
		case n.TimerSet != "" && n.Run.Host != "":
			missing("host")
			body.Id("timers").Op(":=").Op("&").Id(n.Run.Timers).Values(jen.Id(n.Run.Host).Op(":").Id("host"))
			makes = append(makes, jen.Id("timers"))
		case n.TimerSet != "":
			body.Id("timers").Op(":=").Op("&").Id(n.Run.Timers).Values()
			makes = append(makes, jen.Id("timers"))
		case n.Host != "":
			makes = append(makes, jen.Id("host"))
		}
		if n.TimerSet != "" {
			runs = append(runs, jen.Id("timers"))
		}
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(make).Call(makes...)
		body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
		if restart {
			body.Id("m").Dot("restart").Call()
		}
		runs = append(runs, jen.Id("h"))
		if g.m.Faces.Observe {
			runs = append(runs, jen.Id("observers"))
		}
		body.Return(jen.Id("m").Dot("run").Call(runs...))
	})
}

// observer returns the type of the observers of a run.
func (g printer) observer() *jen.Statement {
	return jen.Func().Params(jen.Id(g.m.Names.Record.Step))
}

// runResult returns the result type of Run.
func (g printer) runResult() *jen.Statement {
	if g.m.Names.Typed.Ended == "" {
		return jen.Error()
	}
	return jen.Params(jen.Id(g.m.Names.Typed.Ended), jen.Error())
}

// runFails writes a return from Run with an error.
func (g printer) runFails(err jen.Code) *jen.Statement {
	if g.m.Names.Typed.Ended == "" {
		return jen.Return(err)
	}
	return jen.Return(jen.Nil(), err)
}
