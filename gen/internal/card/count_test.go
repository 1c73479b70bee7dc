package card_test

import (
	"strings"
	"testing"
)

// TestCounts checks the line about calls and outputs: formulas, their values for default parameters, sums, and what has no
// limit.
func TestCounts(t *testing.T) {
	for file, want := range map[string]string{
		"../../../machines/agentloop/agentloop.fsm.yaml":     "- ✅ **Calls** of a run: `model` at most `maxSteps + 1` (**21**) times, `tools` at most `maxTools` (**50**) times, the sum of `tools.calls` at most `maxTools` (**50**).",
		"../../../machines/reservation/reservation.fsm.yaml": "- ✅ **Outputs** of a run: `Filled` at most `maxTurns` (**30**) times, `Cleared` at most `maxTurns` (**30**) times, `ReadBack` at most `maxTurns` (**30**) times, `Handoff` at most once; no other limit than the bound for `Ask`.",
		"../../../verify/testdata/counts.fsm.yaml":           "- ✅ **Calls and outputs** of a run: `ask` at most `rounds` (**3**) times, `Paid` at most `budget` (**3**) times, the sum of `Paid.amount` at most `budget` (**3**), `Bye` at most `2·rounds + 1` (**7**) times; no limit was found for `Ticked`.",
		"../../../machines/negotiation/negotiation.fsm.yaml": "",
	} {
		got := ""
		for line := range strings.Lines(write(t, load(file))) {
			if strings.Contains(line, "** of a run: ") {
				got = strings.TrimSuffix(line, "\n")
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}
