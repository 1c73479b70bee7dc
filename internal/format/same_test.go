package format

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// TestSame tests the comparison that detects a fault of the printer that changes the
// meaning of a spec.
func TestSame(t *testing.T) {
	for _, test := range []struct {
		name, a, b string
		want       bool
	}{
		{"keys of the language", "machine: M\ninitial: A", "initial: A\nmachine: M", true},
		{"keys deep inside", "states: {A: {on: {Go: [{to: B, if: c}]}}}", "states: {A: {on: {Go: [{if: c, to: B}]}}}", true},
		{"quotes and layout", "initial: \"A\"\nignore: [B]", "initial: A\nignore:\n- 'B'", true},
		{"order of states", "states: {A: {}, B: {}}", "states: {B: {}, A: {}}", false},
		{"order of transitions", "on: {Go: [{to: A}, {to: B}]}", "on: {Go: [{to: B}, {to: A}]}", false},
		{"order of fields", "events: {E: {a: int, b: int}}", "events: {E: {b: int, a: int}}", false},
		{"doc among fields", "events: {E: {a: int, doc: x}}", "events: {E: {doc: x, a: int}}", true},
		{"fields among fields", "events: {E: {a: int, fields: {b: int}}}", "events: {E: {fields: {b: int}, a: int}}", false},
		{"another text", "initial: A", "initial: B", false},
		{"nothing and text", "initial: ~", "initial: \"~\"", false},
		{"a key less", "initial: A\nmachine: M", "initial: A", false},
		{"another key", "initial: A", "machine: A", false},
		{"a list for one", "ignore: A", "ignore: [A]", false},
		{"order in what is wrong", "colour: [{x: 1, y: 2}]", "colour: [{y: 2, x: 1}]", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, wrong := syntax.Read("a", []byte(test.a))
			b, also := syntax.Read("b", []byte(test.b))
			if len(wrong)+len(also) > 0 {
				t.Fatal(wrong, also)
			}
			if got := same(a, b, spec()); got != test.want {
				t.Errorf("same: %t, want %t", got, test.want)
			}
		})
	}
}
