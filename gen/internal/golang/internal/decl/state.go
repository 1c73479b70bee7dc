package decl

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/prose"
)

// Types writes the types of the machine's parts, and the functions that list
// them.
func Types(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.stateType()
	g.eventType()
	g.outcomeType()
	g.transitionList()
	for i := range m.Core.Enums {
		g.enumType(i)
	}
	g.timerType()
	g.callType()
	g.delays()
}

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// stateType emits the State type, its constants and its methods.
func (g printer) stateType() {
	e := &Enumeration{
		Name:  g.m.Names.State,
		Recv:  "s",
		Doc:   comment.Wrap(g.m.Names.State + " is a state of the machine " + g.m.Core.Name + "."),
		Group: "The states, in the order of the spec.",
	}
	for i, s := range g.m.Core.States {
		e.Values = append(e.Values, Constant{
			Name:   g.m.Names.States[i],
			Text:   s.Name,
			Stored: s.Text,
			Was:    s.Was,
			Doc:    comment.Describe(g.m.Names.States[i], s.Name, prose.State(g.m, i), s.Doc),
		})
	}
	e.Declare(g.f)
	e.All(g.f, g.m.Names.StateList, "states")
	docs := make([]string, len(g.m.Core.States))
	for i, s := range g.m.Core.States {
		docs[i] = s.Doc
	}
	e.Texts(g.f, "state", inSpec, docs)
	g.f.Function(comment.Wrap("Terminal reports whether the machine ends in s."), `
func (s $State) Terminal() bool { return s.Outcome() != $none }`, "$State", e.Name, "$none", g.m.Names.Running)

	g.f.Doc(comment.Wrap("Outcome returns how the machine ends in s, or " + g.m.Names.Running + "."))
	g.f.Func().Params(jen.Id("s").Id(e.Name)).Id("Outcome").Params().Id(g.m.Names.Outcome).BlockFunc(func(body *jen.Group) {
		none := jen.Return(jen.Id(g.m.Names.Running))
		if len(g.m.Core.Outcomes) == 0 {
			body.Add(none)
			return
		}
		if first := g.m.Core.Outcomes[0]; len(g.m.Core.Outcomes) == 1 && len(first.States) == 1 {
			body.If(jen.Id("s").Op("==").Id(g.m.Names.States[first.States[0]])).Block(jen.Return(jen.Id(g.m.Names.Outcomes[0])))
			body.Add(none)
			return
		}
		body.Switch(jen.Id("s")).BlockFunc(func(cases *jen.Group) {
			for i, o := range g.m.Core.Outcomes {
				cases.CaseFunc(code.States(g.m, o.States)).Block(jen.Return(jen.Id(g.m.Names.Outcomes[i])))
			}
			cases.Default().Block(none)
		})
	})
}
