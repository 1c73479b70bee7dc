package diff

import (
	"strings"
	"testing"
)

// TestConditionsOnPlaces compares versions of a state with regions that differ in where the machine must be for a transition: in a condition of the state
// itself, of a region, and of a named guard.
func TestConditionsOnPlaces(t *testing.T) {
	version := func(guard, leave, knock string) *Side {
		return load(t, "gap.fsm.yaml", `machine: Gap
events: {Go: {}, Leave: {}, Knock: {}, Stop: {}}
`+guard+`
initial: Run
terminal: {done: [Done]}
states:
  Run:
    on: {Leave: `+leave+`, Stop: Done}
    parallel:
      L: {initial: A, states: {A: {on: {Go: B}}, B: {}}}
      R: {initial: C, states: {C: {on: {Knock: `+knock+`}}, D: {}}}
  Done: {}
`, false)
	}
	const always = "Done"
	inA, inB := "[{if: in(A), to: Done}, {otherwise: reject}]", "[{if: in(B), to: Done}, {otherwise: reject}]"
	knockA, knockB := "[{if: in(A), to: D}, {otherwise: ignore}]", "[{if: in(B), to: D}, {otherwise: ignore}]"
	named := "[{if: ready, to: Done}, {otherwise: reject}]"
	for _, test := range []struct {
		name     string
		old, new *Side
		want     string
	}{
		{"another state", version("", inA, "D"), version("", inB, "D"), "l == A → l == B"},
		{"no condition", version("", "[{if: in(B), to: Done}]", "D"), version("", always, "D"), "l == B → always"},
		{"of a region", version("", always, knockA), version("", always, knockB), "l == A → l == B"},
		{"of a named guard", version("guards: {ready: in(A)}", named, "D"), version("guards: {ready: in(B)}", named, "D"), "l == A → l == B"},
		{"and others", version("vars: {n: {type: int, min: 0, max: 1}}", strings.ReplaceAll(inA, "in(A)", "in(A) && n == 0"), "D"),
			version("vars: {n: {type: int, min: 0, max: 1}}", strings.ReplaceAll(inB, "in(B)", "in(B) && n == 0"), "D"), " → "},
		{"the same", version("", inA, knockB), version("", inA, knockB), ""},
	} {
		d := compared(t, test.old, test.new)
		text := ""
		for _, ch := range d.Changes {
			for _, detail := range ch.Details {
				text += detail.What + ": " + detail.Old + " → " + detail.New + "\n"
			}
		}
		if d.Empty() != (test.want == "") || !strings.Contains(text, test.want) {
			t.Errorf("%s: the diff is\n%s", test.name, text)
		}
	}
}
