package verify_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRest verifies machines that never end, or whose end is not proved, and that take transitions
// without an event.
func TestRest(t *testing.T) {
	const spin = `machine: Spin
params: {n: {type: int, min: 1}}
vars: {x: {type: int, min: 0, max: n}, y: int}
events: {Go: {}, Stop: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Go: {to: B, set: {x: n}}, Stop: Z}}
  B: {always: [STEP, A]}
  Z: {}
`
	for _, test := range []struct {
		name, src string
		ends      verify.Status
		rests     verify.Status
		says      string
	}{
		{"counts down", strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: x - 1}}"), verify.Refuted, verify.Proved, "rests        proved"},
		{"stays", strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: n}}"), verify.Refuted, verify.Refuted, "from step 2 of a run, it takes transitions without an event forever"},
		{"never returns", strings.ReplaceAll(spin, "STEP", "{if: y >= 0, set: {y: y + 1}}"), verify.Refuted, verify.Refuted, "because this stays true there: y >= 0"},
		{"an environment", strings.ReplaceAll(strings.ReplaceAll(spin, "Go: {}", "Go: {environment: true}"), "STEP", "{if: x > 0, set: {x: x - 1}}"), verify.Proved, verify.Proved, "settles      proved"},
		{"an environment, stays", strings.ReplaceAll(strings.ReplaceAll(spin, "Go: {}", "Go: {environment: true}"), "STEP", "{if: x > 0, set: {x: n}}"), verify.Refuted, verify.Refuted, "does not come to rest"},
		{"ends", strings.ReplaceAll(strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: x - 1}}"), ", A]", ", Z]"), verify.Proved, verify.Proved, "n + 2 transitions"},
		{"a transition of all states", strings.ReplaceAll(strings.ReplaceAll(spin, "STEP", "{if: x > 0, set: {x: n}}"), "initial: A", "initial: A\non: {Go: A}"), verify.Refuted, verify.Refuted, "does not come to rest"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := reported(t, "spin.fsm.yaml", []byte(test.src))
			if r.Termination != test.ends || r.Rest.Status != test.rests {
				t.Errorf("it ends: %s, want %s; it comes to rest: %s, want %s", r.Termination, test.ends, r.Rest.Status, test.rests)
			}
			text := r.Summary()
			for _, d := range r.Diagnostics {
				text += d.Message
				for _, n := range d.Notes {
					text += n.Message
				}
			}
			if !strings.Contains(text, test.says) {
				t.Errorf("it does not say %q:\n%s", test.says, text)
			}
			if r.Rest.Run == nil != (test.rests != verify.Refuted) {
				t.Fatalf("it comes to rest: %s, run %v", test.rests, r.Rest.Run)
			}
			if r.Rest.Run == nil {
				return
			}
			if err := r.Rest.Run.Replay(r.Machine); err != nil {
				t.Error(err)
			}
			from := r.Rest.Run.LoopFrom
			if r.Rest.Recurrent != nil {
				from = r.Rest.Recurrent.From
			}
			for _, s := range r.Rest.Run.Steps[from:] {
				if e := r.Machine.Transitions[s.Transition].Event; !r.Machine.Events[e].Eventless {
					t.Errorf("the cycle contains the event %s", r.Machine.Events[e].Name)
				}
			}
		})
	}
}

// TestRestRefutes checks a machine of which exploration finds no endless run before it gives up, and of which the search for one that
// does not come to rest finds one. The report must show that run, although another one refutes the bound.
func TestRestRefutes(t *testing.T) {
	sample.Turn(t)
	s, diags := spec.Load("random.fsm.yaml", []byte(`machine: Random
params:
  n: {type: int, max: 4}
  m: {type: int, min: 1, max: 9}
  strict: bool
  paint: Color
  label: string
enums: {Color: [Red, Green, Blue], One: [Only]}
vars:
  fuel: {type: int, min: 0, max: "n + m", init: "min(n, n + m)"}
  x: {type: int, max: n + 3, init: "min(n, 7)"}
  flag: {type: bool, init: n > 2}
  color: {type: Color, init: Red}
  one: One
  name: {type: string, init: "label"}
guards:
  low: "(x > 0 && color != paint)"
  high: "low || flag"
events: {E: {a: int, ok: bool}, F: {c: Color, s: string}, G: {internal: true}, R: {}, S: {internal: true}}
initial: Q
terminal: {end: [Done]}
on: {S: Done}
ignore: [G, R]
invariants: ["name != \"c\" || flag"]
states:
  Q:
    done: P0
    parallel:
      R0:
        initial: R0S0
        states:
          R0S0:
            initial: R0S0a
            states:
              R0S0a: {on: {E: R0S0b}}
              R0S0b: {final: true}
            done: R0S1
          R0S1:
            on:
              E: [{if: "x < 2", to: R0S2}, {if: "x < 2", to: R0S2}]
          R0S2:
            on:
              F: [{if: "strict", to: R0S3}, {to: R0S3, set: {x: 0}}]
          R0S3: {final: true}
      R1:
        initial: R1S0
        states:
          R1S0:
            on:
              E: [{if: "strict", to: R1S2, set: {flag: "!flag"}}, {to: R1S1, set: {flag: "!flag"}}]
          R1S1:
            on:
              F: [{if: "strict", to: R1S2}, {to: R1S2, set: {flag: strict}}]
          R1S2: {final: true}
  P0:
    after: {1h: G}
    always: [{if: "x > 0 && x != fuel", to: P0, set: {fuel: "fuel - 1", name: "\"c\""}}, {if: "fuel > 1 && low", set: {fuel: "max(0, fuel - 3)", flag: "(flag || name != label)"}}]
    on:
      E:
        - {to: Done, set: {fuel: "max(0, fuel % 5 - 1)"}}
      F:
        - {if: "fuel > 0 && (event.s != name) != (color == Red)", set: {fuel: "fuel - 1"}, raise: S}
        - {if: "fuel > 0 && !(name != label)", to: P0, set: {fuel: "fuel - 1", color: "event.c", name: "event.s"}}
        - {to: Done, set: {fuel: "fuel", color: "event.c"}}
  Done: {}
progress:
  Q: "0 * (n + m + 1) + fuel + 1 + 1"
  R0S0a: 9
  R0S0b: 8
  R0S1: 6
  R0S2: 3
  R0S3: 0
  R1S0: 6
  R1S1: 3
  R1S2: 0
  P0: "0 * (n + m + 1) + fuel + 1"
bound: "0 * (n + m + 1) + n + m + 1 + 16"
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := verify.Within(t.Context(), s.Machine, verify.Limits{Effort: verify.LowEffort}, func(string) {})
	if r.Rest.Status != verify.Refuted || r.Termination != verify.Refuted || r.Bound.Status != verify.Refuted || r.Run != r.Rest.Run {
		t.Fatalf("rest is %s, termination is %s, bound is %s", r.Rest.Status, r.Termination, r.Bound.Status)
	}
	if err := r.Run.Replay(s.Machine); err != nil {
		t.Error(err)
	}
	endless := 0
	for _, d := range r.Diagnostics {
		if d.Code == diag.CodeEndless {
			endless++
		}
	}
	if endless != 1 {
		t.Errorf("%d findings show an endless run, want 1:\n%v", endless, r.Diagnostics)
	}
}
