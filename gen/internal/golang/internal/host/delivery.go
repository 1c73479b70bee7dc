package host

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Delivery holds the calls of the host after a machine has entered its new state, in
// order.
type Delivery struct {
	Host    string // the Go expression for the host
	Stops   []int
	Outputs []string // calls, without the host
	Starts  []int
}

// Calls reports whether there are any calls.
func (d Delivery) Calls() bool { return len(d.Stops)+len(d.Outputs)+len(d.Starts) > 0 }

// Write adds the calls to the body of a function.
func (d Delivery) Write(m *machine.Machine, body *jen.Group) {
	for _, t := range d.Stops {
		body.Id("m").Dot("stopTimer").Call(jen.Id(m.Names.Timers[t]))
	}
	for _, o := range d.Outputs {
		body.Id(d.Host).Dot(o)
	}
	for _, t := range d.Starts {
		body.Id("m").Dot("startTimer").Call(jen.Id(m.Names.Timers[t]), code.Length(m, t, d.Host))
	}
}

// Start returns the calls of the host when a machine starts.
func Start(m *machine.Machine) Delivery {
	out := Delivery{Host: "host", Starts: m.Begins()}
	for _, e := range m.Start {
		out.Outputs = append(out.Outputs, m.Names.Outputs[e.Output].Method+"("+code.Exprs(m, e.Written, "p", -1)+")")
	}
	return out
}
