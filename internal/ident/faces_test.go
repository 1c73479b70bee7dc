package ident

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestFaces leaves the names of faces that are not chosen to the spec.
func TestFaces(t *testing.T) {
	private := []string{"steps", "enter", "typed", "observed", "here", "run", "restart", "handle", "record", "checkClaims", "mode"}
	all := core.DefaultFaces()
	all.Values, all.Columns = true, true
	named := func(f core.Faces) (*core.Machine, *Names) {
		t.Helper()
		m := machine(nil, []string{"Go"}, []string{"Idle", "Done"}, private)
		m.Faces = f
		n, diags := Assign(m, "")
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		return m, n
	}
	for _, test := range []struct {
		faces core.Faces
		taken []string
	}{
		{core.Faces{}, nil},
		{core.Faces{Typed: true}, []string{"steps", "enter", "typed", "here"}},
		{core.Faces{Typed: true, Run: true}, []string{"steps", "enter", "typed", "here", "run", "restart", "handle"}},
		{core.Faces{Snapshot: true}, []string{"record", "checkClaims"}},
		{core.Faces{Columns: true}, []string{"record", "checkClaims"}},
		{core.Faces{Observe: true}, []string{"steps", "enter", "observed", "mode"}},
		{core.Faces{Typed: true, Observe: true}, []string{"steps", "enter", "typed", "observed", "here", "mode"}},
		{all, []string{"steps", "enter", "typed", "observed", "here", "run", "restart", "handle", "record", "checkClaims", "mode"}},
	} {
		m, n := named(test.faces)
		for i, v := range m.Vars {
			want := v.Name
			if slices.Contains(test.taken, v.Name) {
				want += "_"
			}
			if n.Vars[i].Field != want {
				t.Errorf("%v: field %s, want %s", test.faces.Names(), n.Vars[i].Field, want)
			}
		}
		for face, chosen := range map[string]bool{
			n.Typed.Any: test.faces.Typed, n.Typed.In[0]: test.faces.Typed, n.Run.Handler: test.faces.Run,
			n.Run.Resume: test.faces.Run && test.faces.Snapshot, n.Run.Continue: test.faces.Run, n.Run.WithObserver: test.faces.Run && test.faces.Observe, n.Record.Restore: test.faces.Snapshot,
			n.Record.Step: test.faces.Observe, n.Record.Refusal: test.faces.Observe, n.Reentrant: test.faces.Observe,
			n.Columns.Values: test.faces.Columns, n.Columns.FromValues: test.faces.Columns,
		} {
			if face != "" && !chosen {
				t.Errorf("%v: there is the name %s", test.faces.Names(), face)
			}
		}
	}

	// What a face would have taken may be the name of an event, and of an enum.
	m := machine(nil, []string{"Observe", "In", "Machine", "Values"}, []string{"Idle", "Done"}, nil)
	m.Enums = []*expr.Enum{{Name: "Values"}, {Name: "fromValues"}}
	m.Faces = all
	if _, diags := Assign(m, ""); len(diags) != 6 {
		t.Errorf("with all faces: %v", diags)
	}
	m.Faces = core.Faces{}
	if _, diags := Assign(m, ""); len(diags) > 0 {
		t.Errorf("without faces: %v", diags)
	}
}
