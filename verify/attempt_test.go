package verify_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// TestAttempt looks at the events that no alternative accepts, or for which a value cannot be computed. The witness
// notices one that is missing or wrong.
func TestAttempt(t *testing.T) {
	m := parse(t, `
machine: Attempts
guards: {ready: {doc: The program knows.}}
vars: {n: {type: int, min: 0, max: 100}}
events: {Go: {by: int}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Go: [{if: event.by == 5 && ready, to: B}, {if: event.by != 5, to: Done}]}}
  B: {on: {Go: [{if: 100 / (event.by - 7) > n, to: Done}, Done]}}
  Done: {}
`)
	r := verify.Machine(context.Background(), m)
	got := map[verify.Kind]*trace.Attempt{}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if (o.Attempt != nil) != (o.Status == verify.Refuted) {
			t.Errorf("%s is %s, with %v", o.About().Describe(m).Claim, o.Status, o.Attempt)
		}
		if o.Attempt != nil {
			got[o.Kind] = o.Attempt
		}
	}
	want := map[verify.Kind]*trace.Attempt{
		verify.KindGap:    {Fields: []int64{5}, Externals: []int64{0}},
		verify.KindDivide: {Fields: []int64{7}, Externals: []int64{0}},
		// The divisor is below the least int.
		verify.KindOverflow: {Fields: []int64{math.MinInt64}, Externals: []int64{0}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	faults := func() int {
		w := newWitness(m, r, rand.New(rand.NewPCG(1, 2)))
		w.refutations()
		return len(w.faults)
	}
	if n := faults(); n != 0 {
		t.Errorf("the witness has %d faults", n)
	}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Attempt == nil {
			continue
		}
		right := o.Attempt
		for _, wrong := range []*trace.Attempt{
			nil, {Event: right.Event, Fields: []int64{8}, Externals: []int64{0}}, {Event: right.Event, Externals: []int64{0}},
		} {
			if o.Attempt = wrong; faults() != 1 {
				t.Errorf("%s: the witness accepts %s", o.Kind, fmt.Sprint(wrong))
			}
		}
		o.Attempt = right
	}
}
