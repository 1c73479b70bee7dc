package verify_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/verify"
)

// unstarted divides by 0 in an output at the start if p == 0. Everything else in it that
// is wrong would need p == 0.
const unstarted = `machine: Unstarted
params: {p: {type: int, min: 0, max: 2}}
vars: {v: {type: int, min: 1, max: 2, init: p}, w: {type: int, min: 0, max: 6}}
outputs: {O: {x: int}}
events: {E: {}, F: {}, G: {}}
initial: S
terminal: {done: [T]}
invariants: [v != 0]
states:
  S:
    entry: {O: {x: 6 / v}}
    on:
      E: [{if: v > 0, to: T}, {if: v < 0, to: T}]
      F: [{if: v == 0, to: U}, {to: T}]
      G: {to: T, set: {w: 6 / v}}
  U:
    on:
      F: [{if: v == 0, to: V}, {to: T}]
  V:
    on:
      E: {if: v > 0, to: T}
      F: [{if: v == 0, to: U}, {to: T}]
  T: {}
progress: {S: v, U: v, V: v}
bound: p
`

// TestUnstarted checks that parameters with which a machine cannot start refute only the
// obligation on the outputs at the start. They belong to no other run of the report.
func TestUnstarted(t *testing.T) {
	m := parse(t, unstarted)
	r := verify.Machine(context.Background(), m)
	var refuted []verify.Kind
	for _, o := range r.Obligations {
		if o.Status != verify.Refuted {
			continue
		}
		refuted = append(refuted, o.Kind)
		if o.Transition >= 0 || o.Run == nil || o.Run.Params[0] != 0 || len(o.Run.Steps) > 0 {
			t.Errorf("%+v is refuted by %+v", o, o.Run)
		}
	}
	if d := cmp.Diff([]verify.Kind{verify.KindDivide}, refuted); d != "" {
		t.Errorf("refuted (-want +got):\n%s", d)
	}
	if r.Termination != verify.Unknown || r.Bound.Status != verify.Unknown || r.Run != nil || len(r.Lassos) > 0 {
		t.Errorf("termination %s, bound %s, run %v", r.Termination, r.Bound.Status, r.Run)
	}
	var explored []int64
	for _, e := range r.Explored {
		explored = append(explored, e.Params[0])
	}
	if d := cmp.Diff([]int64{1, 2}, explored); d != "" {
		t.Errorf("explored (-want +got):\n%s", d)
	}
	if w := r.Bound.Worst; w == nil || w.Replay(m) != nil {
		t.Errorf("the longest run is %v", w)
	}
	if slices.ContainsFunc(r.Overlaps, func(o verify.Overlap) bool { return o.Run != nil && o.Params[0] == 0 }) {
		t.Errorf("an overlap without a run: %+v", r.Overlaps)
	}
}

// TestNeverStarts checks a machine that starts with no parameters at all.
func TestNeverStarts(t *testing.T) {
	r := verify.Machine(context.Background(), parse(t, `machine: Never
vars: {v: int}
outputs: {O: {x: int}}
events: {E: {}}
initial: S
terminal: {done: [T]}
states:
  S: {entry: {O: {x: 6 / v}}, on: {E: T}}
  T: {}
`))
	if len(r.Explored) > 0 || r.Bound.Worst != nil || r.Bound.Tight || r.Run != nil || r.Termination == verify.Refuted {
		t.Errorf("explored %v, longest run %v, tight %t, run %v", r.Explored, r.Bound.Worst, r.Bound.Tight, r.Run)
	}
}
