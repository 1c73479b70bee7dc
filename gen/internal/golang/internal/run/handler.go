package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// handler emits the interface that the program implements for Run.
func (g printer) handler() {
	n := g.m.Names
	if g.traits.idle() {
		g.f.Doc(comment.Wrap(n.Run.Handler + " has no methods: the machine " + g.m.Core.Name + " waits only for results of calls, for timers, and for the end of the context. It may be nil."))
	} else if example := g.example(); example == "" && g.traits.hasParts() {
		g.f.Doc(comment.Wrap(n.Run.Handler + " is what a program does in each state of the machine " + g.m.Core.Name + "."))
	} else {
		g.f.Doc(comment.Wrap(n.Run.Handler + " is what a program does in each state of the machine " + g.m.Core.Name + ": the method with the name of a state is called there. It sends an event " +
			"to the typed state that it receives and returns the result, as in"))
		if example != "" {
			g.f.Doc([]string{"", "\t" + example, ""})
		}
	}
	if g.traits.hasParts() {
		g.f.Doc(append([]string{""}, comment.Wrap("The methods for the parts of a state with regions run side by side. Such a method returns an event, and "+n.Run.Run+" sends it:")...))
		g.f.Doc([]string{"", "\t" + beside{g.f, g.m, g.traits}.exampleBeside(), ""})
	}
	if !g.traits.idle() {
		g.f.Doc(comment.Wrap("Package [fsmdrive] documents when the methods are called, and how their results are used."))
	}
	g.f.Type().Id(n.Run.Handler).InterfaceFunc(func(methods *jen.Group) {
		for i, name := range n.Run.Methods {
			beside{g.f, g.m, g.traits}.partMethods(methods, i)
			if name == "" {
				continue
			}
			if len(g.m.Follow(i)) == 0 {
				for _, c := range comment.Lines(comment.Wrap(name + " can send no event: its first result is nil.")) {
					methods.Add(c)
				}
			}
			methods.Id(name).Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("s").Id(n.Typed.In[i])).
				Params(jen.Id(n.Typed.After[i]), jen.Error())
		}
	})
}

// waiting emits the handler that a program embeds to write only some of the methods.
func (g printer) waiting() {
	n := g.m.Names
	if n.Run.Waiting == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Run.Waiting + " is a [" + n.Run.Handler + "] whose methods wait for what comes without them, such as events from an [" + n.Run.Inbox +
		"]. A handler that embeds it has its own methods where there is something to do."))
	g.f.Type().Id(n.Run.Waiting).Struct()
	g.f.Line()
	method := func(name, in, out string) {
		g.f.Line()
		g.f.Func().Params(jen.Id(n.Run.Waiting)).Id(name).Params(jen.Qual("context", "Context"), jen.Id(in)).Params(jen.Id(out), jen.Error()).Op("{ return nil, nil }")
	}
	for s, name := range n.Run.Methods {
		for _, part := range n.Run.Parts.Of[s] {
			method(part.Method, part.Type, part.Reply)
		}
		if name != "" {
			method(name, n.Typed.In[s], n.Typed.After[s])
		}
	}
}

// example is a statement that a handler may end with, or "".
func (g printer) example() string {
	for s := range g.m.Core.States {
		if len(g.m.Names.Run.Parts.Of[s]) > 0 {
			continue
		}
		if accepted := g.m.Sent(s); len(accepted) > 0 {
			e := accepted[0]
			return "return s." + g.m.Names.Events[e].Method + "(" + g.traits.exampleArgs(g.m.Names.Events[e].Args) + ")"
		}
	}
	return ""
}

// runHost emits the part of the host that the program implements for Run, unless it is the
// whole host.
func (g printer) runHost() {
	n := g.m.Names
	if n.Run.Host == n.Host || n.Run.Host == "" {
		return
	}
	g.f.Doc(g.texts.host())
	g.f.Type().Id(n.Run.Host).InterfaceFunc(func(methods *jen.Group) {
		for _, part := range []string{n.GuardSet, n.OutputSet} {
			if part != "" {
				methods.Id(part)
			}
		}
		for i, d := range g.m.Core.Delays {
			name := n.Delays[i]
			if name.Method == "" {
				continue
			}
			for _, c := range comment.Lines(comment.Wrap(name.Method + " is as [" + n.TimerSet + "] documents.")) {
				methods.Add(c)
			}
			methods.Id(name.Method).Params(code.Arguments(g.m, d.Args, name.Args)...).Qual("time", "Duration")
		}
		g.callMethods(methods)
	})
}
