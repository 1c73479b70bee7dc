package verify_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStrategyText shows strategies with payloads, answers, conditions, and an approach to an environment event.
func TestStrategyText(t *testing.T) {
	for file, want := range map[string]string{
		"../machines/fallback/fallback.fsm.yaml": `  strategy for a run of providers * (2 * maxRetries + 3) + 2 transitions:
    Idle, where remaining == providers && current == 0 && retries == 0: RequestReceived; providers * (2 * maxRetries + 3) + 2 left
    Selecting: Select(fits(remaining) = true); remaining * (2 * maxRetries + 3) + 1 left
    Attempting, where remaining + current + 1 == providers: Failure(class: Transient); remaining * (2 * maxRetries + 3) + 2 * (maxRetries - retries) + 3 left
    Retrying, where remaining + current + 1 == providers: RetryReady; remaining * (2 * maxRetries + 3) + 2 * (maxRetries - retries) + 2 left
`,
		"../machines/agentloop/toolcall/toolcall.fsm.yaml": `  strategy for a run of maxRetries + 2 transitions if before < maxCalls:
    Starting: always; maxRetries - retries + 2 left
    Calling: attemptError; maxRetries - retries + 1 left
`,
		"../examples/shop/order/order.fsm.yaml": `  strategy for a run of 2 * attempts + 6 transitions if inspected:
    Basket: Pay; 2 * (attempts - tried) + 6 left
    Paying: Declined if tried < attempts, Charged otherwise; 2 * (attempts - tried) + 7 left
    Reserving: Reserved; 6 left
    Packing: Dispatched(tracking: ""); 5 left
    Transit: Delivered; 4 left
    Arrived: Return; 3 left
    Inspecting: Inspected; 2 left
    Refunding: Refunded; 1 left
`,
		"testdata/child_settles.fsm.yaml": `  strategy for a run of tries + 1 transitions:
    Idle: Request
    Fetching: FetchBad; 1 left
`,
		// It has no bound.
		"testdata/wild.fsm.yaml": "",
	} {
		got := reportOf(t, file).Strategy()
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", file, d)
		}
	}
}
