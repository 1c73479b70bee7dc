package verify_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestRegionLabels holds findings to the names of states inside regions: the author wrote these.
func TestRegionLabels(t *testing.T) {
	r := verify.Machine(t.Context(), parse(t, `machine: Lights
events: {NsTick: {}, EwTick: {}, Off: {environment: true}, On: {environment: true}, Note: {}}
initial: on
states:
  on:
    on: {Off: off}
    parallel:
      ns:
        initial: nsGreen
        states:
          nsGreen: {on: {NsTick: nsRed}}
          nsRed: {on: {NsTick: nsGreen, Note: {emit: Seen}}}
      ew:
        initial: ewRed
        states:
          ewGreen: {on: {EwTick: ewRed}}
          ewRed: {on: {EwTick: ewGreen}}
  off: {ignore: [NsTick, EwTick, Note], on: {On: on}}
outputs: {Seen: {}}
invariants: ["!(in(nsGreen) && in(ewGreen))"]
`))
	var text strings.Builder
	for _, d := range r.Diagnostics {
		text.WriteString(d.Message + "\n")
		for _, n := range d.Notes {
			text.WriteString(n.Message + "\n")
		}
	}
	for _, want := range []string{
		"does not hold after ewRed --EwTick--> ewGreen",
		"does not hold after nsRed --NsTick--> nsGreen",
		"nsGreen --NsTick--> nsRed",
		"nsRed --Note--> nsRed",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "--> on") {
		t.Errorf("steps inside a region name the state around it:\n%s", text.String())
	}
}
