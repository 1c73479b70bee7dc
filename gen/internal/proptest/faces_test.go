package proptest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// stored compiles if package store can keep the machines.
const stored = `package lamps

import "github.com/fsmgen/fsmgen/store"

var _ store.Kind[*NAMEMachine, NAMEParams, NAMEInput, NAMEOutput] = NAMEKind{}
`

// TestFaces puts machines with choices of faces into one package, vets it, and runs the
// tests. Each has the subtests of its faces and no others.
func TestFaces(t *testing.T) {
	turn(t)
	choices := []core.Faces{{}}
	for i := range 32 {
		f := core.Faces{Typed: i&1 > 0, Run: i&2 > 0, Snapshot: i&4 > 0, Observe: i&8 > 0, Values: i&16 > 0}
		f.Columns = len(f.Names())%2 == 0 // so that each two faces occur together, alone, and not at all
		if (f.Typed || !f.Run) && (f.Snapshot || !f.Values) {
			choices = append(choices, f)
		}
	}
	if len(choices) != 19 {
		t.Fatalf("%d choices of faces", len(choices))
	}
	type entry struct {
		file  string
		src   []byte
		faces core.Faces
	}
	var all []entry
	// Run is tested only with timers that no test outlasts.
	lamp := bytes.Replace(read(t, "../golang/testdata/lamp/lamp.fsm.yaml"), []byte("10ms"), []byte("1h"), 1)
	refund := read(t, "testdata/refund/refund.fsm.yaml")
	first := int(sample.Seed(t, sources(t)...) % 2)
	for i, f := range choices { // each with one of the two machines, for another seed with the other
		all = append(all, []entry{{"lamp.fsm.yaml", lamp, f}, {"refund.fsm.yaml", refund, f}}[(i+first)%2])
	}
	s := newModule(t)
	tried := some(t, all, 3)
	for i, e := range tried {
		loaded, diags := spec.Load(e.file, e.src)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		name := faced(i)
		m := loaded.Machine
		m.Name, m.Faces = name, e.faces
		names, diags := ident.Assign(m, name)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		machine, tests := emit(t, m, names, "lamps")
		s.write(t, "lamps/"+name+"_fsm.go", machine)
		s.write(t, "lamps/"+name+"_fsm_test.go", tests)
		s.typed(t, "lamps", m, names, "lamps")
		if e.faces.Values {
			s.write(t, "lamps/"+name+"_store_test.go", []byte(strings.ReplaceAll(stored, "NAME", name)))
		}
	}
	out, ok := s.run("", "test", "-vet=all", "-v", "./lamps")
	if !ok {
		t.Error(out)
	}
	for i, e := range tried {
		f, passed := e.faces, "--- PASS: Test"+faced(i)+"Spec/"
		for subtest, wanted := range map[string]bool{
			"Table": true, "Walk": true, "Snapshots": f.Snapshot, "Forged": f.Snapshot, "Inputs": f.Values, "Columns": f.Columns, "Observed": f.Observe, "Typed": f.Typed, "Run": f.Run,
			"Unsettled": e.file == "refund.fsm.yaml" && (f.Snapshot || f.Columns),
		} {
			if ran := strings.Contains(out, passed+subtest+" "); ran != wanted {
				t.Errorf("%s with %v: %s passes: %t, want %t", e.file, f.Names(), subtest, ran, wanted)
			}
		}
	}
}

// faced is the name of a machine with a choice of faces.
func faced(i int) string { return fmt.Sprintf("Faced%c%c", 'A'+i/26, 'A'+i%26) }
