package verify_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/verify"
)

// TestRegionFacts checks that the summary does not show the facts about the progress of regions,
// which the verifier always tries, and that the JSON report explains them.
func TestRegionFacts(t *testing.T) {
	m := parse(t, `machine: Two
vars: {n: {type: int, min: 0, max: 3}}
events: {Go: {}, Try: {}}
initial: All
terminal: {done: [End]}
states:
  All:
    parallel:
      First:
        initial: A
        states: {A: {on: {Go: B}}, B: {final: true}}
      Second:
        initial: C
        states:
          C: {on: {Try: [{if: n < 3, set: {n: n + 1}}, {to: D}]}}
          D: {final: true}
    done: End
  End: {}
progress: {All: 1, A: 1, C: 4 - n}
bound: 6
`)
	r := verify.Machine(t.Context(), m)
	if !r.Proved() || strings.Contains(r.Summary(), "inferred") {
		t.Errorf("want a proof without a word about inferred facts:\n%s", r.Summary())
	}
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Inferred []struct{ State, Invariant, Text string }
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	want := []struct{ State, Invariant, Text string }{
		{"All", "(first: A 1, B 0) >= 0", "what region First adds to the progress is not negative"},
		{"All", "(second: C 4 - n, D 0) >= 0", "what region Second adds to the progress is not negative"},
	}
	if d := cmp.Diff(want, got.Inferred); d != "" {
		t.Errorf("inferred (-want +got):\n%s", d)
	}
}
