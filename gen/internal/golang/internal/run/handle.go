package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/spec/core"
)

// handle emits the method that chooses the method of the handler.
func (g printer) handle() {
	n := g.m.Names
	which := "which is not terminal"
	if g.m.Eventless() >= 0 {
		which = "in which it waits for an event"
	}
	doc := "handle calls the method of h for the current state, " + which + "."
	if slices.ContainsFunc(g.m.Waiting(), g.unattended) {
		doc += " It has no result in a state without one."
	}
	if g.hasParts() {
		doc += " " + n.Run.Parts.Call + " calls those for the parts of states with regions."
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.OnMachine("handle").Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("h").Id(n.Run.Handler)).Params(jen.Id(n.Typed.Any), jen.Error()).BlockFunc(func(body *jen.Group) {
		waiting := slices.DeleteFunc(g.m.Waiting(), func(s int) bool { return n.Run.Methods[s] == "" })
		if len(waiting) > 0 {
			body.Id("here").Op(":=").Id("m").Dot("here").Call()
		}
		call := func(s int) *jen.Statement {
			return jen.Return(jen.Id("h").Dot(n.Run.Methods[s]).Call(jen.Id("ctx"), jen.Id(n.Typed.In[s]).Values(jen.Id("here"))))
		}
		if len(waiting) == len(g.m.Waiting()) && len(waiting) > 0 {
			code.Switch(g.m, body, jen.Id("m.state"), waiting, call)
			return
		}
		idle := slices.DeleteFunc(g.m.Waiting(), func(s int) bool { return !g.unattended(s) || !g.endsWithContext(s) })
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

// unattended reports whether a machine waits in a state for results alone, for timers, or for the end of
// the context: the handler has no method for it.
func (g printer) unattended(state int) bool {
	return g.m.Names.Run.Methods[state] == "" && len(g.m.Names.Run.Parts.Of[state]) == 0
}

// idle reports whether the handler of a machine with calls has no methods at all.
func (g printer) idle() bool {
	return g.m.Names.CallSet != "" && !g.hasParts() && !slices.ContainsFunc(g.m.Names.Run.Methods, func(name string) bool { return name != "" })
}

// endsWithContext reports whether the end of the context can take a machine out of a state, so that
// a run waits for it even if no call runs any more.
func (g printer) endsWithContext(state int) bool {
	event := g.m.Cancellation()
	return event >= 0 && slices.ContainsFunc(g.m.Alternatives(state, event), func(t core.Transition) bool { return t.Effect == core.Take })
}
