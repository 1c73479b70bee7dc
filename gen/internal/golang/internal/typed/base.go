package typed

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Base writes, for the file of the machine, the type of the value that typed states share.
func Base(f *file.File, m *machine.Machine) {
	g, n := printer{f, m}, m.Names
	g.f.Doc(comment.Wrap(n.Typed.Base + " is what typed states point to: the machine, and how many transitions it had made. It never changes."))
	g.f.Type().Id(n.Typed.Base).Struct(
		jen.Id("m").Op("*").Id(n.Machine),
		jen.Id("at").Uint64(),
	)
}

// Recent is the type of what a machine keeps of its typed states.
func Recent(m *machine.Machine) *jen.Statement {
	return jen.Op("*").Add(file.Runtime("TypedStates")).Types(jen.Id(m.Names.Machine), jen.Id(m.Names.Typed.Base))
}

// typedBase emits the methods that all typed states have in common.
func (g printer) typedBase() {
	n := g.m.Names
	on := func(name string) *jen.Statement {
		return g.f.Func().Params(jen.Id("s").Op("*").Id(n.Typed.Base)).Id(name)
	}
	g.f.Doc(comment.Wrap("The names under which typed states embed " + n.Typed.Base + ". Each has its own, so that none converts to another."))
	g.f.Type().DefsFunc(func(defs *jen.Group) {
		for _, name := range n.Typed.Embedded {
			defs.Id(name).Op("=").Id(n.Typed.Base)
		}
	})
	g.f.Doc(comment.Wrap("Machine returns the machine."))
	on("Machine").Params().Op("*").Id(n.Machine).Block(jen.Return(jen.Id("s.m")))
	g.f.Function(comment.Wrap("String returns the same as the String method of the machine. It says so if there is none, as after an event that was refused."), `
func (s *$Base) String() string {
	if s == nil {
		return "`+g.m.Core.Name+` without a machine"
	}
	return s.m.String()
}`, "$Base", n.Typed.Base)
	if slices.ContainsFunc(g.m.Core.Vars, func(v core.Var) bool { return !v.Pending() && (v.State < 0 || !g.m.Core.Terminal(v.State)) }) {
		g.f.Function(comment.Wrap("now returns the machine, to read it. It panics if the typed state is out of date."), `
func (s *$Base) now() *$Machine {
	if s.at != s.m.steps {
		panic(&fsm.StaleReadError[$State]{Now: s.m.state})
	}
	return s.m
}`, "$Base", n.Typed.Base, "$State", n.State)
	}
	g.f.Line()
	for i, v := range g.m.Core.Vars {
		if v.State >= 0 || v.Pending() {
			continue
		}
		name := n.Vars[i]
		on(name.Getter).Params().Add(code.Type(g.m, v.Type)).Block(jen.Return(jen.Id("s.now").Call().Dot(name.Field)))
	}
	on(marker(n.Typed.Any)).Params().Block()
	g.send()
}

// send emits what sends an event from a typed state: a method, or a function for any event as a value. So that the fast path does
// not allocate, the event becomes an interface only where it is refused.
func (g printer) send() {
	n := g.m.Names
	after := ""
	param, stale, refuse, handle := "", "&$Stale{State: state, Now: s.m.state}", "", "handle(s.m)"
	if g.m.Core.Faces.Observe {
		param, refuse = "e $Event, ", "e, "
	}
	if g.m.Core.Faces.Values {
		refuse, handle = "in.Event(), in, ", "in.send("+code.ContextArg(g.m)+"s.m)"
		if g.m.GoesOnSome(false) {
			after = "s.m.settle(" + n.Context + ")\n"
		}
	}
	if g.m.Core.Faces.Observe {
		stale = "s.m.refuse(" + refuse + stale + ")"
	}
	signature := "func (s *$Base) send(state $State, " + param + "handle func(*$Machine) error) (*$Base, error)"
	name := "send"
	if g.m.Core.Faces.Values {
		name = n.Typed.Send
		signature = "func $Send[I $Input](" + code.ContextParam(g.m) + "s *$Base, state $State, in I) (*$Base, error)"
	}
	g.f.Function(comment.Wrap(name+" sends an event, unless the machine has moved on. It returns what typed states share from then on, or nil with an error."), signature+` {
	if s.at != s.m.steps {
		return nil, `+stale+`
	}
	if err := `+handle+`; err != nil {
		return nil, err
	}
	`+after+`return s.m.here(), nil
}`, "$Base", n.Typed.Base, "$State", n.State, "$Event", n.Event, "$Stale", n.Typed.Stale, "$Send", n.Typed.Send, "$Input", n.Values.Input)
}

// here emits the method that makes the value that typed states share.
func (g printer) here() {
	n := g.m.Names
	g.f.Function(comment.Wrap("here returns the value that typed states share until the next transition."), `
func (m *$Machine) here() *$Base { return fsm.Here(&m.typed, m, $Base{m, m.steps}) }`, "$Base", n.Typed.Base)
}
