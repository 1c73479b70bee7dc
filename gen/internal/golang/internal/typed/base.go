package typed

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/observe"
)

// blockSize is the number of typed states that are allocated at once: with the fields before
// them they use 512 bytes, a size class of the Go runtime.
const blockSize = 31

// Block writes, for the file of the machine, the type of the value that typed states share.
func Block(f *file.File, m *machine.Machine) {
	g, n := printer{f, m}, m.Names
	g.f.Doc(comment.Wrap(n.Typed.Base + " holds what typed states have in common: the machine, and how many transitions it had made. It never changes. " +
		"Typed states point to one, so that storing them in an interface does not allocate."))
	g.f.Type().Id(n.Typed.Base).Struct(
		jen.Id("m").Op("*").Id(n.Machine),
		jen.Id("at").Uint64(),
	)
	g.f.Doc(comment.Wrap(n.Typed.Block + " holds several typed states of a machine, allocated at once because that is cheaper."))
	g.f.Type().Id(n.Typed.Block).StructFunc(func(fields *jen.Group) {
		if m.Faces.Observe {
			fields.Id("observed").Op("*").Add(observe.Observers(m)).Comment("// nil: there are none")
		}
		fields.Id("last").Int().Comment("// the index of the last one in use")
		fields.Id("states").Index(jen.Lit(blockSize)).Id(n.Typed.Base)
	})
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
	g.f.Doc(comment.Wrap("String returns the same as the String method of the machine."))
	on("String").Params().String().Block(jen.Return(jen.Id("s.m.String").Call()))
	for i, v := range g.m.Vars {
		if v.State >= 0 || v.Pending() {
			continue
		}
		name := n.Vars[i]
		g.f.Doc(comment.Wrap(name.Getter + " returns the variable " + v.Name + "."))
		on(name.Getter).Params().Add(code.Type(g.m, v.Type)).Block(jen.Return(jen.Id("s.m").Dot(name.Field)))
	}
	g.f.Line()
	on(marker(n.Typed.Any)).Params().Block()
	g.staleMethod()
}

// staleMethod emits the method that returns the error of an old typed state.
func (g printer) staleMethod() {
	n := g.m.Names
	if !g.m.Faces.Observe {
		g.f.Function(comment.Wrap("stale returns the error of an event on a typed state that the machine has left."), `
func (s *$Base) stale(state $State) error {
	return &$Stale{State: state, Now: s.m.state}
}`, "$Base", n.Typed.Base, "$State", n.State, "$Stale", n.Typed.Stale)
		return
	}
	param, arg := "", ""
	if g.m.Faces.Values {
		param, arg = ", in "+n.Values.Input, "in, "
	}
	g.f.Function(comment.Wrap("stale refuses an event on a typed state that the machine has left."), `
func (s *$Base) stale(state $State, e $Event`+param+`) error {
	return s.m.refuse(e, `+arg+`&$Stale{State: state, Now: s.m.state})
}`, "$Base", n.Typed.Base, "$State", n.State, "$Event", n.Event, "$Stale", n.Typed.Stale)
}

// here emits the methods that make the value that typed states share.
func (g printer) here() {
	n := g.m.Names
	g.f.Function(comment.Wrap("here returns the value that typed states share until the next transition."), `
func (m *$Machine) here() *$Base {
	if block := m.typed; block != nil {
		if last := &block.states[block.last]; *last == ($Base{m, m.steps}) {
			return last
		}
	}
	return m.fresh()
}`, "$Base", n.Typed.Base)
	choose := `switch {
	case block == nil:
		block = &$Block{}
		m.typed = block
	case block.last == len(block.states)-1:
		block = &$Block{observed: block.observed}
		m.typed = block
	default:
		block.last++
	}`
	if !g.m.Faces.Observe {
		choose = `if block == nil || block.last == len(block.states)-1 {
		block = &$Block{}
		m.typed = block
	} else {
		block.last++
	}`
	}
	g.f.Function(comment.Wrap("fresh makes the value that typed states share from now on."), strings.ReplaceAll(`
func (m *$Machine) fresh() *$Base {
	block := m.typed
	$choose
	block.states[block.last] = $Base{m, m.steps}
	return &block.states[block.last]
}`, "$choose", choose), "$Base", n.Typed.Base, "$Block", n.Typed.Block)
}

// staleState emits the error of a typed state that is out of date.
func (g printer) staleState() {
	n := g.m.Names
	g.f.Alias(n.Typed.Stale, "StaleStateError", "is the error of an event on a typed state that is out of date: the machine has made a transition since, perhaps to the same state.", n.State)
}
