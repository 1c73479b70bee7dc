package verify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// timedCase is a machine with what is known of its time: limits, or the states in which it waits.
type timedCase struct {
	spec  string
	times []string
	waits []string
}

const timedHead = "machine: Timed\nparams: {p: {type: int, min: 0, max: 1000}}\nvars: {n: {type: int, min: 0, max: p}}\ndelays: {pause: {max: 1m}, open: {}, brief: 10s}\nevents: {Go: {}, Tick: {}, Over: {}, Set: {k: int}}\ninitial: A\nterminal: {done: [Z]}\nstates:\n  Z: {}\n"

func timedCases() map[string]timedCase {
	return map[string]timedCase{
		"a timer": {`
  A: {after: {90s: Over}, on: {Go: B, Over: B}}
  B: {after: {2m: Over}, on: {Over: Z}}`, []string{"3m30s"}, nil},
		"counted retries": {`
  A:
    after: {30s: Over}
    on: {Go: Z, Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}`, []string{"30 * p + 30 seconds"}, nil},
		"restarts and a timer around": {`
  C:
    after: {1h: Over}
    on: {Over: Z}
    initial: A
    states:
      A: {after: {30m: Tick}, on: {Tick: [{if: n < p, to: A, set: {n: n + 1}}, B], Go: B}}
      B: {on: {Go: A}}`, []string{"1h"}, nil},
		"two limits": {`
  C:
    after: {1h: Over}
    on: {Over: Z}
    initial: A
    states:
      A: {after: {30m: Tick}, on: {Tick: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}`, []string{"1h", "30 * p + 30 minutes"}, nil},
		"named delays, of which the program computes one up to a limit": {`
  A: {after: {pause: Over}, on: {Over: [{if: n < p, to: B, set: {n: n + 1}}, Z]}}
  B: {after: {brief: Tick}, on: {Tick: A}}`, []string{"70 * p + 60 seconds"}, nil},
		"a delay that the program computes": {`
  A: {after: {open: Over}, on: {Over: Z}}`, nil, []string{"A"}},
		"it waits for an event": {`
  A: {on: {Go: B}}
  B: {after: {2m: Over}, on: {Over: Z}}`, nil, []string{"A"}},
		"the event of the timer is ignored": {`
  A: {after: {2m: Over}, on: {Go: Z, Over: [{if: n < p, to: Z, set: {n: n + 1}}, {otherwise: ignore}]}}`, nil, []string{"A"}},
		"the event of the timer may be refused": {`
  A: {after: {2m: Over}, on: {Go: Z, Over: [{if: n < p, to: Z}, {if: n >= p, to: Z}]}}`, nil, []string{"A"}},
		"the timer fires in place": {`
  C:
    after: {1h: Over}
    on: {Over: {set: {n: 0}}}
    initial: A
    states:
      A: {on: {Go: Z}}`, nil, []string{"A"}},
		"a timer of a composite state starts again": {`
  C:
    after: {1h: Over}
    on: {Over: [{if: n < p, to: C, set: {n: n + 1}}, Z]}
    initial: A
    states:
      A: {on: {Go: B}}
      B: {on: {Go: A}}`, []string{"p + 1 hours"}, nil},
		"a state that the machine leaves at once": {`
  A: {after: {2m: Over}, on: {Over: B}}
  B: {always: [{if: n < p, to: A, set: {n: n + 1}}, Z]}`, []string{"2 * p + 2 minutes"}, nil},
		"regions whose leaves come once, and one that counts": {`
  A:
    parallel:
      R: {initial: R1, states: {R1: {after: {24h: Over}, on: {Over: R2}}, R2: {after: {6h: Go}, on: {Go: R3}}, R3: {final: true}}}
      S: {initial: S1, states: {S1: {after: {30m: Tick}, on: {Tick: [{if: n < p, to: S1, set: {n: n + 1}}, S2]}}, S2: {final: true}}}
    done: Z`, []string{"max(1800, 30 * p + 30) minutes"}, nil},
		"what a region does not come to pays for what follows": {`
  A:
    parallel:
      R: {initial: R1, states: {R1: {after: {24h: Over}, on: {Over: R2, Set: B}}, R2: {after: {6h: Go}, on: {Go: Z}}}}
      S: {}
  B: {after: {2h: Tick}, on: {Tick: Z}}`, []string{"30h"}, nil},
		"a region inside a leaf": {`
  A:
    parallel:
      R:
        initial: R1
        states:
          R1: {on: {Go: R2, Set: Z}, parallel: {I: {initial: I1, states: {I1: {after: {1h: Over}, on: {Over: Z}}}}, J: {}}}
          R2: {after: {2h: Tick}, on: {Tick: Z}}
      S: {}`, []string{"3h"}, nil},
		"one of two regions has a timer": {`
  A:
    parallel:
      R: {initial: R1, states: {R1: {after: {1h: Over}, on: {Over: Z}}}}
      S: {initial: S1, states: {S1: {on: {Go: S2}}, S2: {on: {Go: S1}}}}`, []string{"1h"}, nil},
		"a leaf without a timer": {`
  A:
    parallel:
      R: {initial: R1, states: {R1: {after: {1h: Over}, on: {Over: R2}}, R2: {final: true}}}
      S: {initial: S1, states: {S1: {on: {Go: S2}}, S2: {final: true}}}
    done: Z`, nil, []string{"A"}},
		"a region that waits for another one has a gap": {`
  A:
    parallel:
      R:
        initial: R1
        states: {R1: {after: {1h: Go}, on: {Go: R2}}, R2: {always: {if: in(S2), to: R3}}, R3: {after: {3h: Tick}, on: {Tick: R4}}, R4: {final: true}}
      S: {initial: S1, states: {S1: {after: {2h: Over}, on: {Over: S2}}, S2: {final: true}}}
    done: Z`, []string{"6h"}, nil},
		"the other region has one then": {`
  A:
    parallel:
      R: {initial: R1, states: {R1: {after: {1h: Over}, on: {Over: R2}}, R2: {on: {Go: R1}}}}
      S: {initial: S1, states: {S1: {after: {2h: Tick}, on: {Tick: Z}}}}`, []string{"2h"}, nil},
	}
}

