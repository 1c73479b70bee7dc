package spec_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
)

const internalEvents = `machine: Delivery
unlisted: error
events: {Retry: {internal: true}, Sent: {}, TooLate: {internal: true}}
initial: Waiting
terminal: {good: [Delivered], bad: [Lost]}
ignore: [Sent]
on: {TooLate: Lost}
states:
  Open:
    after: {24h: TooLate}
    initial: Waiting
    states:
      Waiting:
        after: {1h: Retry}
        on: {Retry: Sending}
      Sending:
        on: {Sent: Checking}
  Checking:
    on:
      Sent: Delivered
      Retry: Waiting
  Delivered: {}
  Lost: {}
`

// TestInternalEvents has transitions for internal events only where a timer raises them.
// Nothing else has to decide them. A warning is about those that a state itself lists.
func TestInternalEvents(t *testing.T) {
	s, diags := spec.Load("delivery.fsm.yaml", []byte(internalEvents))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	var got []string
	for i := range s.Machine.Transitions {
		got = append(got, s.Machine.Label(i))
	}
	want := []string{
		"Waiting --Retry--> Sending", "Waiting --Sent--> ignored", "Waiting --TooLate--> Lost",
		"Sending --Sent--> Checking", "Sending --TooLate--> Lost", "Checking --Sent--> Delivered",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if len(diags) != 1 || !strings.Contains(diags[0].Message, "event `Retry` in state `Checking` is never tried: no timer raises the internal event there") {
		t.Errorf("diagnostics %v", diags)
	}
	for _, test := range []struct {
		state, event int
		want         bool
	}{{0, 0, false}, {0, 1, true}, {0, 2, false}, {2, 1, true}} {
		if got := s.Machine.Accepts(test.state, test.event); got != test.want {
			t.Errorf("state %d accepts event %d: %t", test.state, test.event, got)
		}
	}
}
