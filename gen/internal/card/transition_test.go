package card_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRows checks the short forms in the rows of states and transitions: the kinds of
// outcomes, increments of a variable, and guards that fit beside their event.
func TestRows(t *testing.T) {
	s, diags := spec.Load("m.fsm.yaml", []byte(`
machine: M
go: {package: m}
vars: {n: {type: int, max: 9}, k: {type: int, max: 9}}
events: {Go: {}, Stop: {}}
initial: A
terminal:
  success: [Good]
  failed: {kind: failure, states: [Bad]}
  other: [Left]
states:
  A:
    on:
      Go:
        - {if: n < 9 && k < 8, to: Good, set: {n: n + 1, k: n + 1}, doc: why}
        - {if: n > 1 && k >= 1, to: Left, set: {n: n - 1, k: k / 2}}
        - Bad
      Stop: Bad
  Good: {}
  Bad: {}
  Left: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	text, err := card.Card(s.Machine, verify.Machine(context.Background(), s.Machine), "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| Good (terminal: success) |",
		"| Bad (terminal: failed, a failure) |",
		"| Left (terminal: other) |",
		"| A → Good<br>Go `n < 9 ∧ k < 8` | why<br>`n += 1`<br>`k ← n + 1` | ",
		"| A → Left<br>Go `n > 1 ∧ k ≥ 1` | `n -= 1`<br>`k ← k / 2` | ",
		"| A → Bad<br>Go *otherwise* |  | ",
		"| A → Bad<br>Stop |  | ",
	} {
		if !strings.Contains(string(text), "\n"+want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
