package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Write adds the functions that drive a machine to its end.
func Write(f *file.File, m *machine.Machine) {
	traits := traits{m}
	texts, own := texts{m, traits}, hostPrinter{f, m, traits}
	g := printer{f, m, traits, texts, own}
	g.handler()
	g.waiting()
	g.runHost()
	g.runFuncs()
	g.options()
	g.handle()
	own.decl()
	beside{f, m, traits}.partTypes()
	g.results()
	g.runErrors()
}

// printer writes the declarations of this package to the file.
type printer struct {
	f      *file.File
	m      *machine.Machine
	traits traits
	texts  texts
	own    hostPrinter
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
			body.Add(host.Clone()).Op(":=").Add(g.own.made())
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
	g.f.Doc(g.texts.run())
	g.starter(n.Run.Run, jen.Id("p").Id(n.Params), false, func(body *jen.Group) {
		makes := g.traits.live("ctx", jen.Id("p"))
		if n.Host != "" {
			makes = append(makes, host.Clone())
		}
		newHost(body)
		maker := n.New
		if n.Start != "" && g.m.Core.Faces.Observe { // observers see the transitions without an event that follow
			maker = n.Start
		}
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(maker).Call(makes...)
		body.If(jen.Err().Op("!=").Nil()).Block(g.traits.fails(jen.Err()))
		body.Return(runs())
	})
	if g.m.Core.Faces.Snapshot {
		g.f.Doc(g.texts.resume())
		g.starter(n.Run.Resume, jen.Id("data").Index().Byte(), false, func(body *jen.Group) {
			makes, continues := []jen.Code{jen.Id("data")}, []jen.Code{jen.Id("ctx"), jen.Id("m")}
			if n.Run.Own != "" {
				makes = append(makes, g.own.made())
			} else if n.Host != "" {
				makes = append(makes, host.Clone())
			}
			if n.Run.Host != "" {
				continues = append(continues, jen.Id("host"))
			}
			body.List(jen.Id("m"), jen.Err()).Op(":=").Id(n.Record.Restore).Call(makes...)
			body.If(jen.Err().Op("!=").Nil()).Block(g.traits.fails(jen.Err()))
			body.Return(jen.Id(n.Run.Continue).Call(append(continues, jen.Id("h"), jen.Id("options").Op("..."))...))
		})
	}
	g.f.Doc(g.texts.continues())
	g.starter(n.Run.Continue, jen.Id("m").Op("*").Id(n.Machine), true, func(body *jen.Group) {
		if n.Host != "" {
			body.If(jen.Id(code.InStep(g.m))).Block(g.traits.fails(jen.Qual("errors", "New").Call(
				jen.Lit(g.f.Package + ": " + n.Run.Continue + ": the machine is in a step, or a panic has left a step unfinished"))))
			newHost(body)
			body.Id("m").Dot("host").Op("=").Add(host.Clone())
		}
		if n.TimerSet != "" {
			body.Id("m").Dot("restart").Call()
		}
		if n.CallSet != "" {
			body.Id("m").Dot("recall").Call(append([]jen.Code{host.Clone()}, code.NoInput(g.m)...)...)
		}
		body.Return(runs())
	})
	g.drive()
}

// starter emits a function that drives a machine. It refuses what is nil.
func (g printer) starter(name string, from jen.Code, pointer bool, start func(body *jen.Group)) {
	n := g.m.Names
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), from}
	if n.Run.Host != "" {
		params = append(params, jen.Id("host").Id(n.Run.Host))
	}
	params = append(params, jen.Id("h").Id(n.Run.Handler), jen.Id("options").Op("...").Id(n.Run.Option))
	g.f.Func().Id(name).Params(params...).Add(g.traits.result()).BlockFunc(func(body *jen.Group) {
		given := []jen.Code{jen.Lit(g.f.Package + ": " + name)}
		needs := func(arg string) { given = append(given, file.Drive("Arg").Call(jen.Lit(arg), jen.Id(arg))) }
		if pointer {
			needs("m")
		}
		if n.Context != "" {
			needs("ctx")
		}
		if !g.traits.idle() {
			needs("h")
		}
		if n.Run.Host != "" && (pointer || n.Run.Own != "") { // New and Restore check the host of other machines
			needs("host")
		}
		if len(given) > 1 {
			body.If(jen.Err().Op(":=").Add(file.Drive("Given")).Call(given...), jen.Err().Op("!=").Nil()).Block(g.traits.fails(jen.Err()))
		}
		start(body)
	})
}
