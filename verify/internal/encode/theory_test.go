package encode_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
)

// TestManyAlternatives counts allocations: the guards of the alternatives before each
// alternative are encoded once, not once for each alternative after them.
func TestManyAlternatives(t *testing.T) {
	counts := map[int]float64{}
	for _, n := range []int{100, 200} {
		m := alternatives(t, n)
		counts[n] = testing.AllocsPerRun(1, func() {
			theory := encode.Empty(m).Assuming(encode.Claims(m))
			for i := range m.Transitions {
				if facts := len(theory.Step(i).Facts()); facts < i {
					t.Fatalf("only %d facts about alternative %d", facts, i)
				}
			}
		})
	}
	if counts[200] > 2.5*counts[100] {
		t.Errorf("%.0f allocations for 100 alternatives, but %.0f for 200", counts[100], counts[200])
	}
}

// TestForks checks that the encoders of alternatives do not affect each other, in whatever
// order they are asked for.
func TestForks(t *testing.T) {
	m := alternatives(t, 8)
	facts := func(theory *encode.Theory, i int) string { return fmt.Sprintf("%+v", theory.Step(i).Facts()) }
	theory := encode.Empty(m)
	for _, i := range []int{5, 0, 7, 3, 5, 6, 1, 8} {
		one := theory.Step(i)
		one.Number("new")
		one.Fact(one.Formula(m.Transitions[(i+1)%8].Guard))
		if got, want := facts(theory, i), facts(encode.Empty(m), i); got != want {
			t.Errorf("alternative %d:\n got %s\nwant %s", i, got, want)
		}
	}
}

// alternatives returns a machine with n alternatives for one event, and a last one.
func alternatives(t *testing.T, n int) *core.Machine {
	t.Helper()
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "        - {if: event.n + event.m == %d && x > 0, set: {x: x - 1}}\n", i)
	}
	s, diags := spec.Load("many.fsm.yaml", []byte(`machine: Many
vars: {x: {type: int, min: 0, max: 9, init: 9}}
events: {E: {n: int, m: int}}
initial: S
terminal: {done: [T]}
states:
  S:
    on:
      E:
`+list.String()+`        - {to: T}
  T: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}
