package claim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/claim"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
)

const text = `
machine: M
vars: {n: {type: int, min: 0, max: 9}}
events: {E: {}}
initial: S
terminal: {done: [End]}
invariants: [n < 9, in(S) || n > 0]
progress: {C: n, A1: 2, A2: 1, B: 0}
states:
  C:
    invariants: [n < 5]
    states:
      S: {}
      P:
        parallel:
          A: {initial: A1, states: {A1: {invariants: [n > 1]}, A2: {}}}
          B: {}
  End: {}
`

// TestAdd wants claims of composite states and of leaves to become claims of plain states.
func TestAdd(t *testing.T) {
	s := passtest.Build(t, text)
	claim.Add(s.Input, s.Tree, s.Env)
	passtest.Clean(t, s.Input)
	var got []string
	for _, i := range s.Machine.Invariants {
		got = append(got, fmt.Sprintf("%d %s", i.State, expr.Print(i.Expr, expr.Spec)))
	}
	want := []string{"-1 n < 9", "1 n > 0", "2 n > 0", "0 n < 5", "1 n < 5", "1 !(a == A1) || n > 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i, want := range []string{"n", "", "0"} {
		if got := s.Machine.States[i].Progress; len(got) != 1 || want != "" && expr.Print(got[0], expr.Spec) != want {
			t.Errorf("the progress of %s is %v", s.Machine.States[i].Name, got)
		}
	}
	if sum, ok := s.Machine.States[1].Progress[0].(*expr.Binary); !ok || len(sum.Y.(*expr.Case).Values) != 2 {
		t.Errorf("the progress of P is %v", s.Machine.States[1].Progress[0])
	}
}

// TestMissing reports states without progress, unless a misspelled name is the likely reason.
func TestMissing(t *testing.T) {
	for change, want := range map[string]string{
		"{S: n, A1: 2, A2: 1, B: 0}": "", // those of the regions are enough
		"{P: n}":                     "the progress function has no value for state `S`",
		"{P: n, Z: 1}":               "unknown state `Z`",
		"{C: n, End: 1}":             "the progress function cannot list the terminal state `End`, where it is always 0",
		"{C: n, S: [1, n]}":          "the progress of `S` has 2 components, but that of the first state has 1",
		"{C: n, A1: 1, B: 0}":        "the progress function has no value for state `A2`",
	} {
		s := passtest.Build(t, strings.Replace(text, "{C: n, A1: 2, A2: 1, B: 0}", change, 1))
		claim.Add(s.Input, s.Tree, s.Env)
		got := passtest.Messages(s.Input)
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%s: %q, want %q", change, got, want)
		}
	}
}
