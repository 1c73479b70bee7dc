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
      Refused: [{if: tries < n, to: Waiting, set: {tries: tries + 1BEFORE}}, GaveUp]
      Late: GaveUp
  Waiting:
    after: {wait: Again}
    on: {Again: [AFTER]}
  Done: {}
  GaveUp: {}
`

// TestGrowingWaitsOfParams compares the time of clients whose first or longest waits are parameters with the sum of their waits, which it is
// for the default parameters if there are as many tries as grow.
func TestGrowingWaitsOfParams(t *testing.T) {
	for _, test := range []struct{ first, most, time string }{
		{"base", "most", "min(most * n, 63 * base + most * max(n - 6, 0))"},
		{"1s", "most", "min(most * n, 1m3s + most * max(n - 6, 0))"},
		{"base", "1m", "min(1m * n, 63 * base + 1m * max(n - 6, 0))"},
	} {
		text := strings.NewReplacer("max: 1000}}", "max: 1000}, base: {type: duration, min: 1ms, max: 1m, default: 1s}, most: {type: duration, min: 1m, max: 1h, default: 1m}}",
			"min: 1s, max: CAP, init: 1s", "min: 1ms, max: "+test.most+", init: "+test.first, "BEFORE", "", "AFTER", "{to: Trying, set: {wait: \"min(2 * wait, "+test.most+")\"}}").Replace(growingClient)
		s, diags := spec.Load("growing.fsm.yaml", []byte(text))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		r := verify.Machine(t.Context(), s.Machine)
		if want := test.time + " + (5s * n + 5s)"; len(r.Times) != 1 || r.Times[0].String() != want {
			t.Errorf("%s\nwant the time %s\n%s", r.Summary(), want, text)
			continue
		}
		for _, base := range []int64{1e6, 1e9, 7e9, 6e10} {
			for _, longest := range []int64{6e10, 9e11, 36e11} {
				wait, most := base, longest
				if test.first == "1s" {
					wait = 1e9
				}
				if test.most == "1m" {
					most = 6e10
				}
				byDefault := wait == 1e9 && most == 6e10
				for n, exact := int64(0), int64(5e9); n < 40; n++ {
					limit, err := expr.Eval(r.Times[0].Most, &expr.Env{Params: []int64{n, base, longest}})
					if err != nil || limit < exact || byDefault && n >= 6 && limit > exact {
						t.Errorf("%s to %s: %d tries from %d to %d take at most %d, want %d, %v", test.first, test.most, n, wait, most, limit, exact, err)
					}
					exact += wait + 5e9
					wait = min(2*wait, most)
				}
			}
		}
	}
}

// TestGrowingWaits compares the time of clients whose waits grow with the sum of their waits: it is this sum if there are as many as
// grow, and never less.
func TestGrowingWaits(t *testing.T) {
	doubled := func(w int64) int64 { return 2 * w }
	for _, test := range []struct {
		before, after string // what is set before a wait, and where it leads to
		time          string
		first, most   int64
		next          func(wait int64) int64
	}{
		{"", "{to: Trying, set: {wait: \"min(2 * wait, 20s)\"}}", "min(20 * n, max(20 * n - 69, 31))", 1, 20, doubled},
		{"", "{to: Trying, set: {wait: \"min(wait * 3, 20s)\"}}", "min(20 * n, max(20 * n - 47, 13))", 1, 20, func(w int64) int64 { return 3 * w }},
		{"", "{to: Trying, set: {wait: \"min(wait + 5s, 20s)\"}}", "min(20 * n, max(20 * n - 46, 34))", 1, 20, func(w int64) int64 { return w + 5 }},
		{"", "{to: Trying, set: {wait: \"min(wait + 1s, 20s)\"}}", "min(20 * n, max(20 * n - 190, 190))", 1, 20, func(w int64) int64 { return w + 1 }},
		{"", "{to: Trying, set: {wait: \"min(2 * wait, 1h)\"}}", "min(3600 * n, max(3600 * n - 39105, 4095))", 1, 3600, doubled},
		{"", "{to: Trying, set: {wait: \"min(3 * wait + 2s, 1m)\"}}", "min(60 * n, max(60 * n - 164, 76))", 1, 60, func(w int64) int64 { return 3*w + 2 }},
		{", wait: \"min(2 * wait, 20s)\"", "Trying", "min(20 * n, max(20 * n - 50, 30))", 2, 20, doubled},
		{"", "{if: 2 * wait <= 20s, to: Trying, set: {wait: 2 * wait}}, {to: Trying, set: {wait: 20s}}", "min(20 * n, max(20 * n - 69, 31))", 1, 20, doubled},
	} {
		text := strings.NewReplacer("BEFORE", test.before, "AFTER", test.after, "CAP", fmt.Sprintf("%ds", test.most)).Replace(growingClient)
		s, diags := spec.Load("growing.fsm.yaml", []byte(text))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		r := verify.Machine(t.Context(), s.Machine)
		if want := test.time + " + (5 * n + 5) seconds"; len(r.Times) != 1 || r.Times[0].String() != want {
			t.Errorf("%s\nwant the time %s\n%s", r.Summary(), want, text)
			continue
		}
		wait, sum, grew := test.first, int64(0), false
		for n := range int64(40) {
			most, err := expr.Eval(r.Times[0].Most, &expr.Env{Params: []int64{n}})
			exact := (sum + 5*(n+1)) * 1e9
			if err != nil || most < exact || grew && most > exact {
				t.Errorf("%d tries take at most %d ns, want %d, %v\n%s", n, most, exact, err, text)
			}
			grew = grew || wait == test.most
			sum += wait
			wait = min(test.next(wait), test.most)
		}
	}
}
