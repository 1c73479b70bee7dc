package snapshot

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/overflow"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f        *file.File
	m        *machine.Machine
	overflow *overflow.Checker
}

// Write adds the functions that save and restore a machine.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m, overflow.New(m)}
	g.marshalMachine()
	g.writeValue()
	g.unmarshalMachine()
	g.restore()
	g.readFields()
	g.readValue()
	g.halved()
	g.restorable()
	g.claims()
	g.runningTimers()
}

// runningTimers emits the method that lists the timers of the current state.
func (g printer) runningTimers() {
	n := g.m.Names
	if n.TimerSet == "" {
		return
	}
	g.f.Doc(comment.Wrap("Timers returns the timers of the current state, in the order of the spec. The machine has started them, and those that have not " +
		"expired are still running. A machine from [" + n.Record.Restore + "] has started none: start them before it continues."))
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
