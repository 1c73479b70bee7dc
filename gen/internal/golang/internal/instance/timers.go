package instance

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Timers writes the method that lists the timers of the current state, if the machine has
// timers.
func Timers(f *file.File, m *machine.Machine) {
	n := m.Names
	if n.TimerSet == "" {
		return
	}
	g := printer{f, m}
	from := "[" + n.Record.Restore + "]"
	switch {
	case n.Record.Restore == "":
		from = "[" + n.Columns.FromValues + "]"
	case n.Columns.FromValues != "":
		from += " or [" + n.Columns.FromValues + "]"
	}
	g.f.Doc(comment.Wrap("Timers returns the timers of the current state, in the order of the spec. The machine has started them, and those that have not " +
		"expired are still running. A machine from " + from + " has started none: start them before it continues."))
	g.f.OnMachine("Timers").Params().Index().Id(n.Timer).BlockFunc(func(body *jen.Group) {
		var cases []jen.Code
		for s := range g.m.States {
			var running []jen.Code
			for i, t := range g.m.Timers {
				for _, state := range t.States {
					if state == s {
						running = append(running, jen.Id(n.Timers[i]))
					}
				}
			}
			if len(running) > 0 {
				cases = append(cases, jen.Case(jen.Id(n.States[s])).Block(jen.Return(jen.Index().Id(n.Timer).Values(running...))))
			}
		}
		cases = append(cases, jen.Default().Block(jen.Return(jen.Nil())))
		body.Switch(jen.Id("m").Dot("state")).Block(cases...)
	})
}
