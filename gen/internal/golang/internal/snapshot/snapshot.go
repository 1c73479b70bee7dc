package snapshot

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// Write adds the functions that save and restore a machine.
func Write(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.marshalMachine()
	g.appendJSON()
	g.writeValue()
	g.unmarshalMachine()
	g.restore()
	g.readFields()
	g.nextField()
	g.readValue()
	g.halved()
	g.restorable()
	g.readTimers()
	g.readCalls()
}
