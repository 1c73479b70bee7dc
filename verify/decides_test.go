package verify_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestDecides checks that a report on a machine without a bound over the parameters names
// the payload that decides, and that other reports name none. TestKnown tries larger
// payloads.
func TestDecides(t *testing.T) {
	plan := func(guard string) string {
		return `machine: Plan
params: {n: {type: int, min: 1, max: 9}}
vars: {open: int}
events: {Planned: {steps: int}, Done: {}}
initial: A
terminal: {done: [End]}
states:
  A: {on: {Planned: [{if: "` + guard + `", to: B, set: {open: event.steps}}, {to: End}]}}
  B: {on: {Done: [{if: open > 0, set: {open: open - 1}}, {to: End}]}}
  End: {}
progress: {A: [1, 0], B: [0, "max(0, open) + 1"]}
`
	}
	tests := []struct{ name, text, want string }{
		{"planned", plan("event.steps > 0"), "Planned.steps"},
		{"any", plan("event.steps != 5"), "Planned.steps"},
		{"bounded", plan("event.steps > 0 && event.steps <= n"), ""},
		{"one", plan("event.steps == n"), ""},
		{"below", plan("event.steps < 0"), ""},
	}
	for _, tt := range tests {
		r := verify.Machine(context.Background(), parse(t, tt.text))
		if r.Termination != verify.Proved || (r.Bound.Decides != nil) != (tt.want != "") {
			t.Errorf("%s: %s%v", tt.name, r.Summary(), r.Diagnostics)
			continue
		}
		w := newWitness(r.Ranked(), r, nil)
		w.refutations()
		for _, fault := range w.faults {
			t.Errorf("%s: %s", tt.name, fault)
		}
		out, err := json.Marshal(r)
		if err != nil || tt.want != "" && (!strings.Contains(string(out), `"decides":"`+tt.want+`"`) || !strings.Contains(r.Summary(), "none in the parameters: "+tt.want+" decides")) {
			t.Errorf("%s: %v, %s%s", tt.name, err, r.Summary(), out)
		}
	}
}
