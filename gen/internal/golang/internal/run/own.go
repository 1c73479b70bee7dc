package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// hostPrinter writes the host that a run puts in front of that of the program. It manages timers and calls.
type hostPrinter struct {
	f      *file.File
	m      *machine.Machine
	traits traits
}

// decl emits the type that manages the timers and calls during Run, if the machine has any. It is
// the machine's host.
func (g hostPrinter) decl() {
	n := g.m.Names
	what := ""
	switch {
	case n.Run.Own == "":
		return
	case n.CallSet == "":
		what = "timers"
	case n.TimerSet == "":
		what = "calls"
	default:
		what = "timers and calls"
	}
	g.f.Doc(comment.Wrap(n.Run.Own + " is the host of a machine that [" + n.Run.Run + "] drives, which has the " + what + " itself."))
	g.f.Type().Id(n.Run.Own).StructFunc(func(fields *jen.Group) {
		if n.Run.Host != "" {
			fields.Id(n.Run.Host)
		}
		if n.TimerSet != "" {
			fields.Id("timers").Add(typeOf("Timers", n.Timer))
		}
		if n.Context != "" && n.CallSet != "" {
			fields.Id("ctx").Qual("context", "Context").Comment("// of the run")
		}
		if n.CallSet != "" {
			fields.Id("calls").Add(typeOf("Calls", n.Machine, n.State, n.Call))
		}
	})
	g.timers()
	g.calls()
}

// made returns a new host that manages timers and calls.
func (g hostPrinter) made() *jen.Statement {
	n := g.m.Names
	if n.Run.Host == "" {
		return jen.Op("&").Id(n.Run.Own).Values()
	}
	return jen.Op("&").Id(n.Run.Own).Values(jen.Id(n.Run.Host).Op(":").Id("host"))
}

// function emits a function given as Go text.
func (g hostPrinter) function(doc, text string) {
	n := g.m.Names
	g.f.Function(comment.Wrap(doc), text, "$Own", n.Run.Own, "$Timer", n.Timer, "$Call", n.Call)
}
