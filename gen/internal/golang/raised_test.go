package golang_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestRaisedMethods has internal events that only timers raise, and that the machine itself raises.
// If nothing else raises an event, it has no method, because nothing would call it.
func TestRaisedMethods(t *testing.T) {
	const machine = `machine: Raising
go: {faces: [observe, snapshot, values]}
events: {Go: {}, EVENTS}
initial: A
terminal: {end: [Z]}
states:
  A: {on: {Go: {to: B RAISE}}}
  B: {AFTER on: {ON, Go: Z}}
  Z: {}
`
	for _, test := range []struct {
		name, events, raise, after, on string
		want, without                  []string
	}{
		{
			"timer", "Ring: {internal: true}", "", "after: {1s: Ring},", "Ring: Z",
			[]string{"func (m *Machine) raiseRing() error {", "EventRing is an internal event, which only timers raise.", "raiseRing handles the event Ring, which only timers raise.", "or that only timers raise, is refused"},
			[]string{"machine itself"},
		},
		{
			"machine", "Next: {internal: true}", ", raise: Next", "", "Next: Z",
			[]string{"EventNext is an internal event, which only the machine itself raises.", "or that only the machine itself raises, or that is EventAlways, is refused"},
			[]string{"raiseNext", "handleNext", "timers raise", "timers and the"},
		},
		{
			"both", "Both: {internal: true}", ", raise: Both", "after: {1s: Both},", "Both: Z",
			[]string{"func (m *Machine) raiseBoth() error {", "raiseBoth handles the event Both, which only timers and the machine itself raise."},
			nil,
		},
		{
			"each", "Ring: {internal: true}, Next: {internal: true}", ", raise: Next", "after: {1s: Ring},", "Ring: Z, Next: Z",
			[]string{"func (m *Machine) raiseRing() error {", "EventNext is an internal event, which only the machine itself raises.", "EventRing is an internal event, which only timers raise.", "or that only timers and the machine itself raise, or that is EventAlways, is refused"},
			[]string{"raiseNext"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := strings.NewReplacer("EVENTS", test.events, "RAISE", test.raise, "AFTER", test.after, "ON", test.on).Replace(machine)
			s, diags := spec.Load("raising.fsm.yaml", []byte(src))
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			files := chosen(t, s.Machine, "", "raising", s.Machine.Faces)
			if _, errs := checkFaces(t, s.Machine, assign(t, s.Machine, ""), "raising", ""); len(errs) > 0 {
				t.Fatal(errs)
			}
			all := strings.Join(strings.Fields(string(bytes.ReplaceAll(append(files["_fsm.go"], files["_fsm_values.go"]...), []byte("//"), nil))), " ")
			for _, want := range test.want {
				if !strings.Contains(all, want) {
					t.Errorf("no %q", want)
				}
			}
			for _, without := range test.without {
				if strings.Contains(all, without) {
					t.Errorf("has %q", without)
				}
			}
		})
	}
}
