package verify_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

const lengthHead = `machine: Lengths
params: {p: {type: int, min: 0, max: 1000}, w: {type: duration, min: 5s, max: 1h}, cap: {type: duration, min: w, max: 2h}}
vars: {n: {type: int, min: 0, max: p}, d: {type: duration, min: w, max: cap, init: w}}
calls: {ask: {}, tell: {}}
events: {Go: {}, Tick: {}, Over: {}}
initial: A
terminal: {done: [Z]}
states:
  Z: {}
`

// TestLengths checks the time of machines with timers and timeouts that depend on parameters, and the verdict on a claim.
func TestLengths(t *testing.T) {
	for name, test := range map[string]struct{ text, time, claim, status string }{
		"a parameter":        {"  A: {after: {w: Over}, on: {Over: Z, Go: Z}}", "w", "w", "proved"},
		"a lower claim":      {"  A: {after: {w: Over}, on: {Over: Z, Go: Z}}", "w", "w - 1ns", "refuted"},
		"a product":          {"  A: {after: {30s * (p + 1): Over}, on: {Over: Z, Go: Z}}", "30 * (p + 1) seconds", "31s * (p + 1)", "proved"},
		"counted":            {"  A: {after: {w: Over}, on: {Go: Z, Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}", "w * (p + 1)", "cap * (p + 1)", "proved"},
		"beside a constant":  {"  A: {after: {w: Tick}, on: {Go: Z, Tick: B}}\n  B: {after: {1h: Over}, on: {Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}", "(w + 1h) * p + 1h + w", "(w + 2h) * (p + 1)", "proved"},
		"the least of two":   {"  A: {after: {\"min(2*w, cap)\": Over}, on: {Go: Z, Over: [{if: n < p, to: A, set: {n: n + 1}}, Z]}}", "(p + 1) * min(2 * w, cap)", "cap * (p + 1)", "proved"},
		"a timeout":          {"  A: {invoke: {call: ask, timeout: cap, on: {done: Z, error: [{if: n < p, to: B, set: {n: n + 1}}, Z]}}}\n  B: {after: {w: Over}, on: {Over: A}}", "(w + cap) * p + cap", "2*cap * (p + 1)", "proved"},
		"doubling":           {"  A: {after: {d: Over}, on: {Go: Z, Over: [{if: 2*d <= cap, to: A, set: {d: 2*d}}, Z]}}", "2 * cap - w", "2*cap", "proved"},
		"doubling afterward": {"  A: {after: {30s: Over}, on: {Over: B}}\n  B: {after: {d: Tick}, on: {Tick: [{if: n < p && 2*d <= cap, to: A, set: {d: 2*d, n: n + 1}}, Z]}}", "2 * cap - w + (30s * p + 30s)", "2*cap + 30s * (p + 1)", "proved"},
		"up to a cap":        {"  A: {after: {d: Over}, on: {Go: Z, Over: [{if: n < p, to: A, set: {d: \"min(2*d, cap)\", n: n + 1}}, Z]}}", "cap * p + w", "(p + 1) * cap", "proved"},
		"the longest region": {"  A:\n    parallel:\n      R: {initial: R1, states: {R1: {after: {cap: Over}, on: {Over: R2}}, R2: {final: true}}}\n      S: {initial: S1, states: {S1: {after: {w: Tick}, on: {Tick: S2}}, S2: {final: true}}}\n    done: Z", "max(cap, w)", "cap", "proved"},
	} {
		s, diags := spec.Load("lengths.fsm.yaml", []byte(lengthHead+test.text+"\nwithin: "+test.claim+"\n"))
		if s.Machine == nil {
			t.Fatalf("%s: %v", name, diags)
		}
		r := verify.Machine(t.Context(), s.Machine)
		var got []string
		for i := range r.Times {
			got = append(got, r.Times[i].String())
		}
		if text := strings.Join(got, ", "); text != test.time {
			t.Errorf("%s: the time is %q, want %q", name, text, test.time)
		}
		if string(r.TimeClaim.Status) != test.status {
			t.Errorf("%s: the claim %s is %s, want %s", name, r.TimeClaim, r.TimeClaim.Status, test.status)
		}
	}
}

// TestPunctualLengths wants as many transitions as the time has room for, whatever the parameters are.
func TestPunctualLengths(t *testing.T) {
	s, diags := spec.Load("lengths.fsm.yaml", []byte(strings.NewReplacer("initial: A", "initial: B", "Tick: {}", "Tick: {internal: true}").Replace(lengthHead)+`  A:
    after: {cap: Over}
    on: {Over: Z}
    states:
      B: {after: {2*w: Tick}, on: {Tick: B}}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := verify.Machine(t.Context(), s.Machine)
	if r.Punctual == nil || r.Punctual.Bound == nil {
		t.Fatalf("it does not end:\n%s", r.Summary())
	}
	if got := expr.PrintNumber(r.Punctual.Bound, expr.Spec); got != "cap / 10s + 1" {
		t.Errorf("the bound is %s", got)
	}
}
