package code

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Context puts the parameter for the context of the call that makes a step in front of others. A machine whose host takes no
// contexts has no such parameter.
func Context(m *machine.Machine, params ...jen.Code) []jen.Code {
	if m.Names.Context == "" {
		return params
	}
	return append([]jen.Code{jen.Id(m.Names.Context).Qual("context", "Context")}, params...)
}

// InContext puts the context in front of the arguments of a call that makes a step.
func InContext(m *machine.Machine, args ...jen.Code) []jen.Code {
	if m.Names.Context == "" {
		return args
	}
	return append([]jen.Code{jen.Id(m.Names.Context)}, args...)
}

// ContextParam is the parameter for the context as Go text, with a comma, or "".
func ContextParam(m *machine.Machine) string {
	if m.Names.Context == "" {
		return ""
	}
	return m.Names.Context + " context.Context, "
}

// ContextArg is the context as an argument in Go text, with a comma, or "".
func ContextArg(m *machine.Machine) string {
	if m.Names.Context == "" {
		return ""
	}
	return m.Names.Context + ", "
}

// HostArgs are the arguments of a method of the host, as Go text, after the context if the method takes it.
func HostArgs(m *machine.Machine, takes bool, args string) string {
	switch {
	case !takes:
		return args
	case args == "":
		return m.Names.Context
	}
	return ContextArg(m) + args
}

// HostParams declares the parameters of a method of the host, after the context if the method takes it.
func HostParams(m *machine.Machine, takes bool, params ...jen.Code) []jen.Code {
	if !takes {
		return params
	}
	return Context(m, params...)
}

// Settle has a machine make transitions without an event until it is at rest.
func Settle(m *machine.Machine, on string) *jen.Statement {
	return jen.Id(on).Dot("settle").Call(InContext(m)...)
}
