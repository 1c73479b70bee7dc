package code

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Input writes an event as a value with the arguments of its method, as an argument for observers. An
// internal event, which has no such value, is nil. There is no argument without the face values.
func Input(m *machine.Machine, e int) []jen.Code {
	switch {
	case !m.Core.Faces.Values:
		return nil
	case m.Core.Events[e].Internal:
		return []jen.Code{jen.Nil()}
	}
	return []jen.Code{jen.Id(m.Names.Values.Inputs[e].Type).Values(Passed(m, e)...)}
}

// Passed writes the arguments with which the method of an event was called.
func Passed(m *machine.Machine, e int) []jen.Code {
	_, names := m.Parameters(e)
	args := make([]jen.Code, len(names))
	for i, name := range names {
		args[i] = jen.Id(name)
	}
	return args
}

// Sent writes the arguments with which the event is sent on: the context of the call, if the machine takes one, and those of the
// event.
func Sent(m *machine.Machine, e int) []jen.Code { return InContext(m, Passed(m, e)...) }

// NoInput writes the argument for observers in place of an event that is not a value.
func NoInput(m *machine.Machine) []jen.Code {
	if !m.Core.Faces.Values {
		return nil
	}
	return []jen.Code{jen.Nil()}
}
