package values

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/spec/core"
)

// outputs emits the interface of outputs as values, their types, and the function that reads one.
func (g printer) outputs() {
	n := g.m.Names
	v := n.Values
	methods := []jen.Code{jen.Comment("// Name returns the name of the output in the spec."), jen.Id("Name").Params().String()}
	doc := v.Output + " is an output with its values: one of the types of this package whose names end in Output. " + g.json(v.ReadOutput)
	if v.Receiver == "" {
		doc = v.Output + " is an output with its values. The machine has none."
	} else {
		methods = append(methods, jen.Comment("// Deliver calls the method of h for the output."), jen.Id("Deliver").Params(code.HostParams(g.m, g.delivers(), jen.Id("h").Id(v.Receiver))...))
	}
	if n.CallSet != "" {
		doc += " The starts and stops of calls are among them."
		methods[0] = jen.Comment("// Name returns the name of the output in the spec, or that of a call with .start or .stop.")
	}
	seal := jen.Id("output").Params()
	if n.CallSet != "" {
		doc += " Of these, Call is the number of the start, from 1."
		seal = jen.Id("started").Params().Params(jen.Id("call").String(), jen.Id("number").Int())
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(v.Output).Interface(append(methods, seal)...)
	cases := ""
	for i, o := range g.m.Core.Outputs {
		name := n.Outputs[i]
		p := payload{v.Outputs[i], "o", "output " + o.Name, o.Fields}
		g.output(p, p.Type+" is the output "+o.Name+", which ["+n.OutputSet+"."+name.Method+"] receives.",
			o.Name, "h."+name.Method+"("+code.HostArgs(g.m, o.Context, p.arguments())+")", "")
		cases += "case " + strconv.Quote(o.Name) + ":\n" + g.read(p, v.Output)
	}
	cases += g.calls()
	g.receiver()
	g.readFunc(v.ReadOutput, "output", "name", "string", v.Output, "%.40q", cases)
}

// output emits the type of an output, given what Deliver does. started is the name and the number of the call that it starts, or "".
func (g printer) output(p payload, doc, name, deliver, started string) {
	recv, context := "", ""
	if g.delivers() {
		context = code.ContextParam(g.m)
	}
	if len(p.fields) > 0 {
		recv = "o "
	}
	seal := "func ($Type) output() {}"
	switch {
	case started != "":
		seal = "func (o $Type) started() (string, int) { return " + started + " }"
	case g.m.Names.CallSet != "":
		seal = "func ($Type) started() (string, int) { return \"\", 0 }"
	}
	g.declare(p, doc, "func ($Type) Name() string { return "+strconv.Quote(name)+" }",
		"func ("+recv+"$Type) Deliver("+context+"h "+g.m.Names.Values.Receiver+") { "+deliver+" }",
		seal)
}

// delivers reports whether outputs are delivered with a context.
func (g printer) delivers() bool {
	return slices.ContainsFunc(g.m.Core.Outputs, func(o core.Output) bool { return o.Context })
}

// recorder emits the host that records outputs.
func (g printer) recorder() {
	n := g.m.Names
	v := n.Values
	if v.Recorder == "" {
		return
	}
	doc := v.Recorder + " is a [" + n.Host + "] that records outputs" + g.andCalls() + "."
	if n.TimerSet != "" {
		doc += " It starts no timers."
	}
	if v.Questions != "" {
		g.questions()
		doc += " Its [" + v.Questions + "] answer as they do for any host."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.Type().Id(v.Recorder).StructFunc(func(fields *jen.Group) {
		if v.Questions != "" {
			fields.Id(v.Questions)
		}
		fields.Comment("// Outputs are the outputs so far, in the order in which they occurred.")
		fields.Id("Outputs").Index().Id(v.Output)
		if n.TimerSet != "" {
			fields.Comment("// Time is what Now returns. If it is zero, the machine does not know when its timers are due.")
			fields.Id("Time").Qual("time", "Time")
		}
	})
	recv := g.self()
	on := func(name string) *jen.Statement {
		return g.f.Func().Params(jen.Id(recv).Op("*").Id(v.Recorder)).Id(name)
	}
	for i, o := range g.m.Core.Outputs {
		name := n.Outputs[i]
		values := make([]jen.Code, len(name.Args))
		for j, arg := range name.Args {
			values[j] = jen.Id(arg)
		}
		g.f.Line()
		on(name.Method).Params(code.HostParams(g.m, o.Context, code.Arguments(g.m, o.Fields, name.Args)...)...).Block(
			jen.Id(recv).Dot("Outputs").Op("=").Append(jen.Id(recv).Dot("Outputs"), jen.Id(v.Outputs[i].Type).Values(values...)))
	}
	g.recordCalls(recv)
	if n.TimerSet == "" {
		return
	}
	g.f.Line()
	g.f.Add(file.Source(`func (r *$Recorder) Now() time.Time { return r.Time }
func (r *$Recorder) StartTimer($Timer, int, time.Duration) {}
func (r *$Recorder) StopTimer($Timer, int) {}`, "(r ", "("+recv+" ", "r.Time", recv+".Time", "$Recorder", v.Recorder, "$Timer", n.Timer))
}

// self chooses a name that no field of an output, and no argument of a call, has.
func (g printer) self() string {
	taken := map[string]bool{}
	for _, o := range g.m.Names.Outputs {
		for _, arg := range o.Args {
			taken[arg] = true
		}
	}
	for _, c := range g.m.Names.Calls {
		for _, arg := range c.Args {
			taken[arg] = true
		}
	}
	name := "r"
	for taken[name] {
		name += "_"
	}
	return name
}

// recorded returns the fields of a recorder that gets its answers from one expression, and the
// time from another, which may be "".
func (g printer) recorded(questions, time string) string {
	n, fields := g.m.Names, []string(nil)
	if n.Values.Questions != "" {
		fields = append(fields, n.Values.Questions+": "+questions)
	}
	if n.TimerSet != "" && time != "" {
		fields = append(fields, "Time: "+time)
	}
	return strings.Join(fields, ", ")
}

// questions emits the interface of what the host is asked.
func (g printer) questions() {
	n := g.m.Names
	g.f.Doc(comment.Wrap(n.Values.Questions + " is the part of the host that the machine asks."))
	g.f.Type().Id(n.Values.Questions).InterfaceFunc(func(methods *jen.Group) {
		if n.GuardSet != "" {
			methods.Id(n.GuardSet)
		}
		if n.TimerSet == "" {
			return
		}
		for i, d := range g.m.Core.Delays {
			if name := n.Delays[i]; name.Method != "" {
				for _, c := range comment.Lines(comment.Wrap(name.Method + " is the method of [" + n.TimerSet + "].")) {
					methods.Add(c)
				}
				methods.Id(name.Method).Params(code.Arguments(g.m, d.Args, name.Args)...).Qual("time", "Duration")
			}
		}
	})
}
