package golang_test

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
)

// typedMachines are the folders of testdata whose typed states and Run are
// tested.
var typedMachines = append([]string{"job", "courier", "beacon", "monitor"}, machines...)

// faces returns the files of a machine, by the ends of their names.
func faces(t testing.TB, m *core.Machine, names *ident.Names, pkg string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{"_fsm.go": generate(t, m, names, pkg)}
	for _, face := range []struct {
		suffix string
		chosen bool
		write  func(*core.Machine, *ident.Names, string) ([]byte, error)
	}{
		{"_fsm_typed.go", m.Faces.Typed, golang.Typed},
		{"_fsm_run.go", m.Faces.Run, golang.Run},
		{"_fsm_values.go", m.Faces.Values, golang.Values},
		{"_fsm_columns.go", m.Faces.Columns, golang.Columns},
		{"_fsm_temporal.go", m.Faces.Temporal, golang.Temporal},
	} {
		if !face.chosen {
			continue
		}
		src, err := face.write(m, names, pkg)
		if err != nil {
			t.Fatal(err)
		}
		out[face.suffix] = src
	}
	return out
}

func TestFacesGolden(t *testing.T) {
	for _, name := range typedMachines {
		t.Run(name, func(t *testing.T) {
			m, names := load(t, name)
			got := faces(t, m, names, name)
			for _, suffix := range slices.Sorted(maps.Keys(got)) {
				if suffix == "_fsm.go" && slices.Contains(machines, name) {
					continue // which TestGolden compares
				}
				checkComments(t, got[suffix])
				checkFormat(t, got[suffix])
				golden.File(t, filepath.Join("testdata", name, name+suffix), got[suffix])
			}
		})
	}
}

// TestFacesDeterministic checks that generating all faces repeatedly gives the same bytes.
func TestFacesDeterministic(t *testing.T) {
	for _, name := range typedMachines {
		m, names := load(t, name)
		first := faces(t, m, names, name)
		for range sample.Size(2, 4, 10) {
			m, names := load(t, name)
			for suffix, got := range faces(t, m, names, name) {
				if !bytes.Equal(first[suffix], got) {
					t.Fatalf("%s%s: two runs differ", name, suffix)
				}
			}
		}
	}
}
