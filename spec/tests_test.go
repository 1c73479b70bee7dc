package spec_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestFaces reads which faces to generate.
func TestFaces(t *testing.T) {
	for text, want := range map[string]core.Faces{
		"":                                            core.DefaultFaces(),
		"go: {faces: []}\n":                           {},
		"go: {faces: typed}\n":                        {Typed: true},
		"go: {faces: [run, typed]}\n":                 {Typed: true, Run: true},
		"go: {faces: [observe, snapshot]}\n":          {Snapshot: true, Observe: true},
		"go: {faces: [columns]}\n":                    {Columns: true},
		"go: {prefix: Big, faces: [snapshot]}\n":      {Snapshot: true},
		"go: {faces: [values, snapshot]}\n":           {Snapshot: true, Values: true},
		"go: {faces: [values, snapshot, temporal]}\n": {Snapshot: true, Values: true, Temporal: true},
	} {
		s, diags := spec.Load("door.fsm.yaml", []byte("machine: Door\n"+text+
			"events: {Open: {}}\ninitial: Shut\nterminal: {end: [Done]}\nstates: {Shut: {on: {Open: Done}}, Done: {}}\n"))
		if len(diags) > 0 || s.Machine.Faces != want {
			t.Errorf("%q: %+v, want %+v; %v", text, s.Machine, want, diags)
		}
	}
}

// TestKindsOfTests reads which tests to generate.
func TestKindsOfTests(t *testing.T) {
	for text, want := range map[string]core.Tests{
		"":                                 {Property: true, Fuzz: true},
		"tests: table\n":                   {Table: true},
		"tests: [fuzz, table]\n":           {Table: true, Fuzz: true},
		"tests: [property]\n":              {Property: true},
		"tests: [table, property, fuzz]\n": {Table: true, Property: true, Fuzz: true},
	} {
		s, diags := spec.Load("door.fsm.yaml", []byte("machine: Door\n"+text+
			"events: {Open: {}}\ninitial: Shut\nterminal: {end: [Done]}\nstates: {Shut: {on: {Open: Done}}, Done: {}}\n"))
		if len(diags) > 0 || s.Machine.Tests != want {
			t.Errorf("%q: %+v, want %+v; %v", text, s.Machine.Tests, want, diags)
		}
	}
}
