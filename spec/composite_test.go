package spec_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/google/go-cmp/cmp"
)

// TestCompositeGo reads the Go names of composite states, inside regions, too.
func TestCompositeGo(t *testing.T) {
	const shape = `machine: Door
events: {Open: {}, Knock: {}}
initial: Shut
terminal: {end: [Done]}
states:
  Shut:
    go: Closed
    initial: Idle
    on: {Open: Gap}
    states: {Idle: {}}
  Gap:
    on: {Open: Done}
    parallel:
      Bell:
        go: Ringer
        initial: Quiet
        on: {Knock: Busy}
        states:
          Quiet: {}
          Busy: {go: Ringing, initial: Loud, states: {Loud: {}}}
  Done: {}
ignore: [Knock]
`
	s, diags := spec.Load("door.fsm.yaml", []byte(shape))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	want := map[string]string{"Shut": "Closed", "Bell": "Ringer", "Busy": "Ringing"}
	if diff := cmp.Diff(want, s.Machine.CompositeGo); diff != "" {
		t.Errorf("the Go names differ (-want +got):\n%s", diff)
	}
}
