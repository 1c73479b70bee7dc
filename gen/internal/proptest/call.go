package proptest

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
)

// callList writes the calls and child machines.
func (p *printer) callList() (all []string) {
	for i, c := range p.m.Calls {
		n := p.names.Calls[i]
		text := "{Value: " + n.Const + ", " + named("Name", c.Name) + named("Start", n.Start) + named("Read", n.Running)
		if c.Child != nil {
			text += "Child: true, "
		}
		var results []string
		for _, e := range c.Results {
			results = append(results, p.m.Events[e].Name)
		}
		all = append(all, text+"Results: []string{"+quoted(results)+"}}")
	}
	return all
}

// invocationList writes where calls run, and with which arguments.
func (p *printer) invocationList() (all []string) {
	for _, in := range p.m.Invocations {
		text := "{" + named("Call", p.m.Calls[in.Call].Name) + "States: []string{" + quoted(p.states(in.States)) + "}"
		if in.Within != nil {
			text += ", In: " + ofConfig(true, "bool", " { return "+p.code(p.m.Active(in.States[0], in.Within), inOracle)+" }")
		}
		if len(in.Args) > 0 {
			values := make([]string, len(in.Args))
			for i, a := range in.Args {
				values[i] = p.code(a, inOracle)
			}
			m, _ := readsAny(in.Args)
			text += ", Args: " + ofConfig(m, "[]any", " { return []any{"+strings.Join(values, ", ")+"} }")
		}
		all = append(all, text+"}")
	}
	return all
}

// invokes writes the calls that a transition starts.
func (p *printer) invokes(t *core.Transition) string {
	var names []string
	for _, i := range t.Invokes {
		names = append(names, p.m.Calls[p.m.Invocations[i].Call].Name)
	}
	return namesOf("Invokes", names)
}

// startCost writes what the child machines that start with the machine can cost.
func (p *printer) startCost() string {
	if p.m.StartCost == nil {
		return ""
	}
	return "StartCost: " + p.ofConfig("int", p.m.StartCost) + ",\n"
}

// calling prints the methods of the host that start and stop calls, and the host of a run, which makes them.
func (p *printer) calling() {
	if p.names.CallSet == "" {
		return
	}
	for i, c := range p.m.Calls {
		start := p.names.Calls[i].Start
		f := p.file.Line().Func().Params(source("h " + p.id("Host"))).Id(start)
		p.parameters(f, "call int", c.Args)
		f.Add(source(" { h.host.Tell(" + strconv.Quote(start) + ", call" + given(c.Args) + ") }"))
	}
	p.file.Line().Add(source("func (h " + p.id("Host") + ") StopCall(c " + p.names.Call + ", call int) { h.host.Tell(\"StopCall\", c, call) }"))
	if !p.faces().run {
		return
	}
	p.comment(p.id("RunHost") + " hands the calls of a run to a host of fsmtest.")
	p.file.Add(source("type " + p.id("RunHost") + " struct{ " + p.id("Host") + " }"))
	for i := range p.m.Calls {
		p.work(i)
	}
}

// work prints the method of the host of a run that makes a call.
func (p *printer) work(call int) {
	c, n := &p.m.Calls[call], &p.names.Calls[call]
	f := p.file.Line().Func().Params(source("h " + p.id("RunHost"))).Id(n.Run)
	p.parameters(f, "ctx context.Context", c.Args)
	await := "fsmtest.Await[" + p.id("Event") + "](ctx, h.host, " + strconv.Quote(c.Name) + given(c.Args) + ")\n"
	if c.Child != nil {
		f.Add(source(" (" + n.Result + ", error) {\n" + p.ends(call, await) + "}"))
		return
	}
	done := p.m.Events[c.Results[0]].Fields
	if len(done) == 0 {
		f.Add(source(" error {\n_, _, err := " + await + "return err\n}"))
		return
	}
	f.Op(" (")
	values := ""
	for i, field := range done {
		f.Add(p.goType(field.Type)).Op(",")
		values += "e." + p.fields[c.Results[0]][i] + ", "
	}
	f.Op("error)").Add(source(" {\ne, _, err := " + await + "return " + values + "err\n}"))
}

// ends returns the body of a method for a child machine: the result is the outcome that it has.
func (p *printer) ends(call int, await string) string {
	carries, cases := "_", ""
	for i, event := range p.m.Calls[call].Results {
		r := &p.names.Calls[call].Results[i]
		var fields []string
		for k, name := range r.Fields {
			carries = "e"
			fields = append(fields, name+": e."+p.fields[event][k])
		}
		cases += "case " + strconv.Quote(p.m.Events[event].Name) + ":\nreturn " + r.Type + "{" + strings.Join(fields, ", ") + "}, err\n"
	}
	return carries + ", event, err := " + await + "switch event {\n" + cases + "}\nreturn nil, err\n"
}

// parameters adds the parameters of a method to its name: one, and then fields.
func (p *printer) parameters(f *jen.Statement, before string, fields []core.Field) {
	f.Op("(").Add(source(before))
	for i, field := range fields {
		f.Op(",").Id("v" + strconv.Itoa(i+1)).Add(p.goType(field.Type))
	}
	f.Op(")")
}

// given writes the fields as arguments after another one.
func given(fields []core.Field) string {
	out := ""
	for i := range fields {
		out += ", v" + strconv.Itoa(i+1)
	}
	return out
}
