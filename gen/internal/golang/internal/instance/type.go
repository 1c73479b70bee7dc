package instance

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/call"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/observe"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/timer"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/typed"
)

// Type writes the type of the machine.
func Type(f *file.File, m *machine.Machine) { printer{f, m}.machineType() }

// Methods writes the constructor and the methods that read a machine.
func Methods(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	n := m.Names
	g.constructor()
	g.getter("State", "returns the current state", jen.Id(n.State), "m.state")
	g.getter("Params", "returns the parameters of the machine", jen.Id(n.Params), "m.params")
	g.getter("Outcome", "returns how the machine ended, or "+n.Running,
		jen.Id(n.Outcome), "m.state.Outcome()")
	g.progress()
	g.can()
	g.printer()
	g.configuration()
	g.within()
	for i, v := range m.Core.Vars {
		if v.Pending() {
			continue
		}
		if v.State < 0 {
			g.variable(i)
		} else if m.Data().SharedWith(i)[0] == i {
			g.datum(i)
		}
	}
}

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// eventless documents the transitions that the machine takes by itself.
func (g printer) eventless() string {
	n := g.m.Names
	text := "The machine makes transitions without an event by itself, in [" + n.New + "] and in the methods of events, as long as one applies. Each is a step of its own."
	var reasons []string
	if names := g.m.Origins(); len(names) > 0 {
		reasons = append(reasons, "the machine is from "+comment.Either(names))
	}
	if g.m.Core.Faces.Observe {
		reasons = append(reasons, "an observer has panicked")
	}
	if len(reasons) > 0 {
		text += " If one applies when an event is sent, because " + strings.Join(reasons, ", or because ") + ", it comes before the event."
	}
	return text
}

func (g printer) machineType() {
	refused := ""
	if g.m.Names.Host != "" {
		refused = " An event sent by a method of the [" + g.m.Names.Host + "] is refused with *" + g.m.Names.Reentrant + "."
	}
	if n := g.m.Names; n.Context != "" {
		refused += " The host receives the context of the method; without one, the event is refused with *" + n.NilContext + "."
	}
	if n := g.m.Names; n.CallSet != "" {
		refused += " A result of a start that does not run is refused with *" + n.StaleCall + "."
	}
	use := comment.Wrap("Each event is a method. In a state that does not accept the event, the method changes nothing and returns *" +
		g.m.Names.Illegal + "." + refused + " Create a " + g.m.Names.Machine + " with [" + g.m.Names.New + "]. It is not safe for concurrent use.")
	predicate, doc := "is the state machine "+g.m.Core.Name, comment.DocLines(g.m.Core.Doc)
	if g.m.Core.Eventless() >= 0 {
		use = append(append(use, ""), comment.Wrap(g.eventless())...)
	}
	if _, named := comment.CutName(doc, g.m.Core.Name); named {
		g.f.Doc(comment.Describe(g.m.Names.Machine, g.m.Core.Name, predicate, g.m.Core.Doc, use))
	} else { // often "Does this and that", which is a sentence on its own lines only
		g.f.Doc(comment.Describe(g.m.Names.Machine, "", predicate, "", doc, use))
	}
	g.f.Type().Id(g.m.Names.Machine).StructFunc(func(fields *jen.Group) {
		fields.Id("params").Id(g.m.Names.Params)
		if g.m.Names.Host != "" {
			fields.Id("host").Id(g.m.Names.Host)
		}
		fields.Id("state").Id(g.m.Names.State)
		code.Mode(g.m, fields) // beside the state, where padding leaves space for it
		timer.Fields(fields, g.m)
		call.Fields(fields, g.m)
		if g.m.Counts() {
			fields.Id("steps").Uint64().Comment("// the number of transitions so far")
		}
		if g.m.Parts().Reentered() {
			fields.Id("entered").Index(jen.Lit(len(g.m.Parts().Slots()))).Uint64().Comment("// how often steps have entered what a run drives, where the states do not tell")
		}
		if g.m.Core.Faces.Typed {
			fields.Id("typed").Add(typed.Recent(g.m)).Comment("// the most recent typed states")
		}
		if g.m.Core.Faces.Observe {
			fields.Id("observed").Op("*").Add(observe.Observers(g.m)).Comment("// nil: there are none")
		}
		for i, v := range g.m.Core.Vars {
			field := jen.Id(g.m.Names.Vars[i].Field).Add(code.Type(g.m, v.Type))
			if v.State < 0 {
				fields.Add(field)
			} else if shared := g.m.Data().SharedWith(i); shared[0] == i {
				fields.Add(field.Comment("// in " + comment.List(g.m.Data().States(shared))))
			}
		}
	})
}
