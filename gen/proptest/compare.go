package proptest

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// texts prints how a configuration and an event are named in messages. The
// name of a configuration is also what the walk knows it by, so that it has
// all that guards can see and nothing else.
func (p *printer) texts() {
	p.comment("String names the configuration by all that guards can see.")
	p.method("String").Params().String().BlockFunc(func(g *jen.Group) {
		var format []string
		var args []jen.Code
		for i, q := range p.m.Params {
			if q.Type.Kind != expr.Opaque {
				format = append(format, q.Name+": "+verb(q.Type))
				args = append(args, jen.Id("m").Dot("Params").Dot(p.names.Fields[i]))
			}
		}
		for _, i := range p.slots() {
			if v := p.m.Vars[i]; v.Type.Kind != expr.Opaque {
				format = append(format, v.Name+": "+verb(v.Type))
				args = append(args, jen.Id("m").Dot(p.names.Vars[i].Field))
			}
		}
		if len(args) == 0 {
			g.Return(jen.Id("m").Dot("State"))
			return
		}
		args = append([]jen.Code{jen.Lit("%s{" + strings.Join(format, ", ") + "}"), jen.Id("m").Dot("State")}, args...)
		g.Return(jen.Qual("fmt", "Sprintf").Call(args...))
	})
	name := "String"
	if p.names.Host != "" {
		name = "Text"
	}
	p.comment(name + " names the event with the part of its payload that guards can see.")
	p.eventMethod(name).Params().String().BlockFunc(func(g *jen.Group) {
		p.perEvent(g, p.eventText)
		g.Return(jen.Id("e").Dot("Event").Dot("String").Call())
	})
}

func verb(t expr.Type) string {
	if t.Kind == expr.String {
		return "%q"
	}
	return "%v"
}

func (p *printer) eventText(event int) []jen.Code {
	var format []string
	var args []jen.Code
	for j, f := range p.m.Events[event].Fields {
		if p.used(event, j) && f.Type.Kind != expr.Opaque {
			format = append(format, f.Name+": "+verb(f.Type))
			args = append(args, jen.Id("e").Dot(p.fields[event][j]))
		}
	}
	if len(args) == 0 {
		return nil
	}
	args = append([]jen.Code{jen.Lit(p.m.Events[event].Name + "(" + strings.Join(format, ", ") + ")")}, args...)
	return []jen.Code{jen.Return(jen.Qual("fmt", "Sprintf").Call(args...))}
}

// eventMethod begins a method of the oracle's events.
func (p *printer) eventMethod(name string) *jen.Statement {
	return p.file.Func().Params(jen.Id("e").Id(p.prefix + "OracleEvent")).Id(name)
}

// perEvent writes a switch over the events for which body has something.
func (p *printer) perEvent(g *jen.Group, body func(event int) []jen.Code) {
	var cases []jen.Code
	for i := range p.m.Events {
		if b := body(i); len(b) > 0 {
			cases = append(cases, jen.Case(jen.Id(p.names.Events[i].Const)).Block(b...))
		}
	}
	if len(cases) > 0 {
		g.Switch(jen.Id("e").Dot("Event")).Block(cases...)
	}
}

// compare prints the comparison of a machine with a configuration.
func (p *printer) compare() {
	var body strings.Builder
	unless := func(what, got, want string, t expr.Type) {
		fmt.Fprintf(&body, "if %s {\n%s\n}\n", p.differs(got, want, t), report(what, got, want, t))
	}
	text, number := expr.Type{Kind: expr.String}, expr.Type{Kind: expr.Int}
	unless("state", "got.State().String()", "m.State", text)
	unless("Params()", "got.Params()", "m.Params", number)
	unless("outcome", "got.Outcome()", "m.Outcome()", number)
	for _, i := range p.slots() {
		v, n := p.m.Vars[i], p.names.Vars[i]
		getter, want := "got."+n.Getter+"()", "m."+n.Field
		homes := p.homes(i)
		if homes == nil {
			unless(v.Name, getter, want, v.Type)
			continue
		}
		fmt.Fprintf(&body, "if value, ok := %s; ok != (%s) {\nreturn fmt.Errorf(%q, ok)\n} else if %s {\n%s\n}\n",
			getter, within(homes, true), v.Name+" is there: %t", p.differs("value", want, v.Type), report(v.Name, "value", want, v.Type))
		// A getter could hide what the machine should have let go.
		unless("field "+n.Field, "got."+n.Field, want, v.Type)
	}
	if p.m.Rank > 0 {
		unless("progress", "got.Progress()", "m.Progress()", number)
	}
	if p.m.Bound != nil {
		unless("MaxTransitions()", "got.Params().MaxTransitions()", "m.Bound()", number)
	}
	running := ""
	if p.names.TimerSet != "" {
		running = "if got, want := got.Timers(), m.Running(); !slices.Equal(got, want) {\nreturn fmt.Errorf(\"the timers are %v, want %v\", got, want)\n}\n"
	}
	none := ""
	if values := beyond(p.names.Event, len(p.m.Events)); values != "" {
		none = "for _, none := range " + values + " {\nif got.Can(none) {\nreturn fmt.Errorf(\"Can(%v) is true\", none)\n}\n}\n"
	}
	p.comment("Compare says how a machine differs from the configuration.")
	p.method("Compare").Params(jen.Id("got").Op("*").Id(p.names.Machine)).Error().Block(source(body.String() +
		running +
		"for _, event := range " + p.prefix + "OracleEvents {\n" +
		"if got.Can(event) != m.Lists(event) {\nreturn fmt.Errorf(\"Can(%v) is %t\", event, got.Can(event))\n}\n}\n" + none +
		"return nil"))
}

// differs writes the condition that two values are not the same.
func (p *printer) differs(got, want string, t expr.Type) string {
	if !equatable(t) {
		return "!" + p.prefix + "TestSame(" + got + ", " + want + ")"
	}
	return got + " != " + want
}

// report writes the return of an error about two values. Values that mean
// nothing to a reader are left out: vet refuses to print functions.
func report(what, got, want string, t expr.Type) string {
	if !equatable(t) {
		return fmt.Sprintf("return errors.New(%q)", what+" is not the one that the spec gives")
	}
	how := verb(t)
	if t.Kind == expr.Opaque && t.Go.Text != "error" {
		how = "%p"
	}
	return fmt.Sprintf("return fmt.Errorf(%q, %s, %s)", what+" is "+how+", want "+how, got, want)
}
