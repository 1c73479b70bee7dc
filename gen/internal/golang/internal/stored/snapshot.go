package stored

import (
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
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
	doc := "MarshalJSON returns a snapshot of the machine, from which [" + n.Record.Restore + "] makes an equal machine. Equal machines have equal snapshots, byte for byte"
	if slices.ContainsFunc(g.m.Core.Vars, func(v core.Var) bool { return v.Type.Kind == expr.Opaque }) {
		doc += ", if the JSON of the Go types in them is deterministic. Values of Go types are encoded by encoding/json, and errors as their text. A value that JSON cannot restore completely is an error"
	}
	doc += "."
	body := ""
	if n.Host != "" {
		doc += " It returns an error during a step, and after a step that a panic of the host has left unfinished."
		body += "if " + code.Busy(g.m) + " {\nreturn nil, errors.New(\"" + g.f.Package + ": no snapshot during a step\")\n}\n"
	}
	if g.m.Data().Claimed() {
		body += "if err := m.checkClaims(); err != nil {\nreturn nil, err\n}\n"
	}
	g.f.Function(comment.Wrap(doc), `
func (m *$Machine) MarshalJSON() ([]byte, error) {
	`+body+`return m.record().Write()
}`)
}

// unmarshal emits UnmarshalJSON, which always returns an error. Without it, package json would silently leave the machine
// unchanged.
func (g printer) unmarshal() {
	g.f.Function(comment.Wrap("UnmarshalJSON always returns an error. Use ["+g.m.Names.Record.Restore+"] to make a machine from a snapshot."), `
func (m *$Machine) UnmarshalJSON([]byte) error {
	return errors.New("$pkg: cannot unmarshal into a machine: use $Restore")
}`, "$Restore", g.m.Names.Record.Restore)
}
