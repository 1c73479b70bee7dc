package verify_test

import (
	"context"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestIgnoredResult wants no proof that the machine goes on where a call may have ended without a transition.
func TestIgnoredResult(t *testing.T) {
	m := load(t, "testdata/call_ignored.fsm.yaml")
	seen := map[string]verify.Status{}
	for _, o := range verify.Machine(context.Background(), m).Obligations {
		if o.Kind == verify.KindDeadlock {
			seen[m.States[o.State].Name] = o.Status
		}
	}
	if len(seen) != 2 || seen["Idle"] != verify.Proved || seen["Asking"] != verify.Unknown {
		t.Errorf("no deadlock: %v", seen)
	}
}
