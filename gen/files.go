package gen

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/card"
	"github.com/fsmgen/fsmgen/gen/golang"
	"github.com/fsmgen/fsmgen/gen/proptest"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// File is an output that has not been written.
type File struct {
	// Name is the base name; the file belongs beside its spec.
	Name string
	Data []byte
}

// source is what outputs are made of.
type source struct {
	machine *core.Machine
	names   *ident.Names
	pkg     string
	report  *verify.Report
}

// outputs lists what is made for a spec NAME.fsm.yaml. A new output is a new
// folder and one line here. An output whose wants is nil is made for every spec.
// Tests are made for machines with all faces only, because they use each of them.
var outputs = []struct {
	suffix string
	make   func(source) ([]byte, error)
	wants  func(core.Faces) bool
}{
	{"_fsm.go", func(s source) ([]byte, error) { return golang.Generate(s.machine, s.names, s.pkg) }, nil},
	{"_fsm_typed.go", func(s source) ([]byte, error) { return golang.Typed(s.machine, s.names, s.pkg) }, func(f core.Faces) bool { return f.Typed }},
	{"_fsm_run.go", func(s source) ([]byte, error) { return golang.Run(s.machine, s.names, s.pkg) }, func(f core.Faces) bool { return f.Run }},
	{"_fsm_test.go", func(s source) ([]byte, error) { return proptest.Generate(s.machine, s.names, s.pkg) }, func(f core.Faces) bool { return f == core.AllFaces() }},
	{".fsm.md", func(s source) ([]byte, error) { return card.Card(s.machine, s.report, filepath.Base(s.machine.File)) }, nil},
}

// Files makes all outputs of the machine that the report is about, in a fixed
// order. pkg is the Go package of the folder. An error is a fault of fsmgen's
// own.
func Files(report *verify.Report, names *ident.Names, pkg string) ([]File, error) {
	s := source{report.Machine, names, pkg, report}
	base := base(s.machine)
	files := make([]File, 0, len(outputs))
	for _, o := range outputs {
		if o.wants != nil && !o.wants(s.machine.Faces) {
			continue
		}
		data, err := o.make(s)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", base+o.suffix, err)
		}
		if !report.Proved() && strings.HasSuffix(o.suffix, ".go") {
			data = warn(data, base)
		}
		files = append(files, File{base + o.suffix, data})
	}
	return files, nil
}

// Unwanted lists the base names of the files that [Files] does not make for a
// machine, because its spec has not chosen their faces.
func Unwanted(m *core.Machine) []string {
	var out []string
	for _, o := range outputs {
		if o.wants != nil && !o.wants(m.Faces) {
			out = append(out, base(m)+o.suffix)
		}
	}
	return out
}

// base is NAME of a spec NAME.fsm.yaml.
func base(m *core.Machine) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(m.File), ".yaml"), ".fsm")
}

// warn says in a Go file, under its first line, that what its comments call
// proved is not.
func warn(code []byte, base string) []byte {
	first, rest, _ := bytes.Cut(code, []byte("\n"))
	warning := "\n// NOT PROVED: see " + base + ".fsm.md. Do not rely on its bound, nor that it ends.\n"
	return slices.Concat(first, []byte(warning), rest)
}
