package verify_test

import (
	"math"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestWorst wants each limit to hold of the run that is found, and that run to be replayed on the clock.
func TestWorst(t *testing.T) {
	const src = `machine: Ask
params: {rounds: {type: int, min: 1}, price: {type: int, min: 0}}
vars: {asked: {type: int, min: 1, max: rounds, init: 1}}
calls: {model: {done: {final: bool}}}
initial: Asking
terminal: {success: [Answered], failure: [Failed]}
costs: {cents: {model: price}}
states:
  Asking:
    invoke:
      call: model
      timeout: 30s
      on:
        done: [{if: event.final, to: Answered}, {if: asked < rounds, to: Asking, set: {asked: asked + 1}}, Failed]
        error: Failed
        timeout: Failed
  Answered: {}
  Failed: {}
`
	s, diags := spec.Load("ask.fsm.yaml", []byte(src))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	r := verify.Machine(t.Context(), s.Machine)
	w := r.Worst(t.Context(), []int64{4, 7})
	want := []verify.Amount{
		{Kind: "transitions", Limit: "rounds", Most: 4, Taken: 4},
		{Kind: "time", Limit: "30 * rounds seconds", Most: int64(2 * time.Minute), Taken: int64(2 * time.Minute)},
		{Kind: "cost", Name: "cents", Limit: "rounds * price", Most: 28, Taken: 28},
	}
	if len(w.Amounts) != len(want) {
		t.Fatalf("%+v", w.Amounts)
	}
	for i, a := range w.Amounts {
		if a != want[i] {
			t.Errorf("%+v, want %+v", a, want[i])
		}
	}
	if w.CutShort || w.Clock == nil || w.Clock.Replay(s.Machine) != nil {
		t.Errorf("the run is %+v", w.Clock)
	}
	large := r.Worst(t.Context(), []int64{math.MaxInt64 / 2, 3})
	for _, a := range large.Amounts[1:] {
		if a.Most != math.MaxInt64 || a.Value(a.Most) != "more than 64 bits hold" {
			t.Errorf("a limit that does not fit is %+v", a)
		}
	}
	if !large.CutShort {
		t.Error("exploration of many configurations is complete")
	}
}
