package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
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
	g.options()
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

// runFuncs emits Run, Resume, Continue, and their shared function.
func (g printer) runFuncs() {
	n := g.m.Names
	g.f.Doc(g.runDoc())
	g.starter(n.Run.Run, jen.Id("p").Id(n.Params), false, func(body *jen.Group) {
		runs := []jen.Code{jen.Id("ctx")}
		makes := []jen.Code{jen.Id("p")}
		if n.TimerSet != "" {
			body.Id("timers").Op(":=").Add(g.newTimers())
			makes, runs = append(makes, jen.Id("timers")), append(runs, jen.Id("timers"))
		} else if n.Host != "" {
			makes = append(makes, jen.Id("host"))
		}
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(n.New).Call(makes...)
		body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
		body.Return(jen.Id("m").Dot("run").Call(append(runs, jen.Id("h"), jen.Id("options"))...))
	})
	if g.m.Faces.Snapshot {
		g.f.Doc(g.resumeDoc())
		g.starter(n.Run.Resume, jen.Id("data").Index().Byte(), false, func(body *jen.Group) {
			makes, runs := []jen.Code{jen.Id("data")}, []jen.Code{jen.Id("ctx"), jen.Id("m")}
			if n.TimerSet != "" {
				makes = append(makes, g.newTimers())
			} else if n.Host != "" {
				makes = append(makes, jen.Id("host"))
			}
			if n.Run.Host != "" {
				runs = append(runs, jen.Id("host"))
			}
			body.List(jen.Id("m"), jen.Err()).Op(":=").Id(n.Record.Restore).Call(makes...)
			body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
			body.Return(jen.Id(n.Run.Continue).Call(append(runs, jen.Id("h"), jen.Id("options").Op("..."))...))
		})
	}
	g.f.Doc(g.continueDoc())
	g.starter(n.Run.Continue, jen.Id("m").Op("*").Id(n.Machine), true, func(body *jen.Group) {
		runs := []jen.Code{jen.Id("ctx")}
		if n.Host != "" {
			body.If(jen.Id(code.InStep(g.m))).Block(g.runFails(jen.Qual("errors", "New").Call(
				jen.Lit(g.f.Package + ": " + n.Run.Continue + ": the machine is in a step, or a panic has left a step unfinished"))))
		}
		if n.TimerSet != "" {
			body.Id("timers").Op(":=").Add(g.newTimers())
			body.Id("m").Dot("host").Op("=").Id("timers")
			body.Id("m").Dot("restart").Call()
			runs = append(runs, jen.Id("timers"))
		} else if n.Host != "" {
			body.Id("m").Dot("host").Op("=").Id("host")
		}
		body.Return(jen.Id("m").Dot("run").Call(append(runs, jen.Id("h"), jen.Id("options"))...))
	})

	args := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	if n.TimerSet != "" {
		args = append(args, jen.Id("timers").Op("*").Id(n.Run.Timers))
	}
	args = append(args, jen.Id("h").Id(n.Run.Handler), jen.Id("options").Index().Id(n.Run.Option))
	g.f.Doc(comment.Wrap("run drives the machine."))
	g.f.OnMachine("run").Params(args...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		body.Var().Id("o").Id(n.Run.Options)
		body.For(jen.List(jen.Id("_"), jen.Id("option")).Op(":=").Range().Id("options")).Block(jen.Id("option").Call(jen.Op("&").Id("o")))
		if g.m.Faces.Observe {
			g.watch(body)
		}
		if g.m.Unsettled() {
			body.Id("m").Dot("settle").Call()
		}
		body.For().BlockFunc(g.runLoop)
	})
}

// newTimers returns a new host that manages timers.
func (g printer) newTimers() *jen.Statement {
	n := g.m.Names
	if n.Run.Host == "" {
		return jen.Op("&").Id(n.Run.Timers).Values()
	}
	return jen.Op("&").Id(n.Run.Timers).Values(jen.Id(n.Run.Host).Op(":").Id("host"))
}

// watch emits the registration of the observers, which see nothing after the run.
func (g printer) watch(body *jen.Group) {
	body.Id("running").Op(":=").True()
	body.Defer().Func().Params().Block(jen.Id("running").Op("=").False()).Call()
	body.For(jen.List(jen.Id("_"), jen.Id("observer")).Op(":=").Range().Id("o").Dot("observers")).Block(
		jen.Id("m").Dot("Observe").Call(jen.Qual("time", "Now"), jen.Func().Params(jen.Id("s").Id(g.m.Names.Record.Step)).Block(
			jen.If(jen.Id("running")).Block(jen.Id("observer").Call(jen.Id("s"))))))
}

// starter emits a function that drives a machine. It refuses what is nil.
func (g printer) starter(name string, from jen.Code, pointer bool, start func(body *jen.Group)) {
	n := g.m.Names
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), from}
	if n.Run.Host != "" {
		params = append(params, jen.Id("host").Id(n.Run.Host))
	}
	params = append(params, jen.Id("h").Id(n.Run.Handler), jen.Id("options").Op("...").Id(n.Run.Option))
	g.f.Func().Id(name).Params(params...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		missing := func(arg string) {
			body.If(jen.Id(arg).Op("==").Nil()).Block(g.runFails(jen.Qual("errors", "New").Call(jen.Lit(g.f.Package + ": " + name + ": " + arg + " is nil"))))
		}
		if pointer {
			missing("m")
		}
		missing("h")
		if n.Run.Host != "" && (pointer || n.TimerSet != "") { // New and Restore check the host of other machines
			missing("host")
		}
		start(body)
	})
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
