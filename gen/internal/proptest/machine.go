package proptest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// machine prints how the tests reach the machine.
func (p *printer) machine() {
	n := p.subject.names
	typ := "fsmtest.Machine[*" + n.Machine + ", " + p.step() + ", " + p.subject.id("Config") + "]"
	var b strings.Builder
	fmt.Fprintf(&b, "func %s() *%s {\nreturn &%s{\n", p.subject.id("Machine"), typ, typ)
	fmt.Fprintf(&b, "New: %s, StateList: %s, EventList: %s, TransitionList: %s,\n", n.New, n.StateList, n.EventList, n.Record.TransitionList)
	if p.subject.hasDefaults() {
		fmt.Fprintf(&b, "DefaultParams: %s,\n", n.Defaults)
	}
	if n.Host != "" {
		fmt.Fprintf(&b, "Host: func(h *fsmtest.Host) any { return %s{h} },\n", p.subject.id("Host"))
	}
	of := "func(m *" + n.Machine + ") "
	fmt.Fprintf(&b, "State: %sint { return int(m.State()) },\nOutcome: %sint { return int(m.Outcome()) },\n", of, of)
	fmt.Fprintf(&b, "Can: func(m *%s, event int) bool { return m.Can(%s(event)) },\n", n.Machine, n.Event)
	switch {
	case p.subject.m.Rank == 1:
		fmt.Fprintf(&b, "Progress: %s[]int { return []int{m.Progress()} },\n", of)
	case p.subject.m.Rank > 1:
		fmt.Fprintf(&b, "Progress: %s[]int { v := m.Progress(); return v[:] },\n", of)
	}
	if p.subject.m.Bound != nil {
		fmt.Fprintf(&b, "MaxTransitions: %sint { return m.Params().MaxTransitions() },\n", of)
	}
	if p.content.proved != nil {
		var fields []string
		for _, l := range p.content.proved {
			fields = append(fields, "int64(w."+(&limits{subject: p.subject}).limited(l)+")")
		}
		values := "return []int64{" + strings.Join(fields, ", ") + "}"
		fmt.Fprintf(&b, "WorstCase: %s[]int64 {\nw := m.Params().WorstCase()\n%s\n},\n", of, values)
		fmt.Fprintf(&b, "Left: %s[]int64 {\nw := m.Left()\n%s\n},\n", of, values)
	}
	b.WriteString(p.reading(of))
	if n.Send != "" {
		fmt.Fprintf(&b, "Send: %q,\n", n.Send)
	}
	fmt.Fprintf(&b, "Errors: fsmtest.Errors{\n%s},\n", p.errors())
	b.WriteString(p.reach())
	b.WriteString("}\n}")
	p.comment(p.subject.id("Machine") + " is how the tests reach the machine.")
	p.file.Add(statement(b.String()))
}

// reading writes what the machine's methods say of its values.
func (p *printer) reading(of string) string {
	fields, has := []string{"Params: m.Params()"}, []string(nil)
	for _, i := range p.subject.slots() {
		name := p.subject.names.Vars[i].Getter
		if p.subject.m.Vars[i].Pending() { // which no method reads
			fields = append(fields, name+": m."+p.subject.names.Vars[i].Field)
			if s := p.subject.m.Vars[i].State; s >= 0 {
				has = append(has, "m.state == "+p.subject.names.States[s])
			}
			continue
		}
		if p.subject.homes(i) == nil {
			fields = append(fields, name+": m."+name+"()")
			continue
		}
		fields = append(fields, name+": fsmtest.Datum(m."+name+"())")
		has = append(has, "fsmtest.HasDatum(m."+name+"())")
	}
	out := "Read: " + of + p.subject.id("Config") + " {\nreturn " + p.subject.id("Config") + "{" + strings.Join(fields, ", ") + "}\n},\n"
	if p.subject.m.Parallel() {
		out += "Configuration: " + of + "[]string { return m.Configuration() },\n"
	}
	if w := p.subject.names.Within; w.Method != "" {
		place := w.Composite
		if w.Place != "" {
			place = w.Place
		}
		out += "Within: func(m *" + p.subject.names.Machine + ", place any) bool { return m." + w.Method + "(place.(" + place + ")) },\n"
	}
	if has != nil {
		out += "Has: " + of + "[]bool { return []bool{" + strings.Join(has, ", ") + "} },\n"
	}
	return out
}

