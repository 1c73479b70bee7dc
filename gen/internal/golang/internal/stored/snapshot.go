package stored

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
)

// Snapshots adds the methods that write a machine as JSON, and the function that reads it.
func Snapshots(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.marshal()
	g.unmarshal()
	g.restore()
}

// marshal emits MarshalJSON of the machine.
func (g printer) marshal() {
	n := g.m.Names
	doc := "MarshalJSON returns a snapshot of the machine, from which [" + n.Record.Restore + "] makes an equal machine, as package [codec] documents."
	if n.Host != "" {
		doc += " It returns an error during a step, and after a step that a panic of the host has left unfinished."
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) MarshalJSON() ([]byte, error) {
	return m.record().Write()
}`)
}

// unmarshal emits UnmarshalJSON, which always returns an error. Without it, package json would silently leave the machine
// unchanged.
func (g printer) unmarshal() {
	g.f.Function(comment.Wrap("UnmarshalJSON always returns an error: use ["+g.m.Names.Record.Restore+"]."), `
func (*$Machine) UnmarshalJSON([]byte) error { return codec.ErrUnmarshal("$pkg", "$Restore") }`, "$Restore", g.m.Names.Record.Restore)
}
