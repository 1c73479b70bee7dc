package spec_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
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

// TestTimersInRegions has transitions for internal events only while a timer that raises them runs: here, in one state of a region.
func TestTimersInRegions(t *testing.T) {
	s, diags := spec.Load("leaf.fsm.yaml", []byte(`machine: Leaf
vars: {x: {type: int, min: 0, max: 3}}
events: {T: {internal: true}, U: {internal: true}, V: {internal: true}, W: {internal: true}, Go: {}}
initial: S
terminal: {done: [Done]}
states:
  S:
    after: {1h: V}
    on: {T: Done, U: Done, V: Done, W: Done}
    parallel:
      A: {initial: A0, states: {A0: {after: {5s: T}, on: {Go: A1}}, A1: {after: {1s: V, 2s: W}, on: {Go: A0}}}}
      B: {initial: B0, states: {B0: {on: {Go: B1}}, B1: {on: {T: [{if: x < 3, set: {x: x + 1}}, {to: B0, raise: W}], Go: B0}}}}
      C: {after: {2s: U}}
  Done: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	m := s.Machine
	triesAll(t, m)
	var got []string
	for i := range m.Transitions {
		x := &m.Transitions[i]
		if !m.Events[x.Event].Internal || m.Events[x.Event].Eventless {
			continue
		}
		guard := ""
		if x.Guard != nil {
			guard = expr.Print(x.Guard, expr.Spec)
		}
		got = append(got, m.Label(i)+": "+guard)
	}
	want := []string{
		"B1 --T[x < 3]--> B1: a == A0 && (b == B1 && x < 3)",
		"B1 --T[otherwise]--> B0: a == A0 && b == B1",
		"S --T--> Done: a == A0",
		"S --T--> rejected: ",
		"S --U--> Done: ",
		"S --V--> Done: ",
		"S --W--> Done: a == A1",
		"S --W--> rejected: ",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
