package verify_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestUntaken looks for parameters that let each transition be taken, and lists the rest.
func TestUntaken(t *testing.T) {
	const text = `machine: Wide
params:
  a: {type: int, min: 0, max: 9}
  b: {type: int, min: 0, max: 9}
  c: {type: int, min: 0, max: 9}
  d: {type: int, min: 0, max: 9}
  e: {type: int, min: 0, max: 9}
  f: {type: int, min: 0, max: 9}
  far: {type: int, min: 0, max: 100}
vars: {n: {type: int, min: 0, max: 100}}
events: {Go: {}, Up: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Go: [{if: a*b*c > 0 && d*e*f > 0, to: B}, Z]}}
  B: {on: {Up: [{if: n < far, to: B, set: {n: n + 1}}, {if: n > 90, to: C}, Z]}}
  C: {on: {Go: Z}}
  Z: {}
progress: {A: far + 3, B: far - n + 2, C: 1}
`
	r := verify.Machine(t.Context(), parse(t, text))
	var got []string
	for _, i := range r.Untaken {
		got = append(got, r.Machine.Label(i))
	}
	if want := []string{"B --Up[n > 90]--> C", "C --Go--> Z"}; !slices.Equal(got, want) || len(r.Unreached) > 0 {
		t.Errorf("not taken are %q, want %q", got, want)
	}
	if !strings.Contains(r.Full(), "not proved never to be: 2 transitions\n               B --Up[n > 90]--> C\n") {
		t.Errorf("the report is\n%s", r.Full())
	}
}
