package golang

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Typed returns the Go source of the typed states of m, a type for each state
// with the events that are legal there. It belongs in the package of what
// [Generate] returns, and its errors are of the same kind.
func Typed(m *core.Machine, names *ident.Names, pkg string) ([]byte, error) {
	g, err := newFace(m, names, pkg)
	if err != nil {
		return nil, err
	}
	g.anyState()
	g.ended()
	g.typedBase()
	g.here()
	g.begin()
	g.in()
	for i := range m.States {
		g.typedState(i)
	}
	g.staleState()
	return g.render()
}

// render writes the file.
func (g *generator) render() ([]byte, error) {
	var out bytes.Buffer
	if err := g.file.Render(&out); err != nil {
		return nil, fmt.Errorf("internal error: generate %q: %w", g.m.Name, err)
	}
	return group(out.Bytes()), nil
}

// newFace begins a file beside that of the machine.
func newFace(m *core.Machine, names *ident.Names, pkg string) (*generator, error) {
	g := &generator{
		m: m, names: names, pkg: pkg, file: jen.NewFile(pkg), intervals: newIntervals(m),
		imports: map[string]bool{"context": true}, asked: map[int]bool{},
	}
	err := g.check()
	if err == nil && (len(names.Typed.In) != len(m.States) || len(names.Run.Methods) != len(m.States)) {
		err = fmt.Errorf("the names are not those of the machine")
	}
	if err != nil {
		return nil, fmt.Errorf("internal error: generate %q: %w", m.Name, err)
	}
	g.file.HeaderComment("// " + header(m.File))
	g.nameImports()
	return g, nil
}

// anyState emits the interface of all typed states.
func (g *generator) anyState() {
	n := g.names
	g.doc(describe(n.Typed.Any, "", "is a machine "+g.m.Name+" in one of its states, each of which is a type such as "+n.Typed.In[0], "",
		wrap("A typed state is good until the machine moves on. From then on its events are refused with *"+n.Typed.Stale+
			"; what it reads is that of the machine as it has become. Only values that this package returns are typed states; a zero value is none, and its methods panic.")))
	g.file.Type().Id(n.Typed.Any).Interface(
		jen.Comment("// Machine returns the machine."),
		jen.Id("Machine").Params().Op("*").Id(n.Machine),
		jen.Comment("// State returns the state that the type stands for."),
		jen.Id("State").Params().Id(n.State),
		jen.Line().Id(marker(n.Typed.Any)).Params(),
	)
}

// ended emits the interface of the terminal states.
func (g *generator) ended() {
	n := g.names
	if n.Typed.Ended == "" {
		return
	}
	g.doc(wrap(n.Typed.Ended + " is a machine that has ended: " + either(g.typesOf(g.terminals())) + "."))
	g.file.Type().Id(n.Typed.Ended).Interface(
		jen.Id(n.Typed.Any),
		jen.Comment("// Outcome returns how it ended."),
		jen.Id("Outcome").Params().Id(n.Outcome),
		jen.Line().Id(marker(n.Typed.Ended)).Params(),
	)
	g.mark(n.Typed.Ended, g.terminals())
}

// everywhere returns all states.
func (g *generator) everywhere() []int {
	out := make([]int, len(g.m.States))
	for i := range out {
		out[i] = i
	}
	return out
}

// working returns the states that are not terminal.
func (g *generator) working() []int {
	return slices.DeleteFunc(g.everywhere(), g.m.Terminal)
}

// terminals returns the states that are terminal.
func (g *generator) terminals() []int {
	return slices.DeleteFunc(g.everywhere(), func(s int) bool { return !g.m.Terminal(s) })
}

// typesOf returns the typed states of some states.
func (g *generator) typesOf(states []int) []string {
	out := make([]string, len(states))
	for i, s := range states {
		out[i] = g.names.Typed.In[s]
	}
	return out
}

