package picture_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec"
)

// TestChoices keeps guards where the arrows of an event lead to several states, or where the event may also keep the state.
func TestChoices(t *testing.T) {
	s, diags := spec.Load("x.fsm.yaml", []byte(`
machine: Choices
vars: {n: {type: int, min: 0, max: 9}}
events: {Go: {}, Step: {}, Stop: {}, Test: {}}
initial: A
ignore: [Go, Step, Stop, Test]
terminal: {end: [Z]}
states:
  A:
    on:
      Go:
        - {if: n > 5, to: B, set: {n: 0}}
        - {to: Z}
      Step:
        - {if: n < 9, set: {n: n + 1}}
        - {to: B}
      Stop: {if: n == 3, to: Z}
      Test: {if: n < 9, set: {n: n + 1}}
  B:
    always: {if: n < 9, to: A, set: {n: 9}}
    on: {Stop: Z}
  Z: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	want := []string{
		"A -> B: Go [n > 5]; Step [otherwise]", "A -> Z: Go [otherwise]; Stop", "B -> A: always [n < 9]", "B -> Z: Stop", "in A: Step [n < 9]; Test",
	}
	if d := cmp.Diff(want, edges(picture.New(s.Machine).At(picture.Choices))); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
