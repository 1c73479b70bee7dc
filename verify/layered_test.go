package verify_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestLayered bounds machines with regions that count, also through events that several regions handle.
func TestLayered(t *testing.T) {
	for _, tt := range []struct{ name, text, bound, progress string }{
		{"counters of regions, which one event raises", `machine: Counters
vars: {n0: {type: int}, n1: {type: int}}
events: {Next: {}, Other: {}, Own: {}, Stop: {}}
outputs: {Say: {n: int}}
initial: P
terminal: {over: [Z]}
states:
  P:
    on: {Stop: Z}
    parallel:
      R0:
        initial: A
        states:
          A: {on: {Other: [{if: n0 < 3, set: {n0: n0 + 1}, emit: {Say: {n: n0}}}, {to: B, emit: {Say: {n: 0}}}]}}
          B: {on: {Own: {to: C, emit: {Say: {n: 1}}}}}
          C: {on: {Next: {to: D, emit: {Say: {n: 2}}}, Other: {to: D, emit: {Say: {n: 2}}}}}
          D: {}
      R1:
        initial: X
        states:
          X: {on: {Other: {to: Y, emit: {Say: {n: 10}}}, Next: [{if: n1 < 3, set: {n1: n1 + 1}, emit: {Say: {n: n1}}}, {to: Y, emit: {Say: {n: 10}}}]}}
          Y: {on: {Next: {to: W, emit: {Say: {n: 11}}}}}
          W: {}
  Z: {}
`, "12", "  P: 7 - n0 - n1\n  A: 3\n  B: 2\n  C: 1\n  D: 0\n  X: 2\n  Y: 1\n  W: 0\n"},
		{"a cycle inside a region that a counter ends", `machine: Around
vars: {n: {type: int}, m: {type: int}}
events: {Go: {}, Back: {}, Stop: {}}
initial: P
terminal: {over: [Z]}
states:
  P:
    on: {Stop: Z}
    parallel:
      R0:
        initial: A
        states:
          A: {on: {Go: B}}
          B: {on: {Back: [{if: n < 4, to: A, set: {n: n + 1}}, C]}}
          C: {}
      R1:
        initial: X
        states:
          X: {on: {Go: [{if: m < 2, to: Y, set: {m: m + 1}}, W]}}
          Y: {on: {Back: X}}
          W: {}
  Z: {}
`, "16", ""},
		{"a counter that another one resets", `machine: Reset
vars: {n: {type: int}, m: {type: int}}
events: {Tick: {}, Tock: {}, Stop: {}}
initial: P
terminal: {over: [Z]}
states:
  P:
    on: {Stop: Z}
    parallel:
      R0:
        initial: A
        states:
          A: {on: {Tick: [{if: n < 3, set: {n: n + 1}}, B]}}
          B: {on: {Tock: [{if: m < 2, to: A, set: {m: m + 1, n: 0}}, C]}}
          C: {}
      R1: {initial: X, states: {X: {on: {Tock: Y}}, Y: {}}}
  Z: {}
`, "17", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(t.Context(), parse(t, tt.text))
			if !r.Proved() || !strings.Contains(r.Summary(), "bound        "+tt.bound+" transitions: proved, tight") || len(r.GaveUp) > 0 {
				t.Fatalf("the bound is not proved to be %s, or not to be tight\n%s", tt.bound, r.Summary())
			}
			if !strings.Contains(r.Full(), tt.progress) {
				t.Errorf("the report is\n%s", r.Full())
			}
			for _, fault := range faultsOf(r, rand.New(rand.NewPCG(1, 2))) {
				t.Error(fault)
			}
		})
	}
}

// TestLayeredRest proves with little effort that a machine which never ends comes to rest after each event, though its regions have cycles: what is pending
// pays for each step.
func TestLayeredRest(t *testing.T) {
	m := parse(t, `machine: Cycles
vars: {n: {type: int}}
events: {Next: {}, Other: {}, Own: {}, Stop: {}}
outputs: {Say: {n: int}}
initial: P
terminal: {over: [Z]}
unlisted: ignore
states:
  P:
    on: {Stop: Z, Own: {to: P}}
    parallel:
      R0:
        initial: A
        states:
          A: {on: {Other: {to: B, emit: {Say: {n: 0}}}, Next: {to: A, emit: {Say: {n: 0}}}}}
          B: {on: {Next: {to: A, emit: {Say: {n: 1}}}}}
      R1:
        initial: X
        states:
          X: {on: {Other: [{if: n < 3, set: {n: n + 1}, emit: {Say: {n: n}}}, {to: Y, emit: {Say: {n: 10}}}]}}
          Y: {on: {Next: {to: X, emit: {Say: {n: 11}}}, Other: {to: Y, emit: {Say: {n: 11}}}}}
      R2:
        initial: K
        states:
          K: {on: {Other: {to: L, emit: {Say: {n: 20}}}, Next: {to: K, emit: {Say: {n: 20}}}}}
          L: {on: {Next: K, Other: {to: L, emit: {Say: {n: 21}}}}}
  Z: {}
`)
	r := verify.Within(t.Context(), m, verify.Limits{Effort: verify.LowEffort}, nil)
	if r.Termination != verify.Refuted || r.Rest.Status != verify.Proved || len(r.GaveUp) > 0 {
		t.Errorf("rest is %s\n%s", r.Rest.Status, r.Summary())
	}
}
