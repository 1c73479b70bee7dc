package spec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// crowd returns a spec with the given number of alternatives for one event of a composite
// state, and of states inside it.
func crowd(alternatives, states int) string {
	var b strings.Builder
	b.WriteString("machine: Crowd\nevents: {E: {n: int}, F: {}}\ninitial: S\nterminal: {done: [T]}\nstates:\n  S:\n    initial: S0\n    on:\n      E:\n")
	for i := range alternatives - 1 {
		fmt.Fprintf(&b, "        - {if: event.n == %d, to: T}\n", i)
	}
	b.WriteString("        - {otherwise: ignore}\n    states:\n")
	for i := range states {
		to := fmt.Sprintf("S%d", i+1)
		if i == states-1 {
			to = "T"
		}
		fmt.Fprintf(&b, "      S%d: {on: {F: %s}}\n", i, to)
	}
	return b.String() + "  T: {}\n"
}

// TestTransitionLimits loads specs with as many alternatives as the limits allow, and with
// one more. Each of those gets one error.
func TestTransitionLimits(t *testing.T) {
	for _, tt := range []struct {
		alternatives, states int
		want                 string
	}{
		{1000, 1, ""},
		{1001, 1, "state `S0` has more than 1000 alternatives for event `E`"},
		{1001, 3, "state `S0` has more than 1000 alternatives for event `E`"},
		{99, 100, ""},
		{100, 100, "the machine has more than 10000 alternatives, counting those of a composite state once for each state inside it"},
	} {
		s, diags := spec.Load("crowd.fsm.yaml", []byte(crowd(tt.alternatives, tt.states)))
		if tt.want == "" {
			if s.Machine == nil {
				t.Errorf("%d alternatives, %d states: %v", tt.alternatives, tt.states, diags)
			}
			continue
		}
		if s.Machine != nil || len(diags) != 1 || diags[0].Code != diag.CodeTooBig || diags[0].Message != tt.want {
			t.Errorf("%d alternatives, %d states: got %v, want %s", tt.alternatives, tt.states, diags, tt.want)
		}
	}
}

// TestManyFindings loads a spec with more mistakes than a person reads. Nothing of it is slow: the names are as long as those that
// they are compared with.
func TestManyFindings(t *testing.T) {
	var b strings.Builder
	b.WriteString("machine: Many\nevents: {E: {}}\ninitial: S1000\nterminal: {done: [T]}\nstates:\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "  S%d: {on: {E: N%d}}\n", 1000+i, 1000+i)
	}
	b.WriteString("  T: {}\n")
	s, diags := spec.Load("many.fsm.yaml", []byte(b.String()))
	if s.Machine != nil || len(diags) != 1001 {
		t.Fatalf("got %d findings", len(diags))
	}
	if last := diags[1000]; last.Code != diag.CodeTooBig || last.Severity != diag.Error || last.Message != "2000 more findings are left out" || last.Span.Start.Line != 1006 {
		t.Errorf("the last one is %v", last)
	}
}
