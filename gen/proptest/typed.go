package proptest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// typed prints how events are sent to typed states, and the handler of a run.
func (p *printer) typed() {
	n := p.names.Typed
	p.comment(p.prefix + "TestTyped sends an event to a typed state, if that has a method for it.")
	p.file.Func().Add(p.id("TestTyped")).Params(jen.Id("typed").Id(n.Any), jen.Id("e").Add(p.id("OracleEvent"))).
		Params(jen.Id("next").Id(n.Any), jen.Id("listed").Bool(), jen.Err().Error()).BlockFunc(func(g *jen.Group) {
		cases := p.typedCases()
		if len(cases) > 0 {
			g.Switch(jen.Id("s").Op(":=").Id("typed").Assert(jen.Type())).Block(cases...)
		}
		g.Return(jen.Nil(), jen.False(), jen.Nil())
	})
	p.reads()
	p.comment(p.prefix + "TestStates are the types of states, none of which is a machine.")
	p.file.Var().Add(p.id("TestStates")).Op("=").Index().Id(n.Any).Op("{" + strings.Join(n.In, "{}, ") + "{}}")
	for i := range p.m.States {
		method := p.names.Run.Methods[i]
		if method == "" {
			continue
		}
		p.comment(method + " implements " + p.names.Run.Handler + ".")
		p.file.Func().Params(jen.Id("h").Op("*").Add(p.id("TestHandler"))).Id(method).
			Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("s").Id(n.In[i])).Params(jen.Id(n.After[i]), jen.Error()).BlockFunc(func(g *jen.Group) {
			g.Id("h").Dot("fits").Op("=").Add(source("func(s " + n.Any + ") bool { _, ok := s.(" + n.After[i] + "); return ok }"))
			g.List(jen.Id("next"), jen.Err()).Op(":=").Id("h").Dot("next").Call(jen.Id("ctx"), jen.Id("s"))
			g.List(jen.Id("after"), jen.Id("_")).Op(":=").Id("next").Assert(jen.Id(n.After[i]))
			g.Return(jen.Id("after"), jen.Err())
		})
	}
}

// reads prints the comparison of what a typed state reads with a configuration.
func (p *printer) reads() {
	var common, cases strings.Builder
	getters := []jen.Code{jen.Id("String").Params().String()}
	of := make([]string, len(p.m.States)) // by state
	for i, v := range p.m.Vars {
		got, want := "s."+p.names.Vars[i].Getter+"()", "m."+p.names.Vars[i].Field
		text := fmt.Sprintf("if %s {\n%s\n}\n", p.differs(got, want, v.Type), report(v.Name+" of the typed state", got, want, v.Type))
		if v.State >= 0 {
			of[v.State] += text
			continue
		}
		getters = append(getters, jen.Id(p.names.Vars[i].Getter).Params().Add(p.goType(v.Type)))
		common.WriteString(text)
	}
	for i, text := range of {
		if p.m.Terminal(i) {
			text += "if s.Outcome() != m.Outcome() {\nreturn fmt.Errorf(\"outcome of the typed state is %v, want %v\", s.Outcome(), m.Outcome())\n}\n"
		}
		if text != "" {
			fmt.Fprintf(&cases, "case %s:\n%s", p.names.Typed.In[i], text)
		}
	}
	body := "s, ok := typed.(" + p.prefix + "TestTypedReader)\nif !ok {\nreturn fmt.Errorf(\"the typed state %v does not read the variables\", typed.State())\n}\n" + common.String() +
		"if got, want := s.String(), " + p.line() + "; got != want {\nreturn fmt.Errorf(\"the typed state is %s, want %s\", got, want)\n}\n"
	if cases.Len() > 0 {
		body += "switch s := typed.(type) {\n" + cases.String() + "}\n"
	}
	p.comment(p.prefix + "TestTypedReader is what all typed states read.")
	p.file.Type().Add(p.id("TestTypedReader")).Interface(getters...)
	p.comment(p.prefix + "TestTypedReads says how what a typed state reads differs from the configuration.")
	p.file.Func().Add(p.id("TestTypedReads")).Params(jen.Id("typed").Id(p.names.Typed.Any), jen.Id("m").Add(p.id("Oracle"))).Error().Block(source(body + "return nil"))
}

