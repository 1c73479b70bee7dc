package verify_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestUnknownValues reads the values that would violate an unknown obligation: they are
// written as in the spec, in the text and in the JSON.
func TestUnknownValues(t *testing.T) {
	src := `machine: Backoff
enums: {Class: [Small, Big]}
vars:
  delay: {type: int, min: 0, max: 2000000}
  left: {type: int, min: 0, max: 20, init: 20}
guards: {ready: {}}
events:
  Failure: {class: Class, fast: bool, why: string, who: string}
initial: Waiting
terminal: {failure: [GivenUp]}
states:
  Waiting:
    on:
      Failure:
        - {if: 'left > 0 && ready && event.class == Big && event.fast && event.why == "net" && event.who != "me" && event.who != "net"', set: {delay: delay * 2 + 1, left: left - 1}}
        - {if: left > 0, set: {left: left - 1}}
        - {to: GivenUp}
  GivenUp: {}
progress: {Waiting: left + 1}
`
	s, diags := spec.Load("backoff.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	report := verify.Machine(t.Context(), s.Machine)
	data, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, o := range report.Obligations {
		if o.Missing == "" || !strings.Contains(o.Missing, "event.class") {
			continue
		}
		found++
		for _, want := range []string{"event.class = Big", "event.fast = true", "ready = true", `event.why = "net"`, "event.who = another string"} {
			if !strings.Contains(o.Missing, want) {
				t.Errorf("%q does not contain %q", o.Missing, want)
			}
		}
		if text, err := json.Marshal(o.Missing); err != nil || !strings.Contains(string(data), string(text)) {
			t.Errorf("the JSON does not contain %s: %v", text, err)
		}
	}
	if found == 0 {
		t.Error("no obligation is unknown with such values")
	}
}
