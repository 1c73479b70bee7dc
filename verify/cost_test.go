package verify_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// purse is a machine that pays at most n times, with a weight and a claim.
const purse = `machine: Purse
params: {n: {type: int, min: 0, max: 5}, w: {type: int, min: 0}}
vars: {i: {type: int, min: 0, max: n}, big: {type: int, min: 0, max: MOST}}
events: {Pay: {amount: int}, Stop: {}}
outputs: {Paid: {amount: int}}
initial: A
terminal: {done: [Z]}
states:
  A:
    entry: {Paid: {amount: 7}}
    on:
      Pay: [{if: i < n && event.amount >= 0 && event.amount <= big, set: {i: i + 1}, emit: {Paid: {amount: event.amount}}}, Z]
      Stop: Z
  Z: {}
costs:
  c: COST
`

// TestCostText wants what is known of a cost in a line.
func TestCostText(t *testing.T) {
	for _, test := range []struct{ most, cost, want string }{
		{"4", "{Paid: 2}", "c at most 2 * n + 2: proved, reached for each of the 16 parameter choices explored"},
		{"4", "{Paid: w}", "c at most w * (n + 1): proved, reached for each of the 16 parameter choices explored"},
		{"4", "{Paid: w, max: (n + 1) * w}", "c at most (n + 1) * w: proved, reached for each of the 16 parameter choices explored"},
		{"4", "{Paid: w, max: 2 * (n + 1) * w}", "c at most 2 * (n + 1) * w: proved; at most w * (n + 1): proved, reached for each of the 16 parameter choices explored"},
		{"4", "{Paid: w, max: n * w}", "c at most n * w: refuted; at most w * (n + 1): proved, reached for each of the 16 parameter choices explored"},
		{"4", "{Paid: 1, max: 0}", "c at most 0: refuted; at most n + 1: proved, reached for each of the 16 parameter choices explored"}, // at the start
		{"4", "{Paid: 0, max: 0}", "c at most 0: proved, reached for each of the 16 parameter choices explored"},
		{"0", `{Paid: "max(0, with.amount)"}`, "c at most 7: proved, reached for each of the 16 parameter choices explored"},
		{"4", "{Paid: 9000000000000000000}", "c at most 9000000000000000000 * n + 9000000000000000000: proved"},
	} {
		text := strings.NewReplacer("MOST", test.most, "COST", test.cost).Replace(purse)
		r := verify.Machine(t.Context(), parse(t, text))
		_, line, _ := strings.Cut(r.Summary(), "  cost         ")
		if line, _, _ = strings.Cut(line, "\n"); line != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.cost, line, test.want)
		}
	}
}

// TestCostsDoNotWrap wants a limit whose numbers leave 64 bits to be unknown or written as an expression, and never to be wrapped.
func TestCostsDoNotWrap(t *testing.T) {
	const huge = "9223372036854775807"
	for cost, claims := range map[string]verify.Status{
		"{Paid: " + huge + ", max: " + huge + "}": verify.Refuted, // two of them are more
		"{Paid: " + huge + " - w, max: 0}":        "",             // it may be negative
		"{Paid: w * " + huge + ", max: 0}":        verify.Refuted,
		"{Paid: w * w * w, max: w * w * w}":       verify.Refuted,
		"{Paid: w, max: (n + 1) * w}":             verify.Proved,
	} {
		text := strings.NewReplacer("MOST", "4", "COST", cost).Replace(purse)
		s, diags := spec.Load("test.fsm.yaml", []byte(text))
		if claims == "" {
			if s.Machine != nil {
				t.Errorf("%s: %v", cost, diags)
			}
			continue
		}
		r := verify.Machine(t.Context(), s.Machine)
		for i := range r.Obligations {
			if o := &r.Obligations[i]; o.Kind == verify.KindCost && o.Status != claims && o.Status != verify.Unknown {
				t.Errorf("%s: the claim is %s", cost, o.Status)
			}
		}
		for i := range r.Counts {
			c := &r.Counts[i]
			if c.Of.Cost < 0 {
				continue
			}
			for _, params := range [][]int64{{0, 1}, {5, 2}, {5, 1 << 62}} {
				if v, err := expr.Eval(c.Most, &expr.Env{Params: params}); err == nil && v < 0 {
					t.Errorf("%s: the limit %s is %d for %v", cost, expr.Print(c.Most, expr.Spec), v, params)
				}
			}
		}
	}
}

// TestCostJSON wants what is known of costs among the counts and the obligations.
func TestCostJSON(t *testing.T) {
	text := strings.NewReplacer("MOST", "4", "COST", "{Paid: w, max: n * w}").Replace(purse)
	data, err := json.Marshal(verify.Machine(t.Context(), parse(t, text)))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Counts []struct {
			Cost, Output, Most string
			Reached            bool
		}
		Obligations []struct{ Kind, Cost, Status string }
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if want := "{c  w * (n + 1) true}"; len(got.Counts) == 0 || fmt.Sprint(got.Counts[0]) != want {
		t.Errorf("the counts are %v", got.Counts)
	}
	for _, o := range got.Obligations {
		if (o.Kind == "cost") != (o.Cost == "c") || o.Kind == "cost" && o.Status != "refuted" {
			t.Errorf("an obligation is %v", o)
		}
	}
}

// TestCostIfTimersFire wants the limit of a cost that only time limits, and leaves the verdict on the claim alone.
func TestCostIfTimersFire(t *testing.T) {
	r := verify.Machine(t.Context(), parse(t, `machine: Poller
events: {Poll: {internal: true}, Over: {internal: true}}
calls: {ask: {done: {granted: bool}}}
initial: Waiting
terminal: {done: [Z]}
costs: {requests: {ask: 2, max: 360}}
states:
  Polling:
    after: {15m: Over}
    on: {Over: Z}
    states:
      Waiting: {after: {5s: Poll}, on: {Poll: Asking}}
      Asking: {invoke: {call: ask, on: {done: [{if: event.granted, to: Z}, Waiting], error: Waiting}}}
  Z: {}
`))
	if want := "requests at most 360: refuted; at most 360 if timers fire when they are due: proved\n"; !strings.Contains(r.Summary(), want) {
		t.Error(r.Summary())
	}
	data, err := json.Marshal(r)
	if want := `"costs":[{"cost":"requests","most":"360","reached":true}]`; err != nil || !strings.Contains(string(data), want) {
		t.Errorf("%v %s", err, data)
	}
}
