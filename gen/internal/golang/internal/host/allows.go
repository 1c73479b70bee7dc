package host

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Allows writes the method that tries an event on a copy of the machine, if the machine has it.
func Allows(f *file.File, m *machine.Machine) {
	g, n := printer{f, m}, m.Names
	if !n.Allows {
		return
	}
	doc := "Allows returns the error that the event would have that a function sends to the machine, and nil if it has none. The machine stays as it is: the function gets a copy."
	body := ""
	if m.Core.Faces.Observe {
		body = "after.observed = nil\n\tafter.mode.SetObserved(false)\n\t"
	}
	if n.Host != "" {
		doc += " The host of the machine is asked what an event asks, and told nothing; meanwhile, the machine refuses events with *" + n.Reentrant + "."
		silent := n.Silent + "{m.host}"
		if n.Silent == "" {
			silent = "&" + n.Values.Recorder + "{}"
			if n.Values.Questions != "" {
				silent = "&" + n.Values.Recorder + "{" + n.Values.Questions + ": m.host}"
			}
		}
		body += code.OccupyUntilReturn(m) + "\n\tafter.host = " + silent + "\n\t"
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) Allows(event func(*$Machine) error) error {
	after := *m
	`+body+`return event(&after)
}`)
	if n.Silent != "" {
		g.silent()
	}
}

// silent emits the host that answers what it is asked, and does nothing.
func (g printer) silent() {
	n := g.m.Names
	g.f.Doc(comment.Wrap(n.Silent + " is a host that only answers."))
	g.f.Type().Id(n.Silent).Struct(jen.Id(n.Host))
	on := func(name string, params ...jen.Code) *jen.Statement {
		return g.f.Func().Params(jen.Id(n.Silent)).Id(name).Params(params...)
	}
	for i, o := range g.m.Core.Outputs {
		on(n.Outputs[i].Method, code.HostParams(g.m, o.Context, code.Arguments(g.m, o.Fields, n.Outputs[i].Args)...)...).Block()
	}
	if n.TimerSet != "" {
		on("Now").Qual("time", "Time").Op("{ return time.Time{} }")
		on("StartTimer", jen.Id(n.Timer), jen.Int(), jen.Qual("time", "Duration")).Block()
		on("StopTimer", jen.Id(n.Timer), jen.Int()).Block()
	}
	if n.CallSet == "" {
		return
	}
	for i := range g.m.Core.Calls {
		fields, args := g.m.Calls().Starts(i)
		on(n.Calls[i].Start, code.Arguments(g.m, fields, args)...).Block()
	}
	on("StopCall", jen.Id(n.Call), jen.Int()).Block()
}
