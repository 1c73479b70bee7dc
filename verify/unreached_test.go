package verify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestUnreached proves which states no run reaches, and only these: others are not explored, because they take larger parameters.
func TestUnreached(t *testing.T) {
	const text = `machine: Ladder
params: {goal: {type: int, min: 0, max: 100000}, spare: bool}
vars: {height: {type: int, min: 0, max: goal}, broken: {type: bool}, mended: {type: int, min: 0, max: 3}}
events: {Up: {}, Fix: {}, Jump: {}}
initial: Climbing
terminal: {top: [Top], fell: [Fell]}
states:
  Climbing:
    on:
      Up:
        - {if: height == 90000, to: High, set: {height: height + 1}}
        - {if: height < goal, set: {height: height + 1}}
        - Top
      Jump: [{if: height > 50000 && broken, to: Broken}, Fell]
  High: {on: {Up: [{if: height < goal, to: Climbing, set: {height: height + 1}}, Top]}}
  Broken: {on: {Fix: [{if: mended < 3 && spare, to: Climbing, set: {mended: mended + 1, broken: true}}, Fell]}}
  Top: {}
  Fell: {}
`
	r := verify.Machine(t.Context(), parse(t, text))
	if len(r.Unreached) != 1 || r.Unreached[0].Name(r.Machine) != "Broken" || len(r.Unreached[0].Proof) == 0 {
		t.Fatalf("%v\n%s", r.Unreached, r.Full())
	}
	for _, c := range r.Conditions {
		if expr.Equal(c.Expr, expr.Truth(false)) {
			t.Errorf("a restored machine must not be in %s", r.Machine.States[c.State].Name)
		}
	}
	for _, fault := range faultsOf(r, rand.New(rand.NewPCG(1, 2))) {
		t.Error(fault)
	}
}
