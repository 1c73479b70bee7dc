package verify_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestTimerFiresOnce wants no proof that the event of a timer leads on where the timer can have fired already, and no run in which it
// fires twice: where nothing starts it again, the machine would wait forever.
func TestTimerFiresOnce(t *testing.T) {
	for _, test := range []struct {
		name, params, states string
		live, tight          bool
	}{
		{"it fires and is over", "", `
  S:
    after: {5s: Tick}
    on: {Tick: [{if: i < 3, set: {i: i + 1}}, Done]}`, false, false},
		{"so it is for all parameters", "params: {n: {type: int, min: 3, max: 3}}", `
  S:
    after: {5s: Tick}
    on: {Tick: [{if: i < 3, set: {i: i + 1}}, Done]}`, false, false},
		{"it starts again", "", `
  S:
    after: {5s: Tick}
    on: {Tick: [{if: i < 3, to: S, set: {i: i + 1}}, Done]}`, true, true},
		{"it starts again, for all parameters", "params: {n: {type: int, min: 3, max: 3}}", `
  S:
    after: {5s: Tick}
    on: {Tick: [{if: i < 3, to: S, set: {i: i + 1}}, Done]}`, true, true},
		{"it may be ignored", "", `
  S:
    after: {5s: Tick}
    on:
      Tick: [{if: i == 3, to: Done}, {otherwise: ignore}]
      Set: [{if: i < 3, set: {i: i + 1}}, {otherwise: ignore}]`, false, false},
		{"it is one of a composite state, and goes on", "", `
  C:
    initial: S
    after: {5s: Tick}
    states:
      S: {on: {Tick: [{if: i < 3, to: T, set: {i: i + 1}}, Done]}}
      T: {on: {Tick: [{if: i < 3, to: S, set: {i: i + 1}}, Done]}}`, false, false},
		{"it is one of a region, and goes on", "", `
  S:
    done: Done
    parallel:
      A:
        initial: A0
        states:
          A0: {after: {5s: Tick}, on: {Tick: [{if: i < 3, set: {i: i + 1}}, A1]}}
          A1: {final: true}
      B: {initial: B0, states: {B0: {final: true}}}`, false, false},
		{"it is one of a region, and starts again", "", `
  S:
    done: Done
    parallel:
      A:
        initial: A0
        states:
          A0: {after: {5s: Tick}, on: {Tick: [{if: i < 3, to: A0, set: {i: i + 1}}, A1]}}
          A1: {final: true}
      B: {initial: B0, states: {B0: {final: true}}}`, true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "machine: Ticks\n" + test.params + "\nvars: {i: {type: int, min: 0, max: 3}}\nevents: {Tick: {internal: true}, Set: {}}\ninitial: S\nterminal: {done: [Done]}\nstates:" + test.states + "\n  Done: {}\n"
			if !strings.Contains(test.states, "Set:") {
				text = strings.Replace(text, ", Set: {}", "", 1)
			}
			r := verify.Machine(t.Context(), parse(t, text))
			if r.Termination != verify.Proved || r.Bound.Status != verify.Proved {
				t.Fatal(r.Summary())
			}
			for _, o := range r.Obligations {
				if o.Kind == verify.KindDeadlock && (o.Status == verify.Proved) != test.live {
					t.Errorf("deadlock is %s\n%s", o.Status, text)
				}
			}
			if test.name != "it may be ignored" && r.Bound.Attained != test.tight {
				t.Errorf("tight is %t\n%s", r.Bound.Attained, text)
			}
		})
	}
}
