package explore_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec"
)

// started returns the graph of a machine that starts a child with a claimed bound, several times.
func started(t *testing.T, bound, with string, again int) *explore.Graph {
	t.Helper()
	child := "machine: Child\nparams: {n: int}\nevents: {Next: {}}\ninitial: A\nterminal: {end: [End]}\nstates:\n  A: {on: {Next: End}}\n  End: {}\nbound: " + bound + "\n"
	text := fmt.Sprintf(`machine: Parent
vars: {again: {type: int, min: 0, max: %[1]d, init: %[1]d}}
use: {Child: child.fsm.yaml}
events: {Begin: {}}
initial: Idle
terminal: {end: [End]}
states:
  Idle: {on: {Begin: Running}}
  Running: {invoke: {machine: Child, with: {n: %[2]q}, on: {end: [{if: again > 0, to: Running, set: {again: again - 1}}, {to: End}]}}}
  End: {}
`, again, with)
	s, diags := spec.LoadWith("parent.fsm.yaml", []byte(text), func(string, string) (string, []byte, error) {
		return "child.fsm.yaml", []byte(child), nil
	})
	if s.Machine == nil {
		t.Fatal(errors.Join(errors.New(text), fmt.Errorf("%v", diags)))
	}
	return explore.Explore(context.Background(), s.Machine, nil, 1000)
}

// TestLargeCosts explores machines with children that take more transitions than can be counted, or
// that cannot start: the length is a lower bound then, and the longest run is still found.
func TestLargeCosts(t *testing.T) {
	for _, test := range []struct {
		bound, with string
		again       int
		least       int
		exact       bool
	}{
		{"n + 1", "3 - again", 3, 5 + 1 + 2 + 3 + 4, true},
		{"n", "1000000000", 0, 1_000_000_002, true},
		{"n", "1000000000", 5, 2_000_000_000, false},
		{"n", "4000000000", 5, 2_000_000_000, false},
		{"12 / n", "again", 2, 4 + 12 + 6, false},
	} {
		g := started(t, test.bound, test.with, test.again)
		n, endless := g.Steps()
		if endless || n < test.least || test.exact && n != test.least || g.Exact != test.exact {
			t.Errorf("%+v: the longest run takes %d, endless: %t, exact: %t", test, n, endless, g.Exact)
		}
		if run, _ := g.Longest(); len(run.Steps) != test.again+2 {
			t.Errorf("%+v: the longest run has %d steps", test, len(run.Steps))
		}
	}
}
