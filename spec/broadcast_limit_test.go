package spec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestSharedEventsLimit checks that a state whose regions handle so many events together that no enum can tell what is left
// of them is an error, and one below the limit is not.
func TestSharedEventsLimit(t *testing.T) {
	for _, x := range []struct {
		events int
		fails  bool
	}{{120, false}, {140, true}} {
		var events, to, back []string
		for e := range x.events {
			events = append(events, fmt.Sprintf("E%d: {}", e))
			to = append(to, fmt.Sprintf("E%d: %%[1]sB", e))
			back = append(back, fmt.Sprintf("E%d: %%[1]sA", e))
		}
		region := "      %[1]s:\n        initial: %[1]sA\n        states:\n" +
			"          %[1]sA: {on: {" + strings.Join(to, ", ") + "}}\n          %[1]sB: {on: {" + strings.Join(back, ", ") + "}}\n"
		text := "machine: M\nevents: {" + strings.Join(events, ", ") + ", X: {}}\ninitial: P\nterminal: {done: [Z]}\nstates:\n  P:\n    on: {X: Z}\n    parallel:\n" +
			fmt.Sprintf(region, "R") + fmt.Sprintf(region, "S") + fmt.Sprintf(region, "T") + "  Z: {}\n"
		_, diags := spec.Load("m.fsm.yaml", []byte(text))
		found := false
		for _, d := range diags {
			found = found || strings.Contains(d.Message, "too many events together")
		}
		if found != x.fails {
			t.Errorf("%d events: error %t, want %t: %v", x.events, found, x.fails, diags)
		}
	}
}
