package proptest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// id is a package-level name of the test file.
func (p *printer) id(name string) *jen.Statement { return jen.Id(p.prefix + name) }

// method begins a method of the oracle.
func (p *printer) method(name string) *jen.Statement {
	return p.file.Func().Params(jen.Id("m").Id(p.prefix + "Oracle")).Id(name)
}

// comment adds a comment of some lines before the next declaration.
func (p *printer) comment(text string) {
	p.file.Line()
	for line := range strings.SplitSeq(text, "\n") {
		p.file.Comment(strings.TrimRight("// "+line, " "))
	}
}

// slots returns the variables whose fields the oracle has: each once, though
// the data of several states can share a field.
func (p *printer) slots() []int {
	seen := map[string]bool{}
	var out []int
	for i := range p.m.Vars {
		if field := p.names.Vars[i].Field; !seen[field] {
			seen[field] = true
			out = append(out, i)
		}
	}
	return out
}

// homes returns the states that have the datum in a slot, in order, or nil
// for a variable of the machine.
func (p *printer) homes(slot int) []string {
	var out []string
	for i, v := range p.m.Vars {
		if v.State >= 0 && p.names.Vars[i].Field == p.names.Vars[slot].Field {
			out = append(out, p.m.States[v.State].Name)
		}
	}
	return out
}

// within writes that the state is one of some, or that it is none.
func within(states []string, in bool) string {
	op, join := " == ", " || "
	if !in {
		op, join = " != ", " && "
	}
	parts := make([]string, len(states))
	for i, s := range states {
		parts[i] = "m.State" + op + strconv.Quote(s)
	}
	return strings.Join(parts, join)
}

func (p *printer) types() {
	p.comment("The first half of this file is an oracle: the machine once more, as a table\n" +
		"printed from the spec. It shares no code with the generated machine. The\n" +
		"second half drives both and compares them after every event.")
	p.comment(p.prefix + "Oracle is a configuration of the machine. It is a value: no method\n" +
		"changes it. Fields with a small letter have their names from the spec.")
	p.file.Type().Add(p.id("Oracle")).StructFunc(func(g *jen.Group) {
		g.Id("State").String()
		g.Id("Params").Id(p.names.Params)
		for _, i := range p.slots() {
			field := g.Id(p.names.Vars[i].Field).Add(p.goType(p.m.Vars[i].Type))
			if homes := p.homes(i); homes != nil {
				field.Comment("// in " + strings.Join(homes, ", "))
			}
		}
	})
	p.comment(p.prefix + "OracleEvent is an event with its payload.")
	p.file.Type().Add(p.id("OracleEvent")).StructFunc(func(g *jen.Group) {
		g.Id("Event").Id(p.names.Event)
		p.hostFields(g)
		seen := map[string]bool{}
		for i, e := range p.m.Events {
			for j, f := range e.Fields {
				if name := p.fields[i][j]; !seen[name] {
					seen[name] = true
					g.Id(name).Add(p.goType(f.Type))
				}
			}
		}
	})
	p.comment(p.prefix + "OracleRow is a transition.")
	p.file.Type().Add(p.id("OracleRow")).StructFunc(func(g *jen.Group) {
		g.Id("from").String()
		g.Id("event").Id(p.names.Event)
		g.Id("when").String().Comment("// the guard as the spec writes it")
		g.Id("to").String()
		g.Add(p.effectField())
		g.Id("guard").Add(p.closure(true, true, "bool", "")).Comment("// nil: always")
		g.Id("update").Add(p.closure(true, true, p.prefix+"Oracle", "")).Comment("// nil: sets nothing")
		p.rowFields(g)
	})
}

// effects are the words of the oracle for what is no transition.
var effects = map[core.Effect]string{core.Ignore: "ignore", core.Reject: "reject"}

// effectField declares the field for them, if the machine needs it.
func (p *printer) effectField() jen.Code {
	if !p.idles() {
		return jen.Null()
	}
	return jen.Id("effect").String().Comment("// ignore or reject: no transition")
}

// idles reports whether some alternative ignores or rejects its event.
func (p *printer) idles() bool {
	return slices.ContainsFunc(p.m.Transitions, func(t core.Transition) bool { return t.Effect != core.Take })
}

