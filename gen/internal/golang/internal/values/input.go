package values

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/internal/ident"
)

// inputs emits the interface of events as values, their types, and the function that reads one.
func (g printer) inputs() {
	n := g.m.Names
	v := n.Values
	doc := v.Input + " is an event with its payload, as a value: one of the types of this package whose names end in Input. " + g.json(v.ReadInput)
	if n.CallSet != "" {
		doc += " Of the result of a call, Call is the number of the start that it ends."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(v.Input).Interface(
		jen.Comment("// Event returns the name of the event."),
		jen.Id("Event").Params().Id(n.Event),
		jen.Id("send").Params(code.Context(g.m, jen.Id("m").Op("*").Id(n.Machine))...).Error(),
	)
	cases := ""
	for e, event := range g.m.Core.Events {
		name := n.Events[e]
		if event.Internal {
			continue
		}
		p := payload{v.Inputs[e], "in", "event " + event.Name, event.Fields}
		if event.Result {
			p.fields = ident.Numbered(p.fields)
		}
		doc := p.Type + " is the event of [" + n.Machine + "." + name.Method + "]."
		recv := ""
		if len(p.fields) > 0 {
			recv = "in "
		}
		g.declare(p, doc, "func ($Type) Event() "+n.Event+" { return "+name.Const+" }",
			"func ("+recv+"$Type) send("+code.ContextParam(g.m)+"m *"+n.Machine+") error { return m."+g.m.Step(e)+"("+code.HostArgs(g.m, n.Context != "", p.arguments())+") }")
		cases += "case " + name.Const + ":\n" + g.read(p, v.Input)
	}
	g.readFunc(v.ReadInput, "event", "e", "$Event", v.Input, "%v", cases)
}

// apply emits the method that takes an event as a value.
func (g printer) apply() {
	before, send := "", "in.send("+code.ContextArg(g.m)+"m)"
	if g.m.Unsettled() {
		before = "m.settle(" + g.m.Names.Context + ")\n"
	}
	if g.m.GoesOnSome(true) {
		send = "m.onward(" + code.ContextArg(g.m) + send + ")"
	}
	g.function("Apply handles in as the method of its event does.", `
func (m *$Machine) Apply(`+code.ContextParam(g.m)+`in $Input) error {
	if in == nil {
		return errors.New("$pkg: Apply: in is nil")
	}
	`+before+`return `+send+`
}`)
}

// dryRun emits the method that tries an event on a copy.
func (g printer) dryRun() {
	n, reset, host := g.m.Names, "", ""
	if g.m.Core.Faces.Observe {
		reset = "after.observed = nil\nafter.mode.SetObserved(false)\n"
	}
	doc := "DryRun returns what Apply would make of the machine, which stays as it is. An event that is refused has the error of Apply, and no other results."
	outputs, asked := "nil", ""
	if n.Values.Questions != "" {
		asked = " The machine's own host answers questions."
	}
	if n.TimerSet != "" {
		asked = " The machine's own host says the time."
		if n.Values.Questions != "" {
			asked = " The machine's own host answers questions, and says the time."
		}
	}
	if asked != "" {
		asked += " While it does, the machine refuses events with *" + n.Reentrant + "."
		host = code.OccupyUntilReturn(g.m) + "\n"
	}
	if n.Host != "" {
		doc += " No output is delivered, and no timer is started or stopped: the host of the result records its outputs" + g.andCalls() + "." + asked
		host += "recorder := &$Recorder{" + g.recorded("m.host", "m.host.Now()") + "}\nafter.host = recorder\n"
		outputs = "recorder.Outputs"
	}
	g.function(doc, `
func (m *$Machine) DryRun(`+code.ContextParam(g.m)+`in $Input) (*$Machine, []$Output, error) {
	after := *m
	`+reset+host+`if err := after.Apply(`+code.ContextArg(g.m)+`in); err != nil {
		return nil, nil, err
	}
	return &after, `+outputs+`, nil
}`)
}
