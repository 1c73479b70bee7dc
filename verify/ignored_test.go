package verify_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// TestIgnoredResult wants a result after which nothing leads on, where a call may have ended without a transition.
func TestIgnoredResult(t *testing.T) {
	m := load(t, "testdata/call_ignored.fsm.yaml")
	seen := map[string]verify.Status{}
	r := verify.Machine(t.Context(), m)
	for _, o := range r.Obligations {
		if o.Kind == verify.KindDeadlock {
			seen[m.States[o.State].Name] = o.Status
			if a := o.Attempt; o.Status == verify.Refuted && (a == nil || m.Events[a.Event].Name != "askDone" || a.Fields[0] > 0) {
				t.Errorf("the result that is ignored is %+v", a)
			}
		}
	}
	if len(seen) != 2 || seen["Idle"] != verify.Proved || seen["Asking"] != verify.Refuted {
		t.Errorf("no deadlock: %v", seen)
	}
	var text strings.Builder
	_ = diag.WriteText(&text, r.Diagnostics, nil)
	if want := "1  Idle --Begin--> Asking   progress 2 -> 1\n             then askDone(left: "; !strings.Contains(text.String(), want) || !strings.Contains(text.String(), ") is ignored, and the call has ended") {
		t.Errorf("the report is\n%s", text.String())
	}
}