func (p *printer) table() {
	p.comment(p.prefix + "OracleTable has the transitions in the order of the spec: of those for\n" +
		"a state and an event, the first whose guard holds is taken.")
	p.file.Var().Add(p.id("OracleTable")).Op("=").Index().Add(p.id("OracleRow")).ValuesFunc(func(g *jen.Group) {
		for i := range p.m.Transitions {
			g.Line().Add(p.row(&p.m.Transitions[i]))
		}
		g.Line()
	})
	p.comment(p.prefix + "OracleEvents has the events in the order of the spec.")
	p.file.Var().Add(p.id("OracleEvents")).Op("=").Index().Id(p.names.Event).ValuesFunc(func(g *jen.Group) {
		for i := range p.m.Events {
			g.Line().Id(p.names.Events[i].Const)
		}
		g.Line()
	})
	p.start()
	heard := ""
	if p.names.GuardSet != "" {
		heard = "\te = e.Heard(m)\n"
	}
	p.file.Line().Add(source(strings.NewReplacer("HEARD\n", heard, "PREFIX", p.prefix, "EVENT", p.names.Event).Replace(step)))
	p.settled()
}

// step is the oracle's whole idea of how a machine runs.
const step = `
// Step returns the configuration after an event and the row of the transition
// taken, or m and -1 when the event is illegal.
func (m PREFIXOracle) Step(e PREFIXOracleEvent) (next PREFIXOracle, row int) {
HEARD
	for i, t := range PREFIXOracleTable {
		if t.from != m.State || t.event != e.Event || t.guard != nil && !t.guard(m, e) {
			continue
		}
		next = m
		if t.update != nil {
			next = t.update(m, e)
		}
		next.State = t.to
		return next.Settled(), i
	}
	return m, -1
}

// String names the transition.
func (t PREFIXOracleRow) String() string {
	if t.when == "" {
		return fmt.Sprintf("%s --%v--> %s", t.from, t.event, t.to)
	}
	return fmt.Sprintf("%s --%v[%s]--> %s", t.from, t.event, t.when, t.to)
}

// Lists reports whether the spec lists an event for the present state.
func (m PREFIXOracle) Lists(event EVENT) bool {
	for _, t := range PREFIXOracleTable {
		if t.from == m.State && t.event == event {
			return true
		}
	}
	return false
}
`

func (p *printer) row(t *core.Transition) *jen.Statement {
	in := scope{params: "m.Params", model: "m", event: t.Event}
	return jen.ValuesFunc(func(g *jen.Group) {
		line := g.Line().Id("from").Op(":").Lit(p.m.States[t.From].Name).Op(",").
			Id("event").Op(":").Id(p.names.Events[t.Event].Const).Op(",")
		if t.Guard != nil {
			line.Id("when").Op(":").Lit(expr.Print(t.Written, expr.Spec)).Op(",")
		}
		line.Id("to").Op(":").Lit(p.m.States[t.To].Name)
		if t.Effect != core.Take {
			line.Op(",").Id("effect").Op(":").Lit(effects[t.Effect])
		}
		if t.Guard != nil {
			m, e := reads(t.Guard)
			g.Line().Id("guard").Op(":").Add(p.closure(m, e, "bool", "{ return "+p.code(t.Guard, in)+" }"))
		}
		if len(t.Updates) > 0 {
			payload := false
			body := "{\nnext := m\n"
			for _, u := range t.Updates {
				_, e := reads(u.Value)
				payload = payload || e
				body += "next." + p.names.Vars[u.Var].Field + " = " + p.code(u.Value, in) + "\n"
			}
			g.Line().Id("update").Op(":").Add(p.closure(true, payload, p.prefix+"Oracle", body+"return next\n}"))
		}
		p.rowHost(g, t)
		g.Line()
	})
}

func (p *printer) start() {
	in := scope{params: "p", event: -1}
	p.comment(p.prefix + "OracleStart is the configuration of a new machine.")
	p.file.Func().Add(p.id("OracleStart")).Params(jen.Id("p").Id(p.names.Params)).Add(p.id("Oracle")).Block(
		jen.Return(p.id("Oracle").ValuesFunc(func(g *jen.Group) {
			g.Line().Id("State").Op(":").Lit(p.m.States[p.m.Initial].Name)
			g.Line().Id("Params").Op(":").Id("p")
			for i, v := range p.m.Vars {
				if v.Init != nil {
					g.Line().Id(p.names.Vars[i].Field).Op(":").Add(p.expr(v.Init, in))
				}
			}
			g.Line()
		})),
	)
}

func (p *printer) settled() {
	p.comment("Settled returns m without the data that its state does not have.")
	p.method("Settled").Params().Add(p.id("Oracle")).BlockFunc(func(g *jen.Group) {
		for _, i := range p.slots() {
			if homes := p.homes(i); homes != nil {
				field := p.names.Vars[i].Field
				g.If(jen.Op(within(homes, false))).Block(
					jen.Id("m").Dot(field).Op("=").Add(p.id("Oracle")).Values().Dot(field),
				)
			}
		}
		g.Return(jen.Id("m"))
	})
}