func timedMachine(t *testing.T, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("timed.fsm.yaml", []byte(timedHead+strings.TrimPrefix(text, "\n")+"\n"))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// TestPunctual checks machines that end only because timers fire when they are due, and after how many transitions. Others don't end even then.
func TestPunctual(t *testing.T) {
	const polling = `machine: Polling
params: {p: {type: int, min: 0, max: 1000}}
vars: {n: {type: int, min: 0, max: p}}
events: {Poll: {INTERNAL}, Pending: {}, Granted: {}, Expired: {}}
initial: Waiting
terminal: {done: [Done], failed: [Failed]}
states:
  Polling:
    after: {15m: Expired}
    on: {Expired: EXPIRED}
    initial: Waiting
    states:
      Waiting: {after: {5s: Poll}, on: {Poll: Asking}}
      Asking: {on: {Pending: WAIT, Granted: Done}}
  Done: {}
  Failed: {}
`
	slow := "Waiting, Slow: {after: {20s: Poll}, on: {Poll: Waiting}}"
	for name, c := range map[string]struct {
		internal, expired, wait, want string
	}{
		"a poll every five seconds for 15 minutes": {"internal: true", "Failed", "Waiting", "361"},
		"for 15 minutes times p + 1":               {"internal: true", "[{if: n < p, to: Polling, set: {n: n + 1}}, Failed]", "Waiting", "361 * p + 361"},
		"two timers with one event":                {"internal: true", "Failed", slow, "721"},
		"a timer whose length is not known":        {"internal: true", "Failed", strings.Replace(slow, "20s", "open", 1), "none"},
		"a program that polls, too":                {"", "Failed", "Waiting", "none"},
		"an answer that changes nothing":           {"internal: true", "Failed", "{set: {n: 0}}", "none"},
	} {
		t.Run(name, func(t *testing.T) {
			wait, more, _ := strings.Cut(c.wait, ", Slow: ")
			text := strings.NewReplacer("INTERNAL", c.internal, "EXPIRED", c.expired, "WAIT", wait).Replace(polling)
			if more != "" {
				text = strings.Replace(text, "Granted: Done}}\n", "Granted: Done, Late: Slow}}\n      Slow: "+more+"\n", 1)
				text = strings.Replace(text, "events: {", "delays: {open: {}}\nevents: {Late: {}, ", 1)
			}
			s, diags := spec.Load("polling.fsm.yaml", []byte(text))
			if s.Machine == nil {
				t.Fatal(diags)
			}
			r := verify.Machine(t.Context(), s.Machine)
			got := "none"
			if r.Punctual != nil && r.Punctual.Bound != nil {
				got = expr.Print(r.Punctual.Bound, expr.Spec)
			}
			if got != c.want || r.Termination == verify.Proved || len(r.Times) == 0 {
				t.Errorf("it ends after %s transitions, want %s; termination is %s, with %d limits of time", got, c.want, r.Termination, len(r.Times))
			}
			said := strings.Contains(fmt.Sprint(r.Diagnostics), "no such run is possible: Polling ends, after at most "+c.want+" transitions")
			if said != (c.want != "none") {
				t.Errorf("the finding says that timers rule the run out: %t\n%v", said, r.Diagnostics)
			}
		})
	}
}

// TestTimes checks limits of time: of timers that start once, often, or wherever the machine waits; and what it waits for otherwise.
func TestTimes(t *testing.T) {
	for name, c := range timedCases() {
		t.Run(name, func(t *testing.T) {
			m := timedMachine(t, c.spec)
			r := verify.Machine(t.Context(), m)
			var times, waits []string
			for i := range r.Times {
				times = append(times, r.Times[i].String())
			}
			slices.Sort(times)
			for _, s := range r.Waits {
				waits = append(waits, m.States[s].Name)
			}
			if diff := cmp.Diff(c.times, times) + cmp.Diff(c.waits, waits); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
