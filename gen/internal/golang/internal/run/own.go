package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// own emits the type that manages the timers and calls during Run, if the machine has any. It is
// the machine's host.
func (g printer) own() {
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
	g.f.Doc(comment.Wrap(n.Run.Own + " manages the " + what + " of a machine that [" + n.Run.Run + "] drives."))
	g.f.Type().Id(n.Run.Own).StructFunc(func(fields *jen.Group) {
		if n.Run.Host != "" {
			fields.Id(n.Run.Host)
		}
		if n.TimerSet != "" {
			fields.Id("due").Index(jen.Lit(len(g.m.Timers))).Qual("time", "Time").Comment("// when each timer expires; zero if it is not running")
		}
		if n.CallSet != "" {
			g.callFields(fields)
		}
	})
	g.runTimers()
	g.runCalls()
}

// manager is the variable with the value of that type.
func (g printer) manager() string {
	if g.m.Names.CallSet != "" {
		return "calls"
	}
	return "timers"
}

// newOwn returns a new host that manages timers and calls.
func (g printer) newOwn() *jen.Statement {
	n := g.m.Names
	if n.Run.Host == "" {
		return jen.Op("&").Id(n.Run.Own).Values()
	}
	return jen.Op("&").Id(n.Run.Own).Values(jen.Id(n.Run.Host).Op(":").Id("host"))
}
