package card_test

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestCosts wants a line for each cost: its limit or claim as a formula and a number, whether that is proved and reached, and the weights.
func TestCosts(t *testing.T) {
	for cost, want := range map[string]string{
		"{ask: 2}":                          "✅ **Cost** `c` of a run: at most `2·n` (**6**). A run reaches it for each of the 4 explored choices of parameters. Each `ask` costs `2`.",
		"{ask: with.k, Told: 1, max: 10*n}": "✅ **Cost** `c` of a run: at most `10·n` (**30**). Each `ask` costs `with.k`, each `Told` costs `1`.",
		"{ask: 2, max: n}":                  "❌ **Cost** `c` of a run: claimed to be at most `n` (**3**), which is refuted; proved to be at most `2·n` (**6**). Each `ask` costs `2`.",
		"{Again: 1, max: 5}":                "❌ **Cost** `c` of a run: claimed to be at most `5`, which is refuted. Each `Again` costs `1`.",
		"{Again: 1}":                        "❓ **Cost** `c` of a run: no limit was found. Each `Again` costs `1`.",
	} {
		s, diags := spec.Load("m.fsm.yaml", []byte(`machine: M
params: {n: {type: int, min: 1, max: 9, default: 3}}
vars: {i: {type: int, min: 1, max: n, init: 1}}
events: {Stop: {}, Ring: {environment: true}}
calls: {ask: {with: {k: int}}}
outputs: {Told: {}, Again: {}}
initial: A
terminal: {done: [Z]}
states:
  A:
    invoke: {call: ask, with: {k: i}, on: {done: [{if: i < n, to: A, set: {i: i + 1}}, {to: Z, emit: Told}], error: Z}}
    on: {Stop: Z, Ring: {emit: Again}}
  Z: {}
costs:
  c: `+cost+"\n"))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		card := write(t, s.Machine)
		if !strings.Contains(card, "- "+want+"\n") {
			_, rest, _ := strings.Cut(card, "**Cost**")
			rest, _, _ = strings.Cut(rest, "\n")
			t.Errorf("%s:\n got %s\nwant %s", cost, rest, want)
		}
	}
}
