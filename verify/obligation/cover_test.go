package obligation_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

const covered = `machine: Covered
events: {First: {}, Last: {}, RA: {}, RB: {}, SA: {}, Go: {}}
initial: O
terminal: {done: [Z]}
states:
  O: {after: {5h: First}, on: {First: P}}
  P:
    done: Q
    parallel:
      R:
        initial: A
        states: {A: {after: {1h: RA}, on: {RA: B}}, B: {after: {3h: RB}, on: {RB: C}}, C: {final: true}}
      S:
        initial: U
        states: {U: {after: {2h: SA}, on: {SA: V}}, V: {final: true}}
  Q: {after: {7h: Last}, on: {Last: Z}}
  Z: {}
`

// TestCoverBeside holds covers with chains against the conditions under which the longest chain counts. The timers are named by
// the events that they raise.
func TestCoverBeside(t *testing.T) {
	type edit struct{ from, to string }
	gap := edit{"{RA: B}}, B:", "{RA: W}}, W: {always: {if: in(V), to: B}}, B:"}
	for _, test := range []struct {
		name   string
		edit   edit
		state  string
		timers []string
		chains [][]string
		valid  bool
	}{
		{"two chains", edit{}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, true},
		{"in another order", edit{}, "P", []string{"Last", "First"}, [][]string{{"SA"}, {"RB", "RA"}}, true},
		{"one chain", edit{}, "P", []string{"First", "Last", "SA"}, [][]string{{"RA", "RB"}}, true},
		{"a missing timer", edit{}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}}, false},
		{"a timer that counts twice", edit{}, "P", []string{"First", "Last", "SA"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
		{"a timer in two chains", edit{}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA", "RA"}}, false},
		{"a chain begins after the entry", edit{}, "P", []string{"First", "Last"}, [][]string{{"RA"}, {"RB"}, {"SA"}}, false},
		{"a chain with the timer of another state", edit{}, "P", []string{"First"}, [][]string{{"RA", "RB", "Last"}, {"SA"}}, false},
		{"another state", edit{}, "Q", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
		{"no chains", edit{}, "P", []string{"First", "Last", "RA", "RB", "SA"}, nil, false},
		{"a chain with a gap", gap, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
		{"its timers are added up", gap, "P", []string{"First", "Last", "RA", "RB"}, [][]string{{"SA"}}, true},
		{"a later state leads back", edit{"{Last: Z}", "{Last: P, Go: Z}"}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
		{"an earlier state is entered again", edit{"{Last: Z}", "{Last: O, Go: Z}"}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
		{"the state is entered again when a chain may be over", edit{"{SA: V}", "{SA: V, Go: P}"}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
		{"a timer is not sure to move the machine", edit{"{SA: V}", "{SA: {otherwise: ignore}, Go: V}"}, "P", []string{"First", "Last"}, [][]string{{"RA", "RB"}, {"SA"}}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(covered, test.edit.from, test.edit.to, 1)
			s, diags := spec.Load("covered.fsm.yaml", []byte(text))
			if s.Machine == nil || test.edit.from != "" && text == covered {
				t.Fatalf("%v\n%s", diags, text)
			}
			m := s.Machine
			index := func(events []string) (list []int) {
				for _, e := range events {
					list = append(list, slices.IndexFunc(m.Timers, func(x core.Timer) bool { return m.Events[x.Event].Name == e }))
				}
				return list
			}
			b := obligation.Beside{State: slices.IndexFunc(m.States, func(x core.State) bool { return x.Name == test.state })}
			for _, chain := range test.chains {
				b.Chains = append(b.Chains, index(chain))
			}
			c := obligation.Cover{Timers: index(test.timers), Beside: []obligation.Beside{b}, Unit: time.Hour}
			if got := c.Valid(m); got != test.valid {
				t.Errorf("valid: %t, want %t", got, test.valid)
			}
		})
	}
}
