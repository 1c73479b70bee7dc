package typed

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Write adds the typed states of a machine.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.anyState()
	g.ended()
	g.typedBase()
	g.here()
	g.begin()
	g.in()
	g.types()
	for i := range m.Core.States {
		g.events(i)
	}
}

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// anyState emits the interface of all typed states.
func (g printer) anyState() {
	n := g.m.Names
	g.f.Doc(comment.Describe(n.Typed.Any, "", "is a machine "+g.m.Core.Name+" in one of its states, each of which is a type such as "+n.Typed.In[0], "",
		comment.Wrap("A typed state is valid until the machine makes a transition. After that, its events are refused with *"+n.Typed.Stale+
			", and reading it panics. Use only typed states that this package returns: the other methods of a zero value panic, too.")))
	g.f.Type().Id(n.Typed.Any).Interface(
		jen.Comment("// Machine returns the machine."),
		jen.Id("Machine").Params().Op("*").Id(n.Machine),
		jen.Comment("// State returns the state of the type."),
		jen.Id("State").Params().Id(n.State),
		jen.Line().Id(marker(n.Typed.Any)).Params(),
	)
}

// ended emits the interface of the terminal states.
func (g printer) ended() {
	n := g.m.Names
	if n.Typed.Ended == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Typed.Ended + " is a machine that has ended: " + comment.Either(g.typesOf(g.m.Terminals())) + "."))
	g.f.Type().Id(n.Typed.Ended).Interface(
		jen.Id(n.Typed.Any),
		jen.Comment("// Outcome returns how it ended."),
		jen.Id("Outcome").Params().Id(n.Outcome),
		jen.Line().Id(marker(n.Typed.Ended)).Params(),
	)
	g.mark(n.Typed.Ended, g.m.Terminals())
}

// typesOf returns the typed states of some states.
func (g printer) typesOf(states []int) []string {
	out := make([]string, len(states))
	for i, s := range states {
		out[i] = g.m.Names.Typed.In[s]
	}
	return out
}

// marker is the method that closes an interface.
func marker(sum string) string { return "is" + sum }

// mark makes states implement an interface.
func (g printer) mark(sum string, states []int) {
	for _, s := range states {
		g.f.Func().Params(jen.Id(g.m.Names.Typed.In[s])).Id(marker(sum)).Params().Block()
	}
}

// begin emits the constructor that returns a typed state.
func (g printer) begin() {
	n := g.m.Names
	first, states := n.Typed.In[g.m.Begun()[0]], g.m.Begun()
	args, passed := []jen.Code{jen.Id("p").Id(n.Params)}, []jen.Code{jen.Id("p")}
	if n.Host != "" {
		args, passed = append(args, jen.Id("host").Id(n.Host)), append(passed, jen.Id("host"))
	}
	where, failed := "in its initial state", jen.Id(first).Values()
	if !slices.Equal(states, []int{g.m.Core.Initial}) {
		where = "in the state in which it first waits for an event or ends"
	}
	if n.Typed.Begun != "" {
		first, failed = n.Typed.Begun, jen.Nil()
		g.f.Doc(comment.Wrap(first + " is a machine that has begun: " + comment.Either(g.typesOf(states)) + "."))
		g.f.Type().Id(first).Interface(jen.Id(n.Typed.Any), jen.Id(marker(first)).Params())
		g.mark(first, states)
	}
	g.f.Doc(comment.Wrap(n.Typed.Begin + " makes a machine as [" + n.New + "] does, and returns it " + where + "."))
	g.f.Func().Id(n.Typed.Begin).Params(code.Context(g.m, args...)...).Params(jen.Id(first), jen.Error()).BlockFunc(func(body *jen.Group) {
		body.List(jen.Id("m"), jen.Err()).Op(":=").Id(n.New).Call(code.InContext(g.m, passed...)...)
		body.If(jen.Err().Op("!=").Nil()).Block(jen.Return(failed, jen.Err()))
		code.Switch(g.m, body, jen.Id("m.state"), states, func(state int) *jen.Statement {
			return jen.Return(jen.Id(n.Typed.In[state]).Values(jen.Id("m").Dot("here").Call()), jen.Nil())
		})
	})
}

// in emits the method that returns the current state as a typed one.
func (g printer) in() {
	n := g.m.Names
	g.f.Doc(comment.Wrap("In returns the machine as a typed state, for a switch over the types."))
	g.f.OnMachine("In").Params().Id(n.Typed.Any).BlockFunc(func(body *jen.Group) {
		body.Id("s").Op(":=").Id("m").Dot("here").Call()
		code.Switch(g.m, body, jen.Id("m.state"), g.m.Everywhere(), func(state int) *jen.Statement {
			return jen.Return(jen.Id(n.Typed.In[state]).Values(jen.Id("s")))
		})
	})
}
