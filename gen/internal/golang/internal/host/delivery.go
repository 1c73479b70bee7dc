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
	Ran     map[int]string // for timers that may not have run: the variable that says so
	Cancels []int          // calls of the spec that stop
	Outputs []string       // calls, without the host
	Starts  []int
	Invokes []int // invocations that start
}

// Calls reports whether there are any calls.
func (d Delivery) Calls() bool { return len(d.Stops)+len(d.Cancels) > 0 || d.Begins() }

// Begins reports whether there are calls other than those that stop something.
func (d Delivery) Begins() bool { return len(d.Outputs)+len(d.Starts)+len(d.Invokes) > 0 }

// WriteStops adds the calls that stop something to the body of a function.
func (d Delivery) WriteStops(m *machine.Machine, body *jen.Group) {
	for _, t := range d.Stops {
		stop := jen.Id("m").Dot("stopTimer").Call(jen.Id(m.Names.Timers[t]))
		if ran := d.Ran[t]; ran != "" {
			stop = jen.If(jen.Id(ran)).Block(stop)
		}
		body.Add(stop)
	}
	for _, c := range d.Cancels {
		body.Id("m").Dot("stopCall").Call(jen.Id(m.Names.Calls[c].Const))
	}
}

// Write adds the other calls.
func (d Delivery) Write(m *machine.Machine, body *jen.Group) {
	for _, o := range d.Outputs {
		body.Id(d.Host).Dot(o)
	}
	for _, t := range d.Starts {
		body.Id("m").Dot("startTimer").Call(jen.Id(m.Names.Timers[t]), code.Length(m, t, d.Host))
	}
	for _, i := range d.Invokes {
		inv := &m.Core.Invocations[i]
		name := m.Names.Calls[inv.Call]
		args := []jen.Code{jen.Id("m").Dot("startCall").Call(jen.Id(name.Const))}
		for _, a := range inv.Args {
			args = append(args, jen.Id(code.Expr(m, a, d.params(), -1)))
		}
		body.Id(d.Host).Dot(name.Start).Call(args...)
	}
}

// params is the Go expression for the parameters of the machine.
func (d Delivery) params() string {
	if d.Host == "host" {
		return "p"
	}
	return "m.params"
}

// Start returns the calls of the host when a machine starts.
func Start(m *machine.Machine) Delivery {
	out := Delivery{Host: "host", Starts: m.Core.Begins(), Invokes: m.Core.Invoked()}
	for _, e := range m.Core.Start {
		out.Outputs = append(out.Outputs, m.Names.Outputs[e.Output].Method+"("+code.HostArgs(m, m.Core.Outputs[e.Output].Context, code.Exprs(m, e.Written, "p", -1))+")")
	}
	return out
}