// line writes the line that a machine with configuration m is in logs.
func (p *printer) line() string {
	format, args := "%s", "m.State"
	for i, v := range p.m.Vars {
		if v.State >= 0 || v.Type.Kind == expr.Opaque {
			continue
		}
		format += " " + v.Name + "=" + verb(v.Type)
		args += ", m." + p.names.Vars[i].Field
	}
	return fmt.Sprintf("fmt.Sprintf(%q, %s)", format, args)
}

// typedCases writes a case for each state that has methods.
func (p *printer) typedCases() []jen.Code {
	var states []jen.Code
	for s := range p.m.States {
		var events []jen.Code
		for e := range p.m.Events {
			if len(p.m.On(s, e)) == 0 {
				continue
			}
			events = append(events, jen.Case(jen.Id(p.names.Events[e].Const)).Block(
				jen.List(jen.Id("next"), jen.Err()).Op("=").Id("s").Dot(p.names.Events[e].Method).CallFunc(func(g *jen.Group) {
					for _, f := range p.fields[e] {
						g.Id("e").Dot(f)
					}
				}),
				jen.Return(jen.Id("next"), jen.True(), jen.Err()),
			))
		}
		if len(events) > 0 {
			states = append(states, jen.Case(jen.Id(p.names.Typed.In[s])).Block(jen.Switch(jen.Id("e").Dot("Event")).Block(events...)))
		}
	}
	return states
}

// shorter reports whether a timer takes a constant time that is less than some. What
// the host says of the others is for the tests to choose.
func (p *printer) shorter(than time.Duration) bool {
	return slices.ContainsFunc(p.m.Timers, func(t core.Timer) bool {
		length := t.Constant
		if t.Delay >= 0 {
			length = p.m.Delays[t.Delay].Constant
		}
		return length > 0 && length < than
	})
}

// patient reports whether there are timers, none of which can be over before a test
// is done, on a slow machine.
func (p *printer) patient() bool { return len(p.m.Timers) > 0 && !p.shorter(20*time.Second) }

// deaf reports whether an event that a state lists does nothing there.
func (p *printer) deaf(state, event int) bool {
	on := p.m.On(state, event)
	for _, t := range on {
		guard := t.Guard
		if guard != nil {
			guard = plain(guard)
		}
		l, constant := guard.(*expr.Lit)
		if constant && l.Value == 0 {
			continue
		}
		if t.Effect == core.Take {
			return false
		}
		if constant || guard == nil {
			break
		}
	}
	return len(on) > 0
}

// deafTimer is a timer with the states in which its event does nothing.
type deafTimer struct {
	Timer  string
	States []string
}

// cancellation fills in what the tests of a run need to know of the event that a
// cancelled context means, and of timers.
func (p *printer) cancellation(f *features) {
	for i, e := range p.m.Events {
		if !e.Cancellation {
			continue
		}
		f.Cancel = p.names.Events[i].Const
		if len(e.Fields) > 0 {
			f.CancelField = p.fields[i][0]
		}
		for s := range p.m.States {
			if p.deaf(s, i) {
				f.CancelDeaf = append(f.CancelDeaf, p.m.States[s].Name)
			}
		}
	}
	for i, t := range p.m.Timers {
		d := deafTimer{Timer: p.names.Timers[i]}
		for _, s := range t.States {
			if p.deaf(s, t.Event) {
				d.States = append(d.States, p.m.States[s].Name)
			}
		}
		if len(d.States) > 0 {
			f.TimersDeaf = append(f.TimersDeaf, d)
		}
	}
}
