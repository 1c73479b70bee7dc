package proptest

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
)

// calls writes the calls and child machines.
func (ct *content) calls() (all []string) {
	for i, c := range ct.subject.m.Calls {
		n := ct.subject.names.Calls[i]
		text := "{Value: " + n.Const + ", " + named("Name", c.Name) + named("Start", n.Start) + named("Read", n.Running)
		if c.Child != nil {
			text += "Child: true, "
		}
		if ct.limited(i) {
			text += "Timeout: true, "
		}
		var results []string
		for _, e := range c.Results {
			results = append(results, ct.subject.m.Events[e].Name)
		}
		all = append(all, text+"Results: []string{"+quoted(results)+"}}")
	}
	return all
}

// limited reports whether a call has a timeout wherever it is invoked.
func (ct *content) limited(call int) bool {
	m, some := ct.subject.m, false
	for i := range m.Invocations {
		if m.Invocations[i].Call == call {
			if core.Timeout(m, i) < 0 {
				return false
			}
			some = true
		}
	}
	return some
}

// invocations writes where calls run, and with which arguments.
func (ct *content) invocations() (all []string) {
	for _, in := range ct.subject.m.Invocations {
		text := "{" + named("Call", ct.subject.m.Calls[in.Call].Name) + "States: []string{" + quoted(ct.subject.states(in.States)) + "}"
		if in.Within != nil {
			text += ", In: " + ofConfig(true, "bool", " { return "+ct.subject.code(ct.subject.m.Active(in.States[0], in.Within), inOracle)+" }")
		}
		if len(in.Args) > 0 {
			values := make([]string, len(in.Args))
			for i, a := range in.Args {
				values[i] = boxed(ct.subject, a, inOracle)
			}
			m, _ := readsAny(in.Args)
			text += ", Args: " + ofConfig(m, "[]any", " { return []any{"+strings.Join(values, ", ")+"} }")
		}
		all = append(all, text+"}")
	}
	return all
}

// invokes writes the calls that a transition starts.
func (ct *content) invokes(t *core.Transition) string {
	var names []string
	for _, i := range t.Invokes {
		names = append(names, ct.subject.m.Calls[ct.subject.m.Invocations[i].Call].Name)
	}
	return namesOf("Invokes", names)
}

// startCost writes what the child machines that start with the machine can cost.
func (ct *content) startCost() string {
	if ct.subject.m.StartCost == nil {
		return ""
	}
	return "StartCost: " + ct.subject.ofConfig("int", ct.subject.m.StartCost) + ",\n"
}

// calling prints the methods of the host that start and stop calls, and the host of a run, which makes them.
func (p *printer) calling() {
	if p.subject.names.CallSet == "" {
		return
	}
	for i, c := range p.subject.m.Calls {
		start := p.subject.names.Calls[i].Start
		f := p.file.Line().Func().Params(statement("h " + p.subject.id("Host"))).Id(start)
		p.parameters(f, "call int", c.Args)
		f.Add(statement(" { h.host.Tell(" + strconv.Quote(start) + ", call" + given(c.Args) + ") }"))
	}
	p.file.Line().Add(statement("func (h " + p.subject.id("Host") + ") StopCall(c " + p.subject.names.Call + ", call int) { h.host.Tell(\"StopCall\", c, call) }"))
	if !p.subject.faces().run {
		return
	}
	p.comment(p.subject.id("RunHost") + " hands the calls of a run to a host of fsmtest.")
	p.file.Add(statement("type " + p.subject.id("RunHost") + " struct{ " + p.subject.id("Host") + " }"))
	for i := range p.subject.m.Calls {
		p.work(i)
	}
}

// work prints the method of the host of a run that makes a call.
func (p *printer) work(call int) {
	c, n := &p.subject.m.Calls[call], &p.subject.names.Calls[call]
	f := p.file.Line().Func().Params(statement("h " + p.subject.id("RunHost"))).Id(n.Run)
	p.parameters(f, "ctx context.Context", c.Args)
	await := "fsmtest.Await[" + p.subject.id("Event") + "](ctx, h.host, " + strconv.Quote(c.Name) + given(c.Args) + ")\n"
	if c.Child != nil {
		f.Add(statement(" (" + n.Result + ", error) {\n" + p.ends(call, await) + "}"))
		return
	}
	done := p.subject.m.Events[c.Results[0]].Fields
	if len(done) == 0 {
		f.Add(statement(" error {\n_, _, err := " + await + "return err\n}"))
		return
	}
	f.Op(" (")
	values := ""
	for i, field := range done {
		f.Add(p.subject.goType(field.Type)).Op(",")
		values += "e." + p.subject.fields[c.Results[0]][i] + ", "
	}
	f.Op("error)").Add(statement(" {\ne, _, err := " + await + "return " + values + "err\n}"))
}

// ends returns the body of a method for a child machine: the result is the outcome that it has.
func (p *printer) ends(call int, await string) string {
	carries, cases := "_", ""
	for i, event := range p.subject.m.Calls[call].Results {
		r := &p.subject.names.Calls[call].Results[i]
		var fields []string
		for k, name := range r.Fields {
			carries = "e"
			fields = append(fields, name+": e."+p.subject.fields[event][k])
		}
		cases += "case " + strconv.Quote(p.subject.m.Events[event].Name) + ":\nreturn " + r.Type + "{" + strings.Join(fields, ", ") + "}, err\n"
	}
	return carries + ", event, err := " + await + "switch event {\n" + cases + "}\nreturn nil, err\n"
}

// parameters adds the parameters of a method to its name: one, and then fields.
func (p *printer) parameters(f *jen.Statement, before string, fields []core.Field) {
	f.Op("(").Add(statement(before))
	for i, field := range fields {
		f.Op(",").Id("v" + strconv.Itoa(i+1)).Add(p.subject.goType(field.Type))
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
