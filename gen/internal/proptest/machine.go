package proptest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// machine prints how the tests reach the machine.
func (p *printer) machine() {
	n := p.names
	typ := "fsmtest.Machine[*" + n.Machine + ", " + p.step() + ", " + p.id("Config") + "]"
	var b strings.Builder
	fmt.Fprintf(&b, "func %s() *%s {\nreturn &%s{\n", p.id("Machine"), typ, typ)
	fmt.Fprintf(&b, "New: %s, StateList: %s, EventList: %s, TransitionList: %s,\n", n.New, n.StateList, n.EventList, n.Record.TransitionList)
	if p.hasDefaults() {
		fmt.Fprintf(&b, "DefaultParams: %s,\n", n.Defaults)
	}
	if n.Host != "" {
		fmt.Fprintf(&b, "Host: func(h *fsmtest.Host) any { return %s{h} },\n", p.id("Host"))
	}
	of := "func(m *" + n.Machine + ") "
	fmt.Fprintf(&b, "State: %sint { return int(m.State()) },\nOutcome: %sint { return int(m.Outcome()) },\n", of, of)
	fmt.Fprintf(&b, "Can: func(m *%s, event int) bool { return m.Can(%s(event)) },\n", n.Machine, n.Event)
	switch {
	case p.m.Rank == 1:
		fmt.Fprintf(&b, "Progress: %s[]int { return []int{m.Progress()} },\n", of)
	case p.m.Rank > 1:
		fmt.Fprintf(&b, "Progress: %s[]int { v := m.Progress(); return v[:] },\n", of)
	}
	if p.m.Bound != nil {
		fmt.Fprintf(&b, "MaxTransitions: %sint { return m.Params().MaxTransitions() },\n", of)
	}
	b.WriteString(p.reading(of))
	if n.Send != "" {
		fmt.Fprintf(&b, "Send: %q,\n", n.Send)
	}
	fmt.Fprintf(&b, "Errors: fsmtest.Errors{\n%s},\n", p.errors())
	b.WriteString(p.reach())
	b.WriteString("}\n}")
	p.comment(p.id("Machine") + " is how the tests reach the machine.")
	p.file.Add(source(b.String()))
}

// reading writes what the machine's methods say of its values.
func (p *printer) reading(of string) string {
	fields, has := []string{"Params: m.Params()"}, []string(nil)
	for _, i := range p.slots() {
		name := p.names.Vars[i].Getter
		if p.m.Vars[i].Pending() { // which no method reads
			fields = append(fields, name+": m."+p.names.Vars[i].Field)
			if s := p.m.Vars[i].State; s >= 0 {
				has = append(has, "m.state == "+p.names.States[s])
			}
			continue
		}
		if p.homes(i) == nil {
			fields = append(fields, name+": m."+name+"()")
			continue
		}
		fields = append(fields, name+": fsmtest.Datum(m."+name+"())")
		has = append(has, "fsmtest.HasDatum(m."+name+"())")
	}
	out := "Read: " + of + p.id("Config") + " {\nreturn " + p.id("Config") + "{" + strings.Join(fields, ", ") + "}\n},\n"
	if p.m.Parallel() {
		out += "Configuration: " + of + "[]string { return m.Configuration() },\n"
	}
	if w := p.names.Within; w.Method != "" {
		place := w.Composite
		if w.Place != "" {
			place = w.Place
		}
		out += "Within: func(m *" + p.names.Machine + ", place any) bool { return m." + w.Method + "(place.(" + place + ")) },\n"
	}
	if has != nil {
		out += "Has: " + of + "[]bool { return []bool{" + strings.Join(has, ", ") + "} },\n"
	}
	return out
}

// errors lists the error types of the generated code.
func (p *printer) errors() string {
	n := p.names
	out := ""
	add := func(field, name string) {
		if name != "" {
			out += field + ": &" + name + "{},\n"
		}
	}
	if len(p.m.Events) > 0 {
		add("Illegal", n.Illegal)
		add("Reentrant", n.Reentrant)
		if p.rejects() {
			add("Rejected", n.Rejected)
		}
		if p.spoils() {
			add("Payload", n.Payload)
		}
	}
	if n.TimerSet != "" {
		add("StaleTimer", n.StaleTimer)
	}
	add("StaleCall", n.StaleCall)
	if len(p.m.Events) > 0 {
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
		if t.Effect == core.Reject {
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
	if p.names.Host == "" {
		return
	}
	p.comment(p.id("Host") + " hands the calls of the machine to a host of fsmtest.")
	p.file.Type().Id(p.id("Host")).Op("struct{ host *").Qual(fsmtestPath, "Host").Op("}")
	for i, guard := range p.m.Guards {
		if guard.External {
			to, result := "Ask", "bool"
			if guard.Reason {
				to, result = "AskReason", "error"
			}
			p.hostMethod(p.names.Guards[i].Method, to, result, guard.Context, guard.Args)
		}
	}
	for i, o := range p.m.Outputs {
		p.hostMethod(p.names.Outputs[i].Method, "Tell", "", o.Context, o.Fields)
	}
	p.timed()
	p.calling()
}

// timed prints the methods of the host for timers.
func (p *printer) timed() {
	if p.names.TimerSet == "" {
		return
	}
	h := "func (h " + p.id("Host") + ") "
	p.file.Line().Add(source(h + "Now() time.Time { return h.host.Now() }"))
	p.file.Line().Add(source(h + "StartTimer(t " + p.names.Timer + ", start int, d time.Duration) { h.host.Tell(\"StartTimer\", t, start, d) }"))
	p.file.Line().Add(source(h + "StopTimer(t " + p.names.Timer + ", start int) { h.host.Tell(\"StopTimer\", t, start) }"))
	for i, d := range p.m.Delays {
		if name := p.names.Delays[i].Method; name != "" {
			p.hostMethod(name, "Delay", "time.Duration", false, d.Args)
		}
	}
}

// hostMethod prints a method of the host, which hands its arguments on.
func (p *printer) hostMethod(name, to, result string, context bool, args []core.Field) {
	values, host := strconv.Quote(name), "h.host."
	f := p.file.Line().Func().Params(source("h " + p.id("Host"))).Id(name)
	f.Op("(")
	if context {
		f.Add(source("ctx context.Context"))
		host += "In(ctx)."
	}
	for i, a := range args {
		if i > 0 || context {
			f.Op(",")
		}
		f.Id("v" + strconv.Itoa(i+1)).Add(p.goType(a.Type))
		values += ", v" + strconv.Itoa(i+1)
	}
	f.Op(")")
	body := host + to + "(" + values + ")"
	if result != "" {
		body = "return " + body
	}
	f.Add(source(result + " { " + body + " }"))
}
