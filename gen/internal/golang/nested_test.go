package golang_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestNested has a machine with regions inside regions. Its methods do nothing where they know that there is nothing to do.
func TestNested(t *testing.T) {
	src, err := os.ReadFile("../proptest/testdata/trip/trip.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load("trip.fsm.yaml", src)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	code := generate(t, s.Machine, assign(t, s.Machine, ""), "trip")
	for name, without := range map[string][]string{
		"Search":         {"m.journey =", "m.payment =", "m.openRest ="},            // what has its first values before
		"handleFound":    {"stopCall", "TimerFlightAskedLate)", "entered"},          // what is not active
		"Decline":        {"m.openRest =", "m.settle(ctx)\n\treturn nil", "onward"}, // what no transition without an event reads
		"raiseLate":      {"{\n\tm.settle(ctx)"},                                    // Fire has brought the machine to rest
		"handleLate":     {"expire(TimerSlowLate)", "GuardRejectedError", "m.journey == JourneyReserving"},
		"handleBookDone": {"if m.hotel", "GuardRejectedError"}, // a result of a call that runs
		"BookError":      {"if m.hotel", "ranTimerReservingLate"},
		"raiseAlways":    {"illegalTransition"},
		"Can":            {"m.flight == FlightFlightLate ||"}, // which is so only while Reserving is active
	} {
		start := bytes.Index(code, []byte("func (m *Machine) "+name+"("))
		if start < 0 {
			t.Errorf("no method %s", name)
			continue
		}
		body, _, _ := strings.Cut(string(code[start:]), "\n}\n")
		for _, text := range without {
			if strings.Contains(body, text) {
				t.Errorf("%q in\n%s", text, body)
			}
		}
	}
}
