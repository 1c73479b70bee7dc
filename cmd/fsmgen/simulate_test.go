package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
)

// TestSimulateAsks types in a terminal, with slips.
func TestSimulateAsks(t *testing.T) {
	s, diags := spec.Load("count.fsm.yaml", []byte(`
machine: Count
params: {n: {type: int, min: 1, max: 5}, fast: {type: bool}, more: {type: int, default: 3}}
vars: {left: {type: int, min: 0, max: n, init: n}}
events: {Down: {}, Stop: {}}
initial: Busy
terminal: {done: [Done]}
states:
  Busy:
    on: {Down: [{if: left > 1 && !fast && more > 2, set: {left: left - 1}}, {to: Rest}]}
  Rest: {on: {Stop: Done}}
  Done: {}
progress: {Busy: left + 2, Rest: 1}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	var out, asked bytes.Buffer
	step := &stepper{instance: newInstance(s.Machine), std: stdio{strings.NewReader("two\n9\n0\n2\nfalse\nDwon\nDown now\n?\nDown\nDown\nStop\n"), &out, &asked}, asks: true}
	if err := step.typed(nil); err != nil {
		t.Fatal(err)
	}
	const want = `parameter n, such as 1: "two" is not an int; try again
parameter n, such as 1: 9 is above the maximum of 5; try again
parameter n, such as 1: 0 is below the minimum of 1; try again
parameter n, such as 1: parameter fast, such as false: Busy (Down, help, quit)> the machine has no event "Dwon"; it has Down, Stop, and Busy handles Down; try again
Busy (Down, help, quit)> "now" is not NAME=VALUE; Down takes no values here; try again
Busy (Down, help, quit)>   Down takes no values here
  Write an event and its values, such as: Event field=value
Busy (Down, help, quit)> Busy (Down, help, quit)> Rest (Stop, help, quit)> the machine has ended in Done
`
	if diff := cmp.Diff(want, asked.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := out.String(); !strings.Contains(got, "left=2") || !strings.Contains(got, "left=1") {
		t.Errorf("the run is\n%s", got)
	}
	asked.Reset()
	step = &stepper{instance: newInstance(s.Machine), std: stdio{strings.NewReader("2\ntrue\nquit\nDown\n"), &out, &asked}, asks: true}
	if err := step.typed(nil); err != nil || !strings.HasSuffix(asked.String(), "Busy (Down, help, quit)> ") {
		t.Errorf("after quit: %v, %s", err, asked.String())
	}
	step = &stepper{instance: newInstance(s.Machine), std: stdio{strings.NewReader("2\n"), &out, &asked}, asks: true}
	if err := step.typed(nil); err == nil || !strings.Contains(err.Error(), "parameter fast has no default and no value") {
		t.Errorf("at the end of the input: %v", err)
	}
}
