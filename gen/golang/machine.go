package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// machine emits the machine, its constructor and everything that reads it.
func (g *generator) machine() {
	g.machineType()
	g.constructor()
	g.getter("State", "returns the present state", jen.Id(g.names.State), "m.state")
	g.getter("Params", "returns the parameters that the machine was made with", jen.Id(g.names.Params), "m.params")
	g.getter("Outcome", "returns how the machine ended, or "+g.names.Running+" while it has not",
		jen.Id(g.names.Outcome), "m.state.Outcome()")
	g.progress()
	g.can()
	g.printer()
	for i, v := range g.m.Vars {
		if v.State < 0 {
			g.variable(i)
		} else if g.sharedWith(i)[0] == i {
			g.datum(i)
		}
	}
}

func (g *generator) machineType() {
	refused := ""
	if g.names.Host != "" {
		refused = " An event from a method of the machine's [" + g.names.Host + "] is refused with *" + g.names.Reentrant + "."
	}
	use := wrap("Each event is a method. In a state that does not accept the event, the method changes nothing and returns *" +
		g.names.Illegal + "." + refused + " A " + g.names.Machine + " comes from [" + g.names.New + "] and must not be used by several goroutines at once.")
	predicate, doc := "is the state machine "+g.m.Name, docLines(g.m.Doc)
	if _, named := cutName(doc, g.m.Name); named {
		g.doc(describe(g.names.Machine, g.m.Name, predicate, g.m.Doc, use))
	} else { // often "Does this and that", which is a sentence on its own lines only
		g.doc(describe(g.names.Machine, "", predicate, "", doc, use))
	}
	g.file.Type().Id(g.names.Machine).StructFunc(func(fields *jen.Group) {
		fields.Id("params").Id(g.names.Params)
		if g.names.Host != "" {
			fields.Id("host").Id(g.names.Host)
		}
		fields.Id("state").Id(g.names.State)
		if g.names.Host != "" { // beside the state, where it takes no room
			fields.Id("busy").Bool().Comment("// a method of the host is running, or has panicked")
		}
		fields.Id("steps").Uint64().Comment("// the transitions so far")
		fields.Id("typed").Op("*").Id(g.names.Typed.Block).Comment("// the typed states made last")
		for i, v := range g.m.Vars {
			field := jen.Id(g.names.Vars[i].Field).Add(g.goType(v.Type))
			if v.State < 0 {
				fields.Add(field)
			} else if shared := g.sharedWith(i); shared[0] == i {
				fields.Add(field.Comment("// in " + list(g.statesOf(shared))))
			}
		}
	})
	g.typedBlock()
}

// sharedWith returns the variables that have the field of variable i, itself
// included.
func (g *generator) sharedWith(i int) []int {
	var out []int
	for j := range g.m.Vars {
		if g.names.Vars[j].Field == g.names.Vars[i].Field {
			out = append(out, j)
		}
	}
	return out
}

// statesOf names the states that data belong to.
func (g *generator) statesOf(data []int) []string {
	var out []string
	for _, v := range data {
		out = append(out, g.m.States[g.m.Vars[v].State].Name)
	}
	return out
}

