package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// handle emits the method that chooses the method of the handler.
func (g printer) handle() {
	n := g.m.Names
	which := "which is not terminal"
	if g.m.Core.Eventless() >= 0 {
		which = "in which it waits for an event"
	}
	doc := "handle calls the method of h for the current state, " + which + "."
	if slices.ContainsFunc(g.m.Waiting(), g.traits.unattended) {
		doc += " It has no result in a state without one."
	}
	if g.traits.hasParts() {
		doc += " " + n.Run.Parts.Call + " calls those for the parts of states with regions."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.OnMachine("handle").Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("h").Id(n.Run.Handler), jen.Id("in").Id(n.Typed.Any)).Params(jen.Id(n.Typed.Any), jen.Error()).BlockFunc(func(body *jen.Group) {
		waiting := slices.DeleteFunc(g.m.Waiting(), func(s int) bool { return n.Run.Methods[s] == "" })
		call := func(s int) *jen.Statement {
			return jen.Return(jen.Id("h").Dot(n.Run.Methods[s]).Call(jen.Id("ctx"), jen.Id("in").Assert(jen.Id(n.Typed.In[s]))))
		}
		if len(waiting) == len(g.m.Waiting()) && len(waiting) > 0 {
			code.Switch(g.m, body, jen.Id("m.state"), waiting, call)
			return
		}
		idle := slices.DeleteFunc(g.m.Waiting(), func(s int) bool { return !g.traits.unattended(s) || !g.traits.endsWithContext(s) })
		if len(waiting)+len(idle) > 0 {
			body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
				for _, s := range waiting {
					cases.Case(jen.Id(n.States[s])).Block(call(s))
				}
				if len(idle) > 0 {
					cases.CaseFunc(code.States(g.m, idle)).Block(jen.Return(jen.Nil(), file.Drive("ErrWaits")))
				}
				cases.Default().Block(jen.Comment("has no method"))
			})
		}
		body.Return(jen.Nil(), jen.Nil())
	})
}
