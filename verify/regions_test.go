package verify_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestRegionFacts checks that the summary does not show the facts about the progress of regions,
// which the verifier always tries, and that the JSON report explains them.
func TestRegionFacts(t *testing.T) {
	m := parse(t, `machine: Two
vars: {n: {type: int, min: 0, max: 3}}
events: {Go: {}, Try: {}}
initial: All
terminal: {done: [End]}
states:
  All:
    parallel:
      First:
        initial: A
        states: {A: {on: {Go: B}}, B: {final: true}}
      Second:
        initial: C
        states:
          C: {on: {Try: [{if: n < 3, set: {n: n + 1}}, {to: D}]}}
          D: {final: true}
    done: End
  End: {}
progress: {All: 1, A: 1, C: 4 - n}
bound: 6
`)
	r := verify.Machine(t.Context(), m)
	if !r.Proved() || strings.Contains(r.Summary(), "inferred") {
		t.Errorf("want a proof without a word about inferred facts:\n%s", r.Summary())
	}
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Inferred []struct{ State, Invariant, Text string }
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	want := []struct{ State, Invariant, Text string }{
		{"All", "(first: A 1, B 0) >= 0", "what region First adds to the progress is not negative"},
		{"All", "(second: C 4 - n, D 0) >= 0", "what region Second adds to the progress is not negative"},
	}
	if d := cmp.Diff(want, got.Inferred); d != "" {
		t.Errorf("inferred (-want +got):\n%s", d)
	}
}

// TestNotRunning refutes that a machine goes on where the only event that leads on is that of a timer or a call which does not run: it
// runs in another state of the region. Nor does a run take as many transitions as if it did.
func TestNotRunning(t *testing.T) {
	for name, test := range map[string]string{
		"timer": `machine: Leaf
events: {T: {internal: true}, Go: {}}
initial: S
terminal: {done: [Done]}
states:
  S:
    on: {T: Done}
    parallel:
      A: {initial: A0, states: {A0: {after: {5s: T}, on: {Go: A1}}, A1: {}}}
      B: {}
  Done: {}
progress: {S: 1, A0: 1, A1: 0, B: 0}
bound: 2
`,
		"call, and a limit": `machine: Leaf
calls: {c: {}}
initial: S
terminal: {done: [Done]}
limit: {transitions: 1, to: Done}
states:
  S:
    parallel:
      A: {initial: A0, states: {A0: {invoke: {call: c, on: {done: A1, error: A1}}}, A1: {}}}
      B: {}
  Done: {}
bound: 2
`,
	} {
		t.Run(name, func(t *testing.T) {
			r := verify.Machine(t.Context(), parse(t, test))
			if r.Termination != verify.Proved || r.Bound.Status != verify.Proved {
				t.Fatal(r.Summary())
			}
			for _, o := range r.Obligations {
				if want := map[bool]verify.Status{true: verify.Refuted, false: verify.Proved}[o.Kind == verify.KindDeadlock]; o.Status != want {
					t.Errorf("%s is %s", o.Kind, o.Status)
				}
			}
			if r.Bound.Attained || r.Bound.Tight {
				t.Errorf("the longest run takes 1 transition:\n%s", r.Summary())
			}
		})
	}
}

// TestProgressOfRegions wants a progress function of regions as values of states that a spec can declare, and that prove the same.
func TestProgressOfRegions(t *testing.T) {
	const text = `machine: Quotes
params: {most: {type: int, min: 1, max: 50}}
enums: {Reason: [Dear, Late]}
vars: {rounds: {type: int, min: 0, max: most}, price: {type: int, min: 0, max: 1000}, day: {type: int, min: 0, max: 365}, why: Reason}
events: {Quote: {amount: int}, Slot: {day: int}, Offer: {amount: int, day: int}, Walk: {why: Reason}}
initial: Talking
terminal: {success: [Agreed], failure: [Broken]}
states:
  Talking:
    done: Agreed
    on: {Walk: {to: Broken, set: {why: event.why}}}
    parallel:
      Haggle:
        initial: Haggling
        states:
          Haggling:
            on:
              Quote:
                - {if: event.amount >= 0 && event.amount <= 1000, to: PriceOk, set: {price: event.amount}}
                - {if: rounds < most, set: {rounds: rounds + 1}}
                - {to: Broken, set: {why: Dear}}
              Offer: [{if: event.amount >= 0 && event.amount <= 1000, to: PriceOk, set: {price: event.amount}}, {otherwise: ignore}]
          PriceOk: {final: true}
      Delivery:
        initial: Planning
        states:
          Planning:
            on:
              Slot: [{if: event.day > 0 && event.day <= 365, to: DayOk, set: {day: event.day}}, {otherwise: ignore}]
              Offer: [{if: event.day > 0 && event.day <= 365, to: DayOk, set: {day: event.day}}, {otherwise: ignore}]
          DayOk: {final: true}
  Agreed: {}
  Broken: {}
`
	r := verify.Machine(t.Context(), parse(t, text))
	const want = "  progress     found; to add to the spec:\n"
	before, pasted, found := strings.Cut(r.Summary(), want)
	if !found || pasted != "progress:\n  Talking: most - rounds + 1\n  Haggling: 1\n  Planning: 1\n" {
		t.Fatalf("%s%s", before, pasted)
	}
	declared := verify.Machine(t.Context(), parse(t, text+pasted))
	if !declared.Proved() || declared.Synthesized != nil || expr.Print(declared.Bound.Expr, expr.Spec) != expr.Print(r.Bound.Expr, expr.Spec) {
		t.Errorf("declared:\n%s%v", declared.Summary(), declared.Diagnostics)
	}
	for _, fault := range faultsOf(r, rand.New(rand.NewPCG(1, 2))) {
		t.Error(fault)
	}
}

// TestDeadAroundRegions warns about an alternative around regions whose states all decide its event, and not about these decisions.
func TestDeadAroundRegions(t *testing.T) {
	r := verify.Machine(t.Context(), parse(t, `machine: Decided
events: {E: {}, Go: {}, Hop: {}, Out: {}}
initial: S
terminal: {done: [Z]}
states:
  S:
    on: {E: Z, Out: Z}
    parallel:
      A: {initial: A1, states: {A1: {ignore: [E], on: {Go: A2}}, A2: {ignore: [E]}}}
      B: {initial: B1, states: {B1: {ignore: [E], on: {Hop: B2}}, B2: {ignore: [E]}}}
  Z: {}
`))
	var got []string
	for _, d := range r.Diagnostics {
		got = append(got, d.Message)
	}
	want := []string{"this alternative of `E` in state `S` is never chosen: the states in the regions decide the event, whichever are active"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
