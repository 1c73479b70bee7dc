package spec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestRegionLimits loads states whose regions handle an event together in too many ways: what there are too many of is found before
// it is built, which grows with the cube of the regions.
func TestRegionLimits(t *testing.T) {
	sample.Turn(t)
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

// TestIgnoredInRegions loads a leaf that ignores an event under many conditions, each of which excludes those before: what is written of
// them must not contain them again.
func TestIgnoredInRegions(t *testing.T) {
	var text strings.Builder
	text.WriteString("machine: Big\ninitial: P\nterminal: {done: [Z]}\nvars: {n: {type: int, min: 0, max: 9}}\nevents: {E: {}, F: {}}\nstates:\n  Z: {}\n  P:\n    on: {F: Z}\n    parallel:\n")
	text.WriteString("      R1: {initial: A1, states: {A1: {on: {E: B1}}, B1: {}}}\n      R0: {initial: A0, states: {A0: {on: {E: [")
	for i := range 18 {
		fmt.Fprintf(&text, "{if: \"n != %d\", otherwise: ignore}, ", i)
	}
	text.WriteString("{to: B0}]}}, B0: {}}}\n")
	s, diags := spec.Load("big.fsm.yaml", []byte(text.String()))
	if s.Machine == nil || diags.HasErrors() {
		t.Fatal(diags)
	}
	size := 0
	for _, transition := range s.Machine.Transitions {
		expr.Walk(transition.Written, func(expr.Expr) { size++ })
	}
	if size > 18*18*6 {
		t.Errorf("the conditions as written have %d parts", size)
	}
}

// TestSharedConditions loads regions that share an event under long conditions.
func TestSharedConditions(t *testing.T) {
	for n, fits := range map[int]bool{20: true, 100: false} {
		var text strings.Builder
		text.WriteString("machine: Big\ninitial: P\nterminal: {done: [Z]}\nvars: {n: {type: int, min: 0, max: 9}}\nguards: {g: {if: '" + strings.Repeat("n != 3 || ", 400) + "n == 0'}}\nevents: {E: {}, F: {}}\nstates:\n  Z: {}\n  P:\n    on: {F: Z}\n    parallel:\n")
		for i := range n {
			fmt.Fprintf(&text, "      R%d: {initial: A%[1]d, states: {A%[1]d: {on: {E: [{if: g, to: B%[1]d}, {otherwise: ignore}]}}, B%[1]d: {}}}\n", i)
		}
		_, diags := spec.Load("big.fsm.yaml", []byte(text.String()))
		if fits != !diags.HasErrors() || !fits && (len(diags) != 1 || diags[0].Message != "the conditions of the regions of state `P` for event `E` are too large together") {
			t.Errorf("%d regions: %v", n, diags)
		}
	}
}
