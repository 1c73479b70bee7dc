package proptest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
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
	s := newSandbox(t)
	// Run is tested only with timers that no test outlasts.
	src := bytes.Replace(read(t, "../golang/testdata/lamp/lamp.fsm.yaml"), []byte("10ms"), []byte("1h"), 1)
	tried := some(t, choices, 3)
	for i, f := range tried {
		loaded, diags := spec.Load("lamp.fsm.yaml", src)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		name := fmt.Sprintf("Lamp%c", 'A'+i)
		m := loaded.Machine
		m.Name, m.Faces = name, f
		names, diags := ident.Assign(m, name)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		machine, tests := emit(t, m, names, "lamps")
		s.write(t, "lamps/"+name+"_fsm.go", machine)
		s.write(t, "lamps/"+name+"_fsm_test.go", tests)
		s.typed(t, "lamps", m, names, "lamps")
		if f.Values {
			s.write(t, "lamps/"+name+"_store_test.go", []byte(strings.ReplaceAll(stored, "NAME", name)))
		}
	}
	out, ok := s.run("", "test", "-vet=all", "-v", "./lamps")
	if !ok {
		t.Error(out)
	}
	for i, f := range tried {
		passed := fmt.Sprintf("--- PASS: TestLamp%cSpec/", 'A'+i)
		for subtest, wanted := range map[string]bool{
			"Table": true, "Walk": true, "Snapshots": f.Snapshot, "Forged": f.Snapshot, "Inputs": f.Values, "Columns": f.Columns, "Observed": f.Observe, "Typed": f.Typed, "Run": f.Run,
		} {
			if ran := strings.Contains(out, passed+subtest+" "); ran != wanted {
				t.Errorf("%v: %s passes: %t, want %t", f.Names(), subtest, ran, wanted)
			}
		}
	}
}
