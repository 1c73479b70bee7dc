package history_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/history"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func load(t *testing.T, src string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("test.fsm.yaml", []byte(src))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return s.Machine
}

// door returns a machine with some states, and what they use.
func door(states string) string {
	src := "machine: Door\noutputs: {Ring: {}, Log: {}}\ninitial: Shut\nterminal: {end: [Done]}\n"
	if strings.Contains(states, "invoke") {
		src += "calls: {ask: {}}\n"
	}
	src += "events: {Open: {}, Knock: {}"
	if strings.Contains(states, "Late") {
		src += ", Late: {internal: true}"
	}
	return src + "}\nstates:\n" + states
}

// TestOf counts the events of small machines by hand.
func TestOf(t *testing.T) {
	for states, want := range map[string]history.Cost{
		// A start, a task, an end; an Update and its task.
		"  Shut: {on: {Open: Done}}\n  Done: {}\n":                                                                           {Start: 5, Transition: 5},
		"  Shut: {on: {Open: Shut, Knock: Done}}\n  Done: {}\n":                                                              {Start: 5, Transition: 5, Updates: true},
		"  Shut: {on: {Open: {to: Done, emit: Ring}}}\n  Done: {}\n":                                                         {Start: 5, Transition: 11},
		"  Shut: {entry: Ring, on: {Open: {to: Shut, emit: Log}, Knock: Done}}\n  Done: {}\n":                                {Start: 11, Transition: 17, Updates: true},
		"  Shut: {after: {1m: Late}, on: {Late: Done, Open: Done}}\n  Done: {}\n":                                            {Start: 10, Transition: 5},
		"  Shut: {after: {1m: Late}, on: {Late: {to: Done, emit: [Ring, Log]}}}\n  Done: {}\n":                               {Start: 10, Transition: 12},
		"  Shut: {invoke: {call: ask, on: {done: Shut, error: {to: Done, emit: Ring}}}}\n  Done: {}\n":                       {Start: 12, Transition: 7},
		"  Shut: {on: {Open: Done, Knock: [{otherwise: reject}]}}\n  Done: {}\n":                                             {Start: 5, Transition: 5},
		"  Shut: {after: {1m: Late}, on: {Late: Shut, Knock: {to: Done, emit: [Ring, Log, Ring]}}, exit: Log}\n  Done: {}\n": {Start: 10, Transition: 29},
	} {
		if got := history.Of(load(t, door(states))); got != want {
			t.Errorf("%s\n%+v, want %+v", states, got, want)
		}
	}
	asks := load(t, door("  Shut: {on: {Open: [{if: allowed, to: Done}, {to: Shut}]}}\n  Done: {}\nguards: {allowed: {doc: x}}\n"))
	if got, want := history.Of(asks), (history.Cost{Start: 11, Transition: 11, Updates: true}); got != want || !history.Asks(asks) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestFits(t *testing.T) {
	for cost, want := range map[history.Cost]int{
		{Start: 5, Transition: 5}:                 7999,
		{Start: 5, Transition: 5, Updates: true}:  1500,
		{Start: 5, Transition: 50, Updates: true}: 799,
		{Start: 60000, Transition: 1}:             0,
		{Start: 5}:                                39995,
	} {
		if got := cost.Fits(); got != want {
			t.Errorf("%+v: %d, want %d", cost, got, want)
		}
	}
}

// TestUpper compares the upper limits of bounds with the values for all parameters.
func TestUpper(t *testing.T) {
	for bound, want := range map[string]int64{
		"3": 3, "n + 1": 10, "2 * n - 7": 11, "k": 13, "n * k - k": 9*13 - 1, "(n - 4) * (n - 4)": 25, "-n": 0, "7 - k": 6, "n * m": -1, "n / 2": -1, "min(n, k)": -1,
	} {
		m := load(t, fmt.Sprintf(`
machine: Door
params: {n: {type: int, min: 0, max: 9}, k: {type: int, min: 1, max: n + 4}, m: {type: int, min: 0}}
events: {Open: {}}
initial: Shut
terminal: {end: [Done]}
states: {Shut: {on: {Open: Done}}, Done: {}}
bound: %s
`, bound))
		high, ok := history.Upper(m, m.Bound)
		if ok != (want >= 0) || ok && high.Cmp(big.NewInt(want)) < 0 {
			t.Errorf("%s: at most %v, %v, want %d", bound, high, ok, want)
		}
		for n := range int64(10) {
			for k := int64(1); k <= n+4; k++ {
				got, err := expr.Eval(m.Bound, &expr.Env{Params: []int64{n, k, 0}})
				if err == nil && ok && high.Cmp(big.NewInt(got)) < 0 {
					t.Errorf("%s: %d with n = %d, k = %d is above %v", bound, got, n, k, high)
				}
			}
		}
	}
}
