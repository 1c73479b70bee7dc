package values

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/internal/ident"
)

// andCalls returns the words that add calls to the outputs that something records, or "".
func (g printer) andCalls() string {
	if g.m.Names.CallSet == "" {
		return ""
	}
	return ", and the starts and stops of calls among them"
}

// start returns the start of a call as a value, and stop its stop.
func (g printer) start(call int) payload {
	c := &g.m.Core.Calls[call]
	return payload{g.m.Names.Values.Starts[call], "o", "start of " + c.Name, ident.Numbered(c.Args)}
}

func (g printer) stop(call int) payload {
	return payload{g.m.Names.Values.Stops[call], "o", "stop of " + g.m.Core.Calls[call].Name, ident.Numbered(nil)}
}

// calls emits the types of the starts and stops of calls, and returns the cases that read them.
func (g printer) calls() (cases string) {
	n := g.m.Names
	for i, c := range g.m.Core.Calls {
		name, start, stop := n.Calls[i], g.start(i), g.stop(i)
		g.output(start, start.Type+" is a start of "+name.Const+", for ["+n.CallSet+"."+name.Start+"].",
			c.Name+".start", "h."+name.Start+"("+start.arguments()+")", strconv.Quote(c.Name)+", o.Call")
		g.output(stop, stop.Type+" is a stop of "+name.Const+", for ["+n.CallSet+".StopCall].",
			c.Name+".stop", "h.StopCall("+name.Const+", "+stop.arguments()+")", "")
		cases += "case " + strconv.Quote(c.Name+".start") + ":\n" + g.read(start, g.m.Names.Values.Output) +
			"case " + strconv.Quote(c.Name+".stop") + ":\n" + g.read(stop, g.m.Names.Values.Output)
	}
	return cases
}

// receiver emits the interface of what receives outputs and calls.
func (g printer) receiver() {
	n := g.m.Names
	if v := n.Values; v.Receiver != n.OutputSet && v.Receiver != n.CallSet {
		g.f.Doc(comment.Wrap(v.Receiver + " is the part of the host that receives outputs, and the starts and stops of calls."))
		g.f.Type().Id(v.Receiver).Interface(jen.Id(n.OutputSet), jen.Id(n.CallSet))
	}
}

// recordCalls emits the methods of the recorder that record starts and stops.
func (g printer) recordCalls(recv string) {
	n := g.m.Names
	if n.CallSet == "" {
		return
	}
	record := func(value jen.Code) *jen.Statement {
		return jen.Id(recv).Dot("Outputs").Op("=").Append(jen.Id(recv).Dot("Outputs"), value)
	}
	on := func(name string) *jen.Statement {
		g.f.Line()
		return g.f.Func().Params(jen.Id(recv).Op("*").Id(n.Values.Recorder)).Id(name)
	}
	for i, c := range g.m.Core.Calls {
		name := n.Calls[i]
		values := []jen.Code{jen.Id(n.Number)}
		for _, arg := range name.Args {
			values = append(values, jen.Id(arg))
		}
		on(name.Start).Params(code.Arguments(g.m, ident.Numbered(c.Args), append([]string{n.Number}, name.Args...))...).
			Block(record(jen.Id(n.Values.Starts[i].Type).Values(values...)))
	}
	on("StopCall").Params(jen.Id("c").Id(n.Call), jen.Id("call").Int()).Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(cases *jen.Group) {
			for i := range g.m.Core.Calls {
				body := record(jen.Id(n.Values.Stops[i].Type).Values(jen.Id("call")))
				if i == len(g.m.Core.Calls)-1 {
					cases.Default().Block(body)
					continue
				}
				cases.Case(jen.Id(n.Calls[i].Const)).Block(body)
			}
		}))
}

// caller emits the methods of the kind that only machines with calls have.
func (g printer) caller() {
	n := g.m.Names
	if n.CallSet == "" {
		return
	}
	g.reader(`
func ($Kind) Running(m *$Machine, call string) int { return codec.Running(&$textsOfCall, m.calls[:], call) }`)
	g.reader(`
func ($Kind) Stale(m *$Machine, err error) bool { return codec.Stale[$State, $Call](m.calls[:], err) }`, "$State", n.State, "$Call", n.Call)
	g.reader(`
func ($Kind) Started(o $Output) (call string, number int) { return o.started() }`)
	g.reader(`
func ($Kind) Starts(m *$Machine, snapshot []byte) []$Output {
	var recorder $Recorder
	m.recall(&recorder, codec.KnownCalls(snapshot))
	return recorder.Outputs
}`)
}
