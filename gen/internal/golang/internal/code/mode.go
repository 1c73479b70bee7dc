package code

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// A machine has one field that tells whether an event needs more than its transition: busy, or
// with observers mode. So the methods of events check one byte, with or without observers.

// Mode writes the field, if the machine needs one.
func Mode(m *machine.Machine, fields *jen.Group) {
	switch {
	case m.Core.Faces.Observe:
		fields.Id("mode").Add(file.Runtime("Mode")).Comment("// 0: an event is a transition and nothing else")
	case m.Names.Host != "":
		fields.Id("busy").Bool().Comment("// a method of the host is running, or has panicked")
	}
}

// Busy is the condition that a method of the host is running, or has panicked. The machine has a
// host.
func Busy(m *machine.Machine) string {
	if m.Core.Faces.Observe {
		return "m.mode.Busy()"
	}
	return "m.busy"
}

// InStep is the condition that a method of the host or an observer is running. The machine has
// at least one of the two.
func InStep(m *machine.Machine) string {
	if m.Core.Faces.Observe {
		return "m.mode.InStep()"
	}
	return "m.busy"
}

// Occupy is the statement that marks the machine as busy.
func Occupy(m *machine.Machine) string {
	if m.Core.Faces.Observe {
		return "m.mode.Occupy()"
	}
	return "m.busy = true"
}

// Release is the statement that undoes [Occupy].
func Release(m *machine.Machine) string {
	if m.Core.Faces.Observe {
		return "m.mode.Release()"
	}
	return "m.busy = false"
}

// OccupyUntilReturn are the statements that mark the machine as busy until the function returns,
// or panics. If it was busy, it stays so.
func OccupyUntilReturn(m *machine.Machine) string {
	if m.Core.Faces.Observe {
		return "defer m.mode.Reset(m.mode)\n" + Occupy(m)
	}
	return "defer func(busy bool) { m.busy = busy }(m.busy)\n" + Occupy(m)
}