// errors lists the error types of the generated code.
func (p *printer) errors() string {
	n := p.subject.names
	out := ""
	add := func(field, name string) {
		if name != "" {
			out += field + ": &" + name + "{},\n"
		}
	}
	if len(p.subject.m.Events) > 0 {
		add("Illegal", n.Illegal)
		add("Reentrant", n.Reentrant)
		if p.subject.rejects() {
			add("Rejected", n.Rejected)
		}
		if p.subject.spoils() {
			add("Payload", n.Payload)
		}
	}
	if n.TimerSet != "" {
		add("StaleTimer", n.StaleTimer)
	}
	add("StaleCall", n.StaleCall)
	if len(p.subject.m.Events) > 0 {
		add("NilContext", n.NilContext)
	}
	for _, e := range p.faceErrors() {
		add(e[0], e[1])
	}
	return out
}

// rejects reports whether an alternative rejects its event.
func (p *subject) rejects() bool {
	for _, t := range p.m.Transitions {
		if t.Effect == core.Reject && t.Rule != core.Outside {
			return true
		}
	}
	return false
}

func (p *subject) hasDefaults() bool {
	for _, q := range p.m.Params {
		if q.Default != nil {
			return true
		}
	}
	return false
}

// host prints an implementation of the machine's host. The names of parameters
// stand in nobody's way.
func (p *printer) host() {
	if p.subject.names.Host == "" {
		return
	}
	p.comment(p.subject.id("Host") + " hands the calls of the machine to a host of fsmtest.")
	p.file.Type().Id(p.subject.id("Host")).Op("struct{ host *").Qual(fsmtestPath, "Host").Op("}")
	for i, guard := range p.subject.m.Guards {
		if guard.External {
			to, result := "Ask", "bool"
			if guard.Reason {
				to, result = "AskReason", "error"
			}
			p.hostMethod(p.subject.names.Guards[i].Method, to, result, guard.Context, guard.Args)
		}
	}
	for i, o := range p.subject.m.Outputs {
		p.hostMethod(p.subject.names.Outputs[i].Method, "Tell", "", o.Context, o.Fields)
	}
	p.timed()
	p.calling()
}

// timed prints the methods of the host for timers.
func (p *printer) timed() {
	if p.subject.names.TimerSet == "" {
		return
	}
	h := "func (h " + p.subject.id("Host") + ") "
	p.file.Line().Add(statement(h + "Now() time.Time { return h.host.Now() }"))
	p.file.Line().Add(statement(h + "StartTimer(t " + p.subject.names.Timer + ", start int, d time.Duration) { h.host.Tell(\"StartTimer\", t, start, d) }"))
	p.file.Line().Add(statement(h + "StopTimer(t " + p.subject.names.Timer + ", start int) { h.host.Tell(\"StopTimer\", t, start) }"))
	for i, d := range p.subject.m.Delays {
		if name := p.subject.names.Delays[i].Method; name != "" {
			p.hostMethod(name, "Delay", "time.Duration", false, d.Args)
		}
	}
}

// hostMethod prints a method of the host, which hands its arguments on.
func (p *printer) hostMethod(name, to, result string, context bool, args []core.Field) {
	values, host := strconv.Quote(name), "h.host."
	f := p.file.Line().Func().Params(statement("h " + p.subject.id("Host"))).Id(name)
	f.Op("(")
	if context {
		f.Add(statement("ctx context.Context"))
		host += "In(ctx)."
	}
	for i, a := range args {
		if i > 0 || context {
			f.Op(",")
		}
		f.Id("v" + strconv.Itoa(i+1)).Add(p.subject.goType(a.Type))
		values += ", v" + strconv.Itoa(i+1)
	}
	f.Op(")")
	body := host + to + "(" + values + ")"
	if result != "" {
		body = "return " + body
	}
	f.Add(statement(result + " { " + body + " }"))
}
