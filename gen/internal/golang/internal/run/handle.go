package run

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
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
		doc += " It returns nil and nil in a state without one."
	}
	args := []jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("h").Id(n.Run.Handler)}
	if g.hasParts() {
		doc += " For the parts of a state with regions, parts does so."
		if n.Run.Own != "" {
			args[0] = jen.List(jen.Id("ctx"), jen.Id("work")).Qual("context", "Context")
		}
		args = append(args, jen.Id("parts").Op("*").Id(n.Run.Parts.Own))
	}
	g.f.Doc(comment.Wrap(doc))
	g.f.OnMachine("handle").Params(args...).Params(jen.Id(n.Typed.Any), jen.Error()).BlockFunc(func(body *jen.Group) {
		waiting := slices.DeleteFunc(g.m.Waiting(), g.unattended)
		beside := func(s int) bool { return len(n.Run.Parts.Of[s]) > 0 }
		if slices.ContainsFunc(waiting, func(s int) bool { return !beside(s) }) {
			body.Id("here").Op(":=").Id("m").Dot("here").Call()
		}
		call := func(s int) *jen.Statement {
			if beside(s) {
				contexts := []jen.Code{jen.Id("ctx")}
				if n.Run.Own != "" {
					contexts = append(contexts, jen.Id("work"))
				}
				return jen.Return(jen.Id("parts").Dot("serve").Call(append(contexts, jen.Id("m"))...))
			}
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
					cases.CaseFunc(code.States(g.m, idle)).Block(jen.Op("<-").Id("ctx").Dot("Done").Call())
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

// pending is the condition that a timer or a call runs, for which a method can wait.
func (g printer) pending() *jen.Statement {
	n := g.m.Names
	timer, call := jen.Op("!").Id("due").Dot("IsZero").Call(), jen.Id("calls").Dot("running").Call()
	switch {
	case n.CallSet == "":
		return timer
	case n.TimerSet == "":
		return call
	}
	return jen.Parens(timer.Op("||").Add(call))
}
