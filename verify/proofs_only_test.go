package verify_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestProofsOnly asks for proofs alone: what is wrong is unknown, and no run is looked at.
func TestProofsOnly(t *testing.T) {
	m := parse(t, `machine: Ask
params: {n: {type: int, min: 0, max: 9}}
vars: {left: {type: int, min: 0, max: n, init: n}}
events: {Go: {by: int}}
initial: A
terminal: {done: [Done]}
invariants: [left <= n + 1, left > 3]
states:
  A: {on: {Go: [{if: event.by > 0 && event.by <= left, set: {left: left - event.by}}, Done]}}
  Done: {}
progress: {A: left + 1}
`)
	status := func(r *verify.Report) (list [2]verify.Status) {
		list = [2]verify.Status{verify.Proved, verify.Proved}
		for _, o := range r.Obligations {
			if o.Kind == verify.KindInvariant && o.Status != verify.Proved {
				list[o.Invariant] = o.Status
			}
		}
		return list
	}
	if got := status(verify.Machine(t.Context(), m)); got != [2]verify.Status{verify.Proved, verify.Refuted} {
		t.Errorf("with runs: %v", got)
	}
	r := verify.Within(t.Context(), m, verify.Limits{ProofsOnly: true}, nil)
	if got := status(r); got != [2]verify.Status{verify.Proved, verify.Unknown} {
		t.Errorf("with proofs only: %v", got)
	}
	if len(r.Explored) > 0 || r.Run != nil || len(r.Diagnostics) > 0 || r.Termination == verify.Proved {
		t.Errorf("runs were looked at, or more is said than asked:\n%s", r.Summary())
	}
}