// either writes "a", "a or b", "a, b or c".
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return list(words)
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// marker is the method that closes an interface.
func marker(sum string) string { return "is" + sum }

// mark makes states members of an interface.
func (g *generator) mark(sum string, states []int) {
	for _, s := range states {
		g.file.Func().Params(jen.Id(g.names.Typed.In[s])).Id(marker(sum)).Params().Block()
	}
}

// begin emits the constructor that returns a typed state.
func (g *generator) begin() {
	n := g.names
	initial := n.Typed.In[g.m.Initial]
	args, passed := []jen.Code{jen.Id("p").Id(n.Params)}, []jen.Code{jen.Id("p")}
	if n.Host != "" {
		args, passed = append(args, jen.Id("host").Id(n.Host)), append(passed, jen.Id("host"))
	}
	g.doc(wrap(n.Typed.Begin + " makes a machine as [" + n.New + "] does, and returns it in its initial state."))
	g.file.Func().Id(n.Typed.Begin).Params(args...).Params(jen.Id(initial), jen.Error()).Block(
		jen.List(jen.Id("m"), jen.Err()).Op(":=").Id(n.New).Call(passed...),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Id(initial).Values(), jen.Err())),
		jen.Return(jen.Id(initial).Values(jen.Id("m").Dot("here").Call()), jen.Nil()),
	)
}

// in emits the method that returns the present state as a typed one.
func (g *generator) in() {
	n := g.names
	g.doc(wrap("In returns the machine in its present state, for a switch over the types."))
	g.onMachine("In").Params().Id(n.Typed.Any).BlockFunc(func(body *jen.Group) {
		body.Id("s").Op(":=").Id("m").Dot("here").Call()
		body.If(jen.Id("o").Op(":=").Id("m.typed.observed"), jen.Id("o").Op("!=").Nil().Op("&&").Id("o.busy")).Block(
			jen.Id("s").Op("=").Op("&").Id(n.Typed.Base).Values(jen.Id("m").Op(":").Id("m")).
				Comment("// of no step: observers read, and send no events"))
		g.which(body, jen.Id("m.state"), g.everywhere(), func(state int) *jen.Statement {
			return jen.Return(jen.Id(n.Typed.In[state]).Values(jen.Id("s")))
		})
	})
}

// which emits a switch over states, of which one is the present one.
func (g *generator) which(body *jen.Group, present jen.Code, states []int, then func(int) *jen.Statement) {
	last := len(states) - 1
	if last == 1 {
		body.If(jen.Add(present).Op("==").Id(g.names.States[states[0]])).Block(then(states[0]))
	}
	if last > 1 {
		body.Switch(present).BlockFunc(func(cases *jen.Group) {
			for _, s := range states[:last] {
				cases.Case(jen.Id(g.names.States[s])).Block(then(s))
			}
			cases.Default().Block(then(states[last]))
		})
		return
	}
	body.Add(then(states[last]))
}

// targets returns the states that an event can lead to, in their order. An
// event that is ignored leads to the state itself, and so does, in its type,
// one that is always refused.
func (g *generator) targets(state, event int) []int {
	var out []int
	for _, t := range g.alternatives(state, event) {
		if t.Effect != core.Reject && !slices.Contains(out, t.To) {
			out = append(out, t.To)
		}
	}
	if len(out) == 0 {
		return []int{state}
	}
	slices.Sort(out)
	return out
}

// follow returns all states that the events of a state can lead to.
func (g *generator) follow(state int) []int {
	var out []int
	for _, e := range g.accepted(state) {
		out = append(out, g.targets(state, e)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// next is the type of what an event leads to: a typed state, or an interface.
func (g *generator) next(state, event int) string {
	targets := g.targets(state, event)
	switch {
	case len(targets) == 1:
		return g.names.Typed.In[targets[0]]
	case slices.Equal(targets, g.follow(state)):
		return g.names.Typed.After[state]
	}
	return g.names.Typed.Results[state][event]
}
