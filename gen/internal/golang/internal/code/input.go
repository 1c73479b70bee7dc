package code

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Input writes an event as a value with the arguments of its method, as an argument for observers. An
// internal event, which has no such value, is nil. There is no argument without the face values.
func Input(m *machine.Machine, e int) []jen.Code {
	switch {
	case !m.Faces.Values:
		return nil
	case m.Events[e].Internal:
		return []jen.Code{jen.Nil()}
	}
	var args []jen.Code
	for _, a := range m.Names.Events[e].Args {
		args = append(args, jen.Id(a))
	}
	return []jen.Code{jen.Id(m.Names.Values.Inputs[e].Type).Values(args...)}
}

// NoInput writes the argument for observers in place of an event that is not a value.
func NoInput(m *machine.Machine) []jen.Code {
	if !m.Faces.Values {
		return nil
	}
	return []jen.Code{jen.Nil()}
}
