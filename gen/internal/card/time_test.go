package card_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestClaimedTimes wants a line for each claimed time: of any end, and of outcomes.
func TestClaimedTimes(t *testing.T) {
	s, diags := spec.Load("m.fsm.yaml", []byte(`machine: M
events: {Go: {}, Over: {internal: true}, Late: {internal: true}}
initial: A
terminal: {good: {states: [Good], within: 30s}, bad: {states: [Bad], within: 1h}}
within: 2h
states:
  A: {after: {30s: Over}, on: {Go: Good, Over: B}}
  B: {after: {1h: Late}, on: {Late: Bad}}
  Good: {}
  Bad: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	card := write(t, s.Machine)
	for _, want := range []string{
		"- ✅ **Claimed time**: at most `2h`.\n",
		"- ✅ **Claimed time** to good: at most `30s`.\n",
		"- ❌ **Claimed time** to bad: at most `1h`, but a run can take `1h0m30s` or more.\n",
	} {
		if !strings.Contains(card, want) {
			t.Errorf("no line %s in\n%s", want, card)
		}
	}
}
