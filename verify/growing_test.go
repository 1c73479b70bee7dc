package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

const growingClient = `machine: Client
params: {n: {type: int, min: 0, max: 1000}}
vars: {tries: {type: int, min: 0, max: n, init: 0}, wait: {type: duration, min: 1s, max: CAP, init: 1s}}
events: {Refused: {}, Served: {}, Late: {internal: true}, Again: {internal: true}}
initial: Trying
terminal: {success: [Done], failure: [GaveUp]}
states:
  Trying:
    after: {5s: Late}
    on:
      Served: Done
      Refused: [{if: tries < n, to: Waiting, set: {tries: tries + 1}}, GaveUp]
      Late: GaveUp
  Waiting:
    after: {wait: Again}
    on: {Again: {to: Trying, set: {wait: "min(NEXT, CAP)"}}}
  Done: {}
  GaveUp: {}
`

// TestGrowingWaits compares the time of clients whose waits grow with the sum of their waits: it is this sum if there are as many as
// grow, and never less.
func TestGrowingWaits(t *testing.T) {
	for _, test := range []struct {
		next, time string
		seconds    func(wait int64) int64
		most       int64
	}{
		{"2 * wait", "min(20 * n, max(20 * n - 69, 31)) + (5 * n + 5) seconds", func(w int64) int64 { return 2 * w }, 20},
		{"wait * 3", "min(20 * n, max(20 * n - 47, 13)) + (5 * n + 5) seconds", func(w int64) int64 { return 3 * w }, 20},
		{"wait + 5s", "min(20 * n, max(20 * n - 46, 34)) + (5 * n + 5) seconds", func(w int64) int64 { return w + 5 }, 20},
		{"2 * wait", "min(3600 * n, max(3600 * n - 39105, 4095)) + (5 * n + 5) seconds", func(w int64) int64 { return 2 * w }, 3600},
		{"3 * wait + 2s", "min(60 * n, max(60 * n - 164, 76)) + (5 * n + 5) seconds", func(w int64) int64 { return 3*w + 2 }, 60},
	} {
		text := strings.NewReplacer("NEXT", test.next, "CAP", fmt.Sprintf("%ds", test.most)).Replace(growingClient)
		s, diags := spec.Load("growing.fsm.yaml", []byte(text))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		r := verify.Machine(t.Context(), s.Machine)
		if len(r.Times) != 1 || r.Times[0].String() != test.time {
			t.Errorf("%s: %s\nwant the time %s", test.next, r.Summary(), test.time)
			continue
		}
		wait, sum, grew := int64(1), int64(0), false
		for n := range int64(40) {
			most, err := expr.Eval(r.Times[0].Most, &expr.Env{Params: []int64{n}})
			exact := (sum + 5*(n+1)) * 1e9
			if err != nil || most < exact || grew && most > exact {
				t.Errorf("%s: %d tries take at most %d ns, want %d, %v", test.next, n, most, exact, err)
			}
			grew = grew || wait == test.most
			sum += wait
			wait = min(test.seconds(wait), test.most)
		}
	}
}
