package verify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// tightness says in a word what is known about runs that reach the bound of a report.
func tightness(r *verify.Report) string {
	b := &r.Bound
	switch {
	case b.Attained && b.Lower != nil && len(b.Lower.Given) > 0:
		return "if"
	case b.Attained:
		return "proved"
	case b.Tight:
		return "explored"
	}
	return fmt.Sprint(b.Tight)
}

// least writes a lower bound with its conditions.
func least(l *verify.Lower) string {
	if l == nil {
		return ""
	}
	text := expr.Print(l.Expr, expr.Spec)
	for _, x := range l.Given {
		text += " if " + expr.Print(x, expr.Spec)
	}
	return text
}

// TestLower checks what is proved about the longest runs of shipped machines and of some others.
func TestLower(t *testing.T) {
	for _, test := range []struct{ file, tight, least string }{
		{"../machines/fallback/fallback.fsm.yaml", "proved", "providers * (2 * maxRetries + 3) + 2"},
		{"../machines/negotiation/negotiation.fsm.yaml", "proved", "maxTurns + 1"},
		{"../machines/reservation/reservation.fsm.yaml", "proved", "maxTurns + 1"},
		{"../machines/agentloop/agentloop.fsm.yaml", "if", "2 * maxSteps + 1 if maxTools >= maxSteps if maxTokens >= 1"},
		{"../machines/agentloop/toolcall/toolcall.fsm.yaml", "if", "maxRetries + 2 if before < maxCalls"},
		{"../examples/shop/order/order.fsm.yaml", "if", "2 * attempts + 6 if inspected"},
		// The longest run of the child does not have the result after which the parent goes on longest.
		{"../machines/orchestration/question/question.fsm.yaml", "explored", ""},
		{"testdata/child.fsm.yaml", "proved", "rounds * (tries + 2) + 1"},
		{"testdata/nested_bound.fsm.yaml", "proved", "n * (m + 1) + m + 1"},
		{"testdata/nested.fsm.yaml", "proved", "n * (m + 1) + m + 1"},
		{"testdata/loose_bound.fsm.yaml", "false", "n + 1"},
		// The bound is not tight for a limit above 50, which is not explored.
		{"testdata/always.fsm.yaml", "explored", ""},
		{"testdata/child_settles.fsm.yaml", "proved", "tries + 1"},
	} {
		r := reportOf(t, test.file)
		if got := tightness(r); got != test.tight || least(r.Bound.Lower) != test.least {
			t.Errorf("%s: %s, at least %q; want %s, %q", test.file, got, least(r.Bound.Lower), test.tight, test.least)
		}
		w := newWitness(r.Ranked(), r, rand.New(rand.NewPCG(1, 2)))
		w.reaches()
		for _, fault := range w.faults {
			t.Errorf("%s: %s", test.file, fault)
		}
		if l := r.Bound.Lower; l != nil {
			certified(t, test.file, l)
		}
	}
}

// certified checks that no certificate is missing.
func certified(t *testing.T, file string, l *verify.Lower) {
	t.Helper()
	if len(l.Start) == 0 && !l.Spots[0].Approach {
		t.Errorf("%s: there is no certificate for the start", file)
	}
	for i, p := range l.Spots {
		if n := len(p.Moves); (n == 0 || p.Moves[n-1].When != nil) && p.Covered == nil {
			t.Errorf("%s: spot %d lacks a certificate that some move applies", file, i)
		}
		for k, v := range p.Moves {
			if len(v.Proof) == 0 {
				t.Errorf("%s: move %d of spot %d has no certificate", file, k, i)
			}
		}
	}
}

// TestLowerText checks what the summary and the JSON report say.
func TestLowerText(t *testing.T) {
	for _, test := range []struct{ file, text, json string }{
		{"../machines/negotiation/negotiation.fsm.yaml", "maxTurns + 1 transitions: proved, tight: some run takes that many\n", `"tight":true,"attained":true,"least":"maxTurns + 1",`},
		{"../machines/agentloop/toolcall/toolcall.fsm.yaml", "maxRetries + 2 transitions: proved, tight if before < maxCalls\n", `"tight":false,"attained":true,"least":"maxRetries + 2","given":["before < maxCalls"],`},
		{"testdata/loose_bound.fsm.yaml", "2 * n + 7 transitions: proved, not reached: the longest run takes 4 of 13 with n = 3; some run takes at least n + 1\n", `"tight":false,"least":"n + 1",`},
		{"testdata/child_found.fsm.yaml", "2 * tries + 14 transitions: proved, reached for each of the 4 parameter choices explored\n", `"tight":true,"counterexample"`},
		{"testdata/wide.fsm.yaml", "10 transitions: proved, tight: some run takes that many\n", `"tight":true,"attained":true,"counterexample"`},
	} {
		r := reportOf(t, test.file)
		if !strings.Contains(r.Summary(), test.text) {
			t.Errorf("%s: the summary lacks %q:\n%s", test.file, test.text, r.Summary())
		}
		out, err := r.MarshalJSON()
		if err != nil || !strings.Contains(string(out), test.json) {
			t.Errorf("%s: the JSON report lacks %s (%v)", test.file, test.json, err)
		}
	}
}

// TestLowerRun checks that the run of a strategy fails for parameters that it is not for.
func TestLowerRun(t *testing.T) {
	r := reportOf(t, "../machines/agentloop/toolcall/toolcall.fsm.yaml")
	l := r.Bound.Lower
	run, err := l.Run(r.Machine, []int64{7, 4, 3}, 100)
	if err != nil || len(run.Steps) != 9 || run.Replay(r.Machine) != nil {
		t.Errorf("the run has %d steps (%v)", len(run.Steps), err)
	}
	if run, err := l.Run(r.Machine, []int64{7, 4, 3}, 5); err != nil || len(run.Steps) != 5 {
		t.Errorf("the run has %d of 5 steps (%v)", len(run.Steps), err)
	}
	if run, err := l.Run(r.Machine, []int64{7, 3, 3}, 100); err == nil {
		t.Errorf("there is a run of %d steps without a call", len(run.Steps))
	}
}
