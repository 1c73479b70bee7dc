package spec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestRegionLimits loads states whose regions handle an event together in too many ways: what there are too many of is found before
// it is built, which grows with the cube of the regions.
func TestRegionLimits(t *testing.T) {
	for want, size := range map[string][2]int{
		"": {60, 3},
		"state `P` has more than 1000 alternatives for event `E`":                                                       {800, 5},
		"the regions of state `P` would need more than 1000 alternatives to handle events such as `E` together":         {200, 5},
		"the regions of state `P` handle too many events together: what is left of one would need more than 256 values": {300, 3},
	} {
		var text strings.Builder
		text.WriteString("machine: Big\ninitial: P\nterminal: {done: [Z]}\nevents: {E: {}, F: {}}\nstates:\n  Z: {}\n  P:\n    on: {F: Z}\n    parallel:\n")
		for r := range size[0] {
			fmt.Fprintf(&text, "      R%d: {initial: S%[1]dx0, states: {", r)
			for i := range size[1] - 1 {
				fmt.Fprintf(&text, "S%[1]dx%[2]d: {on: {E: S%[1]dx%[3]d}}, ", r, i, i+1)
			}
			fmt.Fprintf(&text, "S%dx%d: {}}}\n", r, size[1]-1)
		}
		s, diags := spec.Load("big.fsm.yaml", []byte(text.String()))
		if want == "" {
			if s.Machine == nil || diags.HasErrors() {
				t.Errorf("%v: %v", size, diags)
			}
			continue
		}
		if s.Machine != nil || len(diags) != 1 || diags[0].Code != "FSM006" || diags[0].Message != want {
			t.Errorf("%v: %v, want %s", size, diags, want)
		}
	}
}
