package verify_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestRest verifies machines that never end, or whose end is not proved, and that take transitions
// without an event.
func TestRest(t *testing.T) {
	const spin = `machine: Spin
params: {n: {type: int, min: 1}}
vars: {x: {type: int, min: 0, max: n}, y: int}
events: {Go: {}, Stop: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Go: {to: B, set: {x: n}}, Stop: Z}}
  B: {always: [STEP, A]}
  Z: {}
`
	for _, test := range []struct {
		name, src string
		ends      verify.Status
		rests     verify.Status
		says      string
	}{
		{"counts down", strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: x - 1}}"), verify.Refuted, verify.Proved, "rests        proved"},
		{"stays", strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: n}}"), verify.Refuted, verify.Refuted, "from step 2 of a run, it takes transitions without an event forever"},
		{"never returns", strings.ReplaceAll(spin, "STEP", "{if: y >= 0, set: {y: y + 1}}"), verify.Refuted, verify.Refuted, "because this stays true there: y >= 0"},
		{"an environment", strings.ReplaceAll(strings.ReplaceAll(spin, "Go: {}", "Go: {environment: true}"), "STEP", "{if: x > 0, set: {x: x - 1}}"), verify.Proved, verify.Proved, "settles      proved"},
		{"an environment, stays", strings.ReplaceAll(strings.ReplaceAll(spin, "Go: {}", "Go: {environment: true}"), "STEP", "{if: x > 0, set: {x: n}}"), verify.Refuted, verify.Refuted, "does not come to rest"},
		{"ends", strings.ReplaceAll(strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: x - 1}}"), ", A]", ", Z]"), verify.Proved, verify.Proved, "n + 2 transitions"},
		{"a transition of all states", strings.ReplaceAll(strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: n}}"), "initial: A", "initial: A\non: {Go: A}"), verify.Refuted, verify.Refuted, "does not come to rest"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := reported(t, "spin.fsm.yaml", []byte(test.src))
			if r.Termination != test.ends || r.Rest.Status != test.rests {
				t.Errorf("it ends: %s, want %s; it comes to rest: %s, want %s", r.Termination, test.ends, r.Rest.Status, test.rests)
			}
			text := r.Summary()
			for _, d := range r.Diagnostics {
				text += d.Message
				for _, n := range d.Notes {
					text += n.Message
				}
			}
			if !strings.Contains(text, test.says) {
				t.Errorf("it does not say %q:\n%s", test.says, text)
			}
			if r.Rest.Run == nil != (test.rests != verify.Refuted) {
				t.Fatalf("it comes to rest: %s, run %v", test.rests, r.Rest.Run)
			}
			if r.Rest.Run == nil {
				return
			}
			if err := r.Rest.Run.Replay(r.Machine); err != nil {
				t.Error(err)
			}
			from := r.Rest.Run.LoopFrom
			if r.Rest.Recurrent != nil {
				from = r.Rest.Recurrent.From
			}
			for _, s := range r.Rest.Run.Steps[from:] {
				if e := r.Machine.Transitions[s.Transition].Event; !r.Machine.Events[e].Eventless {
					t.Errorf("the cycle contains the event %s", r.Machine.Events[e].Name)
				}
			}
		})
	}
}
