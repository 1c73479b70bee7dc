package core_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// parsed returns the machine of a spec in the test data of package spec.
func parsed(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile("../testdata/ok/" + file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load(file, src)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// TestBefore compares alternatives only if both can apply: for the same raised event, and for values of an
// implied variable that both allow.
func TestBefore(t *testing.T) {
	m := parsed(t, "raise.fsm.yaml")
	var got []string
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if m.States[t.From].Name != "Wait" {
			continue
		}
		for _, j := range m.Before(i) {
			got = append(got, m.Label(i)+" after "+m.Label(j))
		}
	}
	want := []string{
		"Wait --Due[otherwise]--> Done after Wait --Due[n < 9]--> Start", // of the timer
		"Wait --Due[otherwise]--> Done after Wait --Due[n < 9]--> Start", // raised
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
