package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

const rounds = `machine: Rounds
params: {n: {type: int, min: 0}, m: {type: int, min: 0}, late: bool}
vars:
  tries: {type: int, min: 0, max: n, init: n}
  left: {type: int, min: 0, max: m}
events: {Begin: {}, Step: {}, Again: {}}
initial: Ready
terminal: {done: [Done]}
states:
  Ready: {on: {Begin: [{if: late, to: Work, set: {left: m}}, {to: Done}]}}
  Work:
    on:
      Step: [{if: left > 0, set: {left: left - 1}}, {to: Done}]
      Again: [{if: tries > 0, set: {tries: tries - 1, left: m}}, {to: Done}]
  Done: {}
progress:
  Ready: [2, 0, 0]
  Work: [1, tries, left]
`

// squares is like rounds, but no sum is found: a condition that is not linear limits what left is set to. All of its states are
// one level.
var squares = strings.NewReplacer("min: 0}, m:", "min: 0, max: 1000}, m:", "min: 0}, late", "min: 0, max: 1000}, late", "Again: {}", "Again: {k: int}",
	"Again: [{if: tries > 0, set: {tries: tries - 1, left: m}}", "Again: [{if: tries > 0 && event.k > 0 && event.k < 5000 && event.k * event.k <= m * m, set: {tries: tries - 1, left: event.k}}",
	"Ready: [2, 0, 0]", "Ready: [n + 2, 0, 0]", "Work: [1, tries", "Work: [tries + 1, 0").Replace(rounds)

// unlimited has no bound: the payload decides how long it runs.
var unlimited = strings.NewReplacer("left: {type: int, min: 0, max: m}", "left: {type: int, min: 0}", " && event.k < 5000 && event.k * event.k <= m * m", "").Replace(squares)

// TestProduct bounds the transitions of lexicographic machines, and compares the
// bounds that specs claim with what is proved.
func TestProduct(t *testing.T) {
	tests := []struct {
		name, text, bound string
		status            verify.Status
	}{
		{"none claimed", rounds, "(n + 1) * (m + 1) + 1", verify.Proved},
		{"no levels", squares, "(n + 3) * (m + 1)", verify.Proved},
		{"nothing limits a component", unlimited, "", verify.Unknown},
		{"claimed as it is", rounds + "bound: n*m + m + n + 2\n", "n * m + m + n + 2", verify.Proved},
		{"claimed one less", rounds + "bound: n*m + m + n + 1\n", "n * m + m + n + 1", verify.Refuted},
		{"refuted by a run", rounds + "bound: n + m\n", "n + m", verify.Refuted},
		{"max", strings.Replace(rounds, "Work: [1, tries, left]", `Work: [1, tries, "max(left, 0)"]`, 1), "(n + 1) * (m + 1) + 1", verify.Proved},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(context.Background(), parse(t, tt.text))
			got := ""
			if r.Bound.Expr != nil {
				got = expr.Print(r.Bound.Expr, expr.Spec)
			}
			if r.Termination != verify.Proved || got != tt.bound || r.Bound.Status != tt.status {
				t.Errorf("%q %s, want %q %s\n%s%v", got, r.Bound.Status, tt.bound, tt.status, r.Summary(), r.Diagnostics)
			}
			for _, fault := range contradictions(r) {
				t.Error(fault)
			}
		})
	}
}

// TestBoundIsOfInts checks machines whose progress function uses a bool or enum parameter
// as a number: the bound must be one that the spec can claim.
func TestBoundIsOfInts(t *testing.T) {
	const text = `machine: Counts
enums: {C: [Red, Green, Blue]}
params: {p: C, f: bool, n: {type: int, min: 0}}
vars: {c: {type: C, init: p}, g: {type: bool, init: f}, x: {type: int, init: n}}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A:
    on:
      Step:
        - {if: c == Blue, set: {c: Green}}
        - {if: c == Green, set: {c: Red}}
        - {if: g, set: {g: false}}
        - {if: x > 0, set: {x: x - 1}}
        - {to: Done}
  Done: {}
`
	r := verify.Machine(context.Background(), parse(t, text))
	if r.Bound.Expr == nil || r.Bound.Status != verify.Proved || expr.Print(r.Bound.Expr, expr.Spec) != "n + 4" || r.Bound.Tight {
		t.Fatalf("not bounded by n + 4:\n%s", r.Summary())
	}
	for _, fault := range contradictions(r) {
		t.Error(fault)
	}
	again := verify.Machine(context.Background(), parse(t, text+"bound: n + 4\n"))
	if again.Termination != verify.Proved || again.Bound.Status != verify.Proved {
		t.Errorf("with the bound claimed:\n%s%v", again.Summary(), again.Diagnostics)
	}
}