func (g *generator) constructor() {
	n := g.names
	text := n.New + " returns a machine in the initial state, " + g.m.States[g.m.Initial].Name + ". The error is that of [" + n.Params + ".Validate]"
	args := []jen.Code{jen.Id("p").Id(n.Params)}
	if n.Host != "" {
		text += ", or says that there is no host"
		args = append(args, jen.Id("host").Id(n.Host))
	}
	start := g.start()
	if start.calls() {
		text += ". Before it returns, the host is told what happens on entering that state"
	}
	g.doc(wrap(text + "."))
	g.file.Func().Id(n.New).Params(args...).Params(jen.Op("*").Id(n.Machine), jen.Error()).BlockFunc(func(body *jen.Group) {
		body.If(jen.Err().Op(":=").Id("p").Dot("Validate").Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		if n.Host != "" {
			body.If(jen.Id("host").Op("==").Nil()).Block(
				jen.Return(jen.Nil(), jen.Qual("errors", "New").Call(jen.Lit(g.pkg+": the machine has no host"))))
		}
		if !start.calls() {
			body.Return(g.newMachine(), jen.Nil())
			return
		}
		body.Id("m").Op(":=").Add(g.newMachine())
		g.deliver(body, start)
		body.Return(jen.Id("m"), jen.Nil())
	})
}

// newMachine is the literal of a machine in its initial state.
func (g *generator) newMachine() *jen.Statement {
	n := g.names
	return jen.Op("&").Id(n.Machine).ValuesFunc(func(fields *jen.Group) {
		set := func(field, value string) { fields.Line().Id(field).Op(":").Id(value) }
		set("params", "p")
		if n.Host != "" {
			set("host", "host")
		}
		set("state", n.States[g.m.Initial])
		for i, v := range g.m.Vars {
			if v.Init != nil {
				set(n.Vars[i].Field, g.code(v.Init, "p", -1))
			}
		}
		fields.Line()
	})
}

// getter emits a method that returns one value.
func (g *generator) getter(name, predicate string, typ jen.Code, value string) {
	g.doc(wrap(name + " " + predicate + "."))
	g.onMachine(name).Params().Add(typ).Block(jen.Return(jen.Id(value)))
}

// onMachine begins a method of the machine.
func (g *generator) onMachine(name string) *jen.Statement {
	return g.file.Func().Params(jen.Id("m").Op("*").Id(g.names.Machine)).Id(name)
}

// can emits the table of the events that each state accepts.
func (g *generator) can() {
	g.doc(wrap("Can reports whether the present state accepts e."))
	g.onMachine("Can").Params(jen.Id("e").Id(g.names.Event)).Bool().BlockFunc(func(body *jen.Group) {
		body.Switch(jen.Id("m").Dot("state")).BlockFunc(func(cases *jen.Group) {
			for s := range g.m.States {
				if accepted := g.accepted(s); len(accepted) > 0 {
					cases.Case(jen.Id(g.names.States[s])).Block(jen.Return(g.anyOf(accepted)))
				}
			}
			cases.Default().Block(jen.Return(jen.False()))
		})
	})
}

// anyOf compares e with each of some events, several to a line.
func (g *generator) anyOf(events []int) *jen.Statement {
	out := jen.Null()
	column := 0
	for i, e := range events {
		name := g.names.Events[e].Const
		if i > 0 {
			out.Op("||")
			if column += len(name); column > width {
				out.Line()
				column = 0
			}
		}
		out.Id("e").Op("==").Id(name)
	}
	return out
}

// printer emits the String method of the machine. Data and opaque values are
// left out: they may be large, and may be secrets.
func (g *generator) printer() {
	formats := []string{"%v"}
	args := []jen.Code{nil, jen.Id("m").Dot("state")}
	for i, v := range g.m.Vars {
		if v.State >= 0 || !v.Type.Scalar() {
			continue
		}
		verb := map[expr.Kind]string{expr.Int: "%d", expr.Bool: "%t", expr.Enumerated: "%v", expr.String: "%q"}[v.Type.Kind]
		formats = append(formats, v.Name+"="+verb)
		args = append(args, jen.Id("m").Dot(g.names.Vars[i].Field))
	}
	if len(args) == 2 {
		g.doc(wrap("String returns the name of the present state."))
		g.onMachine("String").Params().String().Block(jen.Return(jen.Id("m.state.String()")))
		return
	}
	args[0] = jen.Lit(strings.Join(formats, " "))
	g.doc(wrap("String returns the present state and the variables on one line, for logs."))
	g.onMachine("String").Params().String().Block(jen.Return(jen.Qual("fmt", "Sprintf").Call(args...)))
}

// variable emits the getter of a machine variable.
func (g *generator) variable(i int) {
	v, n := &g.m.Vars[i], g.names.Vars[i]
	predicate := "returns the variable " + v.Name
	if r := rangeText(v.Min, v.Max); r != "" {
		predicate += ", " + r
	}
	g.doc(describe(n.Getter, "", predicate, v.Doc))
	g.onMachine(n.Getter).Params().Add(g.goType(v.Type)).Block(jen.Return(jen.Id("m").Dot(n.Field)))
}

// datum emits the getter of a datum, and of its namesakes in other states.
// The field needs no check: it is zero wherever the datum does not exist.
func (g *generator) datum(i int) {
	v, n := &g.m.Vars[i], g.names.Vars[i]
	shared := g.sharedWith(i)
	in := jen.Null()
	for j, w := range shared {
		if j > 0 {
			in.Op("||")
		}
		in.Id("m").Dot("state").Op("==").Id(g.names.States[g.m.Vars[w].State])
	}
	predicate := "returns the datum " + v.Name + ", which exists in " + list(g.statesOf(shared)) + "; in any other state the bool is false"
	g.doc(describe(n.Getter, "", predicate, g.datumDoc(shared)))
	g.onMachine(n.Getter).Params().Params(g.goType(v.Type), jen.Bool()).Block(jen.Return(jen.Id("m").Dot(n.Field), in))
}

// datumDoc is the first documentation among namesakes.
func (g *generator) datumDoc(data []int) string {
	for _, v := range data {
		if doc := g.m.Vars[v].Doc; doc != "" {
			return doc
		}
	}
	return ""
}

// alternatives returns the transitions of a state and an event that can be
// taken: guards that are constant are decided here.
func (g *generator) alternatives(state, event int) []core.Transition {
	var out []core.Transition
	for _, t := range g.m.On(state, event) {
		if t.Guard != nil {
			t.Guard = plain(t.Guard)
		}
		l, constant := t.Guard.(*expr.Lit)
		if constant && l.Value == 0 {
			continue
		}
		if constant {
			t.Guard = nil
		}
		out = append(out, t)
		if t.Guard == nil {
			break
		}
	}
	return out
}
