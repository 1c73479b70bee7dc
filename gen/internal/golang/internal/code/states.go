package code

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// AnyState writes the condition that a state is one of several.
func AnyState(m *machine.Machine, state string, states []int) *jen.Statement {
	out := jen.Null()
	column := 0
	for i, s := range states {
		if i > 0 {
			out.Op("||")
			if column += len(m.Names.States[s]) + len(state); column > comment.Width {
				out.Line()
				column = 0
			}
		}
		out.Id(state).Op("==").Id(m.Names.States[s])
	}
	return out
}

// AnyEvent writes the condition that e is one of several events.
func AnyEvent(m *machine.Machine, events []int) *jen.Statement {
	out := jen.Null()
	column := 0
	for i, e := range events {
		name := m.Names.Events[e].Const
		if i > 0 {
			out.Op("||")
			if column += len(name); column > comment.Width {
				out.Line()
				column = 0
			}
		}
		out.Id("e").Op("==").Id(name)
	}
	return out
}

// Switch writes a switch over the states that the machine can be in.
func Switch(m *machine.Machine, body *jen.Group, present jen.Code, states []int, then func(int) *jen.Statement) {
	last := len(states) - 1
	if last == 1 {
		body.If(jen.Add(present).Op("==").Id(m.Names.States[states[0]])).Block(then(states[0]))
	}
	if last > 1 {
		body.Switch(present).BlockFunc(func(cases *jen.Group) {
			for _, s := range states[:last] {
				cases.Case(jen.Id(m.Names.States[s])).Block(then(s))
			}
			cases.Default().Block(then(states[last]))
		})
		return
	}
	body.Add(then(states[last]))
}

// States lists constants of states, for a case clause.
func States(m *machine.Machine, states []int) func(*jen.Group) {
	return func(list *jen.Group) {
		column := 0
		for _, s := range states {
			name := jen.Id(m.Names.States[s])
			if column += len(m.Names.States[s]) + len(", "); column > longest {
				name, column = jen.Line().Add(name), len(m.Names.States[s])
			}
			list.Add(name)
		}
	}
}
