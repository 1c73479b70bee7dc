package verify_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const quickChild = `
machine: Child
events: {Ok: {}}
initial: Here
terminal: {done: [Done]}
states: {Here: {on: {Ok: Done}}, Done: {}}
progress: {Here: 1}
bound: 1
`

// TestTimeClaim decides claims.
func TestTimeClaim(t *testing.T) {
	for name, test := range map[string]struct{ claim, states, want string }{
		"the time of a timer": {"90s", `
  A: {after: {90s: Over}, on: {Go: Z, Over: Z}}`, "proved"},
		"a nanosecond less": {"89.999999999s", `
  A: {after: {90s: Over}, on: {Go: Z, Over: Z}}`, "refuted until 1m30s in A"},
		"counted retries": {"30s * (p + 1)", `
  A: {after: {30s: Over}, on: {Go: Z, Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}`, "proved"},
		"one retry less": {"max(30s, 30s * p)", `
  A: {after: {30s: Over}, on: {Go: Z, Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}`, "refuted until 1m in A"},
		"many retries": {"10m", `
  A: {after: {30s: Over}, on: {Go: Z, Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}`, "refuted until 10m30s in A"},
		"the least of two limits": {"min(1h, 30m * p + 30m)", `
  C:
    after: {1h: Over}
    on: {Over: Z}
    initial: A
    states:
      A: {after: {30m: Tick}, on: {Tick: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}`, "proved"},
		"an event at the last moment": {"4m", `
  A: {after: {2m: Over}, on: {Go: B, Over: Z}}
  B: {after: {2m30s: Tick}, on: {Tick: Z}}`, "refuted until 4m30s in B"},
		"an event that comes too late": {"3m", `
  A: {after: {2m: Over}, on: {Over: B}}
  B: {after: {1m: Tick, 30s: Over}, on: {Tick: Z, Over: Z}}`, "proved"},
		"it waits for an event": {"100h", `
  A: {after: {2m: Over}, on: {Over: B}}
  B: {on: {Go: Z}}`, "refuted until forever in B"},
		"a delay without an end": {"100h", `
  A: {after: {open: Over}, on: {Over: Z}}`, "refuted until forever in A"},
		"a delay that is at most so long": {"1m", `
  A: {after: {pause: Over}, on: {Over: Z}}`, "proved"},
		"the event of the timer is ignored": {"10m", `
  A: {after: {2m: Over}, on: {Go: Z, Over: [{if: n < p, to: Z}, {otherwise: ignore}]}}`, "unknown"},
		"a call": {"100h", `
  A: {invoke: {call: ask, on: {done: Z, error: Z}}}`, "refuted until forever in A"},
		"a child machine": {"100h", `
  A: {invoke: {machine: Child, on: {done: Z}}}`, "unknown"},
		"a child machine with a timer around it": {"2m", `
  A: {invoke: {machine: Child, on: {done: Z}}, after: {2m: Over}, on: {Over: Z}}`, "proved"},
		"time after a child machine": {"1m", `
  A: {invoke: {machine: Child, on: {done: B}}, after: {2m: Over}, on: {Over: Z}}
  B: {after: {61s: Tick}, on: {Tick: Z}}`, "refuted until 1m1s in B"},
		"an endless run in no time": {"1m", `
  A: {after: {1m: Over}, on: {Over: Z, Go: {set: {n: 0}}}}`, "proved"},
		"a state that it leaves at once": {"3m", `
  A: {after: {2m: Over}, on: {Over: B, Go: B}}
  B: {after: {9m: Tick}, always: [{if: n < p, to: A, set: {n: n + 1}}, Z]}`, "refuted until 4m in A"},
		"the leaves of a region": {"70s", `
  A:
    parallel:
      R: {initial: R1, states: {R1: {after: {1m: Over}, on: {Over: R2}}, R2: {after: {20s: Tick}, on: {Tick: Z}}}}
      S: {initial: S1, states: {S1: {after: {50s: Late}, on: {Late: S2}}, S2: {}}}`, "refuted until 1m20s in A"},
	} {
		src := strings.Replace(timedHead, "Set: {k: int}", "Set: {k: int}, Late: {}", 1)
		src = strings.Replace(src, "\nevents:", "\nuse: {Child: child.fsm.yaml}\ncalls: {ask: {}}\nwithin: "+test.claim+"\nevents:", 1) + test.states + "\n"
		s, diags := spec.LoadWith("timed.fsm.yaml", []byte(src), func(_, path string) (string, []byte, error) { return path, []byte(quickChild), nil })
		if s.Machine == nil {
			t.Fatalf("%s: %v", name, diags)
		}
		r := verify.Machine(t.Context(), s.Machine)
		c := r.TimeClaim
		got := string(c.Status)
		if c.Run != nil {
			until := "forever"
			if c.Run.Until != trace.Forever {
				until = source.Duration(c.Run.Until)
			}
			got += " until " + until + " in " + s.Machine.States[c.Run.State(s.Machine)].Name
			if err := c.Run.Replay(s.Machine); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s: %s\n%s", name, d, r.Summary())
		}
		var found []diag.Code
		for _, d := range r.Diagnostics {
			if d.Span == s.Machine.LongestSpan {
				found = append(found, d.Code)
			}
		}
		if d := cmp.Diff(map[verify.Status][]diag.Code{verify.Refuted: {diag.CodeLate}, verify.Unknown: {diag.CodeUnproved}}[c.Status], found); d != "" {
			t.Errorf("%s: findings: %s", name, d)
		}
	}
}
