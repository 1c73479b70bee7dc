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
	g.watching()
	g.attend()
	g.handle()
	g.own()
	beside{g}.partTypes()
	beside{g}.sideBySide()
	g.results()
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
		if n.Run.Own != "" {
			body.Id(g.manager()).Op(":=").Add(g.newOwn())
			makes, runs = append(makes, jen.Id(g.manager())), append(runs, jen.Id(g.manager()))
		} else if n.Host != "" {
			makes = append(makes, jen.Id("host"))
		}
		maker := n.New
		if n.Start != "" && g.m.Faces.Observe { // observers see the transitions without an event that follow
			maker = n.Start
		}
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(maker).Call(makes...)
		body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
		body.Return(jen.Id("m").Dot("run").Call(append(runs, jen.Id("h"), jen.Id("options"))...))
	})
	if g.m.Faces.Snapshot {
		g.f.Doc(g.resumeDoc())
		g.starter(n.Run.Resume, jen.Id("data").Index().Byte(), false, func(body *jen.Group) {
			makes, runs := []jen.Code{jen.Id("data")}, []jen.Code{jen.Id("ctx"), jen.Id("m")}
			if n.Run.Own != "" {
				makes = append(makes, g.newOwn())
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
		if n.Run.Own != "" {
			body.Id(g.manager()).Op(":=").Add(g.newOwn())
			body.Id("m").Dot("host").Op("=").Id(g.manager())
			if n.TimerSet != "" {
				body.Id("m").Dot("restart").Call()
			}
			if n.CallSet != "" {
				body.Id("m").Dot("recall").Call(jen.Id("calls"))
			}
			runs = append(runs, jen.Id(g.manager()))
		} else if n.Host != "" {
			body.Id("m").Dot("host").Op("=").Id("host")
		}
		body.Return(jen.Id("m").Dot("run").Call(append(runs, jen.Id("h"), jen.Id("options"))...))
	})

	args, passed := []jen.Code{jen.Id("ctx").Qual("context", "Context")}, []jen.Code{jen.Id("ctx")}
	if n.Run.Own != "" {
		args, passed = append(args, jen.Id(g.manager()).Op("*").Id(n.Run.Own)), append(passed, jen.Id(g.manager()))
	}
	args = append(args, jen.Id("h").Id(n.Run.Handler), jen.Id("options").Index().Id(n.Run.Option))
	passed = append(passed, jen.Id("h"), jen.Id("options"))
	drive := "run"
	if n.CallSet != "" {
		drive = "drive"
		g.enclose(args, passed)
		g.f.Doc(comment.Wrap("drive drives the machine, and returns when all calls have."))
	} else {
		g.f.Doc(comment.Wrap("run drives the machine."))
	}
	g.f.OnMachine(drive).Params(args...).Add(g.runResult(n.CallSet != "" || g.hasParts())).BlockFunc(func(body *jen.Group) {
		body.Var().Id("o").Id(n.Run.Options)
		body.For(jen.List(jen.Id("_"), jen.Id("option")).Op(":=").Range().Id("options")).Block(jen.Id("option").Call(jen.Op("&").Id("o")))
		if g.m.Faces.Observe {
			body.Defer().Id("m").Dot("watch").Call(jen.Id("o").Dot("observers")).Call()
		}
		if n.CallSet != "" {
			g.accompany(body)
		}
		if g.hasParts() {
			body.Id("parts").Op(":=").Op("&").Id(n.Run.Parts.Own).Values(jen.Id("h").Op(":").Id("h"), jen.Id("ended").Op(":").Make(jen.Chan().Struct(), jen.Lit(1)))
			body.Defer().Func().Params().Block(jen.Id("parts").Dot("close").Call(jen.Err())).Call()
		}
		if g.m.Unsettled() {
			body.Id("m").Dot("settle").Call()
		}
		body.For().BlockFunc(g.runLoop)
	})
}

// watching emits the method that adds the observers of a run. They see nothing after the run, and cost nothing then.
func (g printer) watching() {
	if !g.m.Faces.Observe {
		return
	}
	n := g.m.Names
	g.f.Function(comment.Wrap("watch adds observers, and returns the function that removes them."), `
func (m *$Machine) watch(added []func($Step)) (remove func()) {
	if len(added) == 0 {
		return func() {}
	}
	all := m.observers()
	first := len(all.Steps)
	for _, observer := range added {
		m.Observe(time.Now, observer)
	}
	return func() {
		if !all.Remove(first, len(added)) {
			m.typed.observed = nil
			m.mode.SetObserved(false)
		}
	}
}`, "$Step", n.Record.Step)
}

// starter emits a function that drives a machine. It refuses what is nil.
func (g printer) starter(name string, from jen.Code, pointer bool, start func(body *jen.Group)) {
	n := g.m.Names
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), from}
	if n.Run.Host != "" {
		params = append(params, jen.Id("host").Id(n.Run.Host))
	}
	params = append(params, jen.Id("h").Id(n.Run.Handler), jen.Id("options").Op("...").Id(n.Run.Option))
	g.f.Func().Id(name).Params(params...).Add(g.runResult(false)).BlockFunc(func(body *jen.Group) {
		missing := func(arg string) {
			body.If(jen.Id(arg).Op("==").Nil()).Block(g.runFails(jen.Qual("errors", "New").Call(jen.Lit(g.f.Package + ": " + name + ": " + arg + " is nil"))))
		}
		if pointer {
			missing("m")
		}
		if !g.idle() {
			missing("h")
		}
		if n.Run.Host != "" && (pointer || n.Run.Own != "") { // New and Restore check the host of other machines
			missing("host")
		}
		start(body)
	})
}

// runResult returns the result type of Run, with names or without.
func (g printer) runResult(named bool) *jen.Statement {
	ended := g.m.Names.Typed.Ended
	switch {
	case named && ended == "":
		return jen.Params(jen.Err().Error())
	case named:
		return jen.Params(jen.Id("end").Id(ended), jen.Err().Error())
	case ended == "":
		return jen.Error()
	}
	return jen.Params(jen.Id(ended), jen.Error())
}

// runFails writes a return from Run with an error.
func (g printer) runFails(err jen.Code) *jen.Statement {
	if g.m.Names.Typed.Ended == "" {
		return jen.Return(err)
	}
	return jen.Return(jen.Nil(), err)
}
