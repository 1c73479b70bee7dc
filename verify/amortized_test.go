package verify_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestAmortized verifies machines that reset counters. The bound is a sum of what the
// resets cost, and what is found is proved again after it is pasted into the spec.
func TestAmortized(t *testing.T) {
	sample.Turn(t)
	file := func(path string) string {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return progressSection.ReplaceAllString(string(src), "")
	}
	tests := []struct {
		name, text, bound string
		tight             bool
	}{
		{"rounds", file("testdata/rounds.fsm.yaml"), "maxSteps + maxSteps * maxRefinements + 2 * maxReplans + 2 * maxRetries + 2 * maxRetries * maxFallbacks + 2 * maxRetries * maxRefinements + 2 * maxFallbacks + 2 * maxRefinements + 3", true},
		{"four deep", file("testdata/known/four_deep.fsm.yaml"), "4 * n + 3 * n * n + 2 * n * n * n + n * n * n * n + 1", true},
		{"pops are paid by pushes", `machine: Stack
params: {n: int}
vars: {i: {type: int, init: n}, a: int}
events: {Push: {}, Pop: {}, End: {}}
initial: L
terminal: {done: [Done]}
states:
  L:
    on:
      Push: [{if: i > 0, set: {i: i - 1, a: a + 1}}, {otherwise: reject}]
      Pop: [{if: a > 0, set: {a: a - 1}}, {otherwise: reject}]
      End: Done
  Done: {}
`, "2 * max(0, n) + 1", true},
		{"a limit that may be negative", `machine: Nested
params: {n: int, m: int}
vars: {x: {type: int, init: n}, y: int}
events: {Step: {to: int}, End: {}}
initial: L
terminal: {done: [Done]}
states:
  L:
    on:
      Step:
        - {if: y > 0, set: {y: y - 1}}
        - {if: x > 0 && event.to <= m, set: {x: x - 1, y: event.to}}
        - {otherwise: reject}
      End: Done
  Done: {}
`, "(max(0, m) + 1) * max(0, n) + 1", true},
		{"guesses", `machine: Guess
params: {maxGuesses: {type: int, min: 1}}
vars: {guesses: int, secret: int}
events: {Start: {secret: int}, Guess: {number: int}}
initial: Idle
terminal: {won: [Won], lost: [Lost]}
states:
  Idle: {on: {Start: {to: Guessing, set: {secret: event.secret}}}}
  Guessing:
    on:
      Guess:
        - {if: event.number == secret, to: Won, set: {guesses: guesses + 1}}
        - {if: guesses + 1 >= maxGuesses, to: Lost, set: {guesses: guesses + 1}}
        - {set: {guesses: guesses + 1}}
  Won: {}
  Lost: {}
`, "maxGuesses + 1", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(context.Background(), parse(t, tt.text))
			if !r.Proved() || r.Ranked().Rank != 1 || r.Bound.Tight != tt.tight {
				t.Fatalf("not proved, or of several components:\n%s%v", r.Summary(), r.Diagnostics)
			}
			if d := cmp.Diff(tt.bound, expr.Print(r.Bound.Expr, expr.Spec)); d != "" {
				t.Errorf("bound (-want +got):\n%s", d)
			}
			for _, fault := range contradictions(r) {
				t.Error(fault)
			}
			if r.Mathematical {
				return
			}
			_, got, _ := strings.Cut(r.Summary(), "to add to the spec:\n")
			pasted := verify.Machine(context.Background(), parse(t, tt.text+got))
			if !pasted.Proved() || pasted.Synthesized != nil {
				t.Errorf("pasted:\n%s%v", pasted.Summary(), pasted.Diagnostics)
			}
		})
	}
}
