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
	g.waiting()
	g.runHost()
	g.runFuncs()
	g.options()
	g.watching()
	g.handle()
	g.own()
	beside{g}.partTypes()
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
	host := jen.Id("host") // of the machine
	if n.Run.Own != "" {
		host = jen.Id("own")
	}
	newHost := func(body *jen.Group) {
		if n.Run.Own != "" {
			body.Add(host.Clone()).Op(":=").Add(g.newOwn())
		}
	}
	runs := func() *jen.Statement {
		return jen.Id("m").Dot("run").CallFunc(func(args *jen.Group) {
			args.Id("ctx")
			if n.Run.Own != "" {
				args.Add(host.Clone())
			}
			args.Id("h")
			args.Id("options")
		})
	}
	g.f.Doc(g.runDoc())
	g.starter(n.Run.Run, jen.Id("p").Id(n.Params), false, func(body *jen.Group) {
		makes := g.live("ctx", jen.Id("p"))
		if n.Host != "" {
			makes = append(makes, host.Clone())
		}
		newHost(body)
		maker := n.New
		if n.Start != "" && g.m.Faces.Observe { // observers see the transitions without an event that follow
			maker = n.Start
		}
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(maker).Call(makes...)
		body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
		body.Return(runs())
	})
	if g.m.Faces.Snapshot {
		g.f.Doc(g.resumeDoc())
		g.starter(n.Run.Resume, jen.Id("data").Index().Byte(), false, func(body *jen.Group) {
			makes, continues := []jen.Code{jen.Id("data")}, []jen.Code{jen.Id("ctx"), jen.Id("m")}
			if n.Run.Own != "" {
				makes = append(makes, g.newOwn())
			} else if n.Host != "" {
				makes = append(makes, host.Clone())
			}
			if n.Run.Host != "" {
				continues = append(continues, jen.Id("host"))
			}
			body.List(jen.Id("m"), jen.Err()).Op(":=").Id(n.Record.Restore).Call(makes...)
			body.If(jen.Err().Op("!=").Nil()).Block(g.runFails(jen.Err()))
			body.Return(jen.Id(n.Run.Continue).Call(append(continues, jen.Id("h"), jen.Id("options").Op("..."))...))
		})
	}
	g.f.Doc(g.continueDoc())
	g.starter(n.Run.Continue, jen.Id("m").Op("*").Id(n.Machine), true, func(body *jen.Group) {
		if n.Host != "" {
			body.If(jen.Id(code.InStep(g.m))).Block(g.runFails(jen.Qual("errors", "New").Call(
				jen.Lit(g.f.Package + ": " + n.Run.Continue + ": the machine is in a step, or a panic has left a step unfinished"))))
			newHost(body)
			body.Id("m").Dot("host").Op("=").Add(host.Clone())
		}
		if n.TimerSet != "" {
			body.Id("m").Dot("restart").Call()
		}
		if n.CallSet != "" {
			body.Id("m").Dot("recall").Call(host.Clone())
		}
		body.Return(runs())
	})
	g.drive()
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
			m.observed = nil
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
	g.f.Func().Id(name).Params(params...).Add(g.runResult()).BlockFunc(func(body *jen.Group) {
		missing := func(arg string) {
			body.If(jen.Id(arg).Op("==").Nil()).Block(g.runFails(jen.Qual("errors", "New").Call(jen.Lit(g.f.Package + ": " + name + ": " + arg + " is nil"))))
		}
		if pointer {
			missing("m")
		}
		if n.Context != "" {
			missing("ctx")
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

// live puts the context for steps that Run makes by itself in front of the arguments of a call that makes one. ctx is the context
// of the run.
func (g printer) live(ctx string, args ...jen.Code) []jen.Code {
	if g.m.Names.Context == "" {
		return args
	}
	return append([]jen.Code{file.Drive("Live").Call(jen.Id(ctx))}, args...)
}

// runResult returns the result type of Run.
func (g printer) runResult() *jen.Statement {
	if ended := g.m.Names.Typed.Ended; ended != "" {
		return jen.Params(jen.Id(ended), jen.Error())
	}
	return jen.Error()
}

// runFails writes a return from Run with an error.
func (g printer) runFails(err jen.Code) *jen.Statement {
	if g.m.Names.Typed.Ended == "" {
		return jen.Return(err)
	}
	return jen.Return(jen.Nil(), err)
}
