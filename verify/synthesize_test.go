package verify_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// section matches a section of a spec that declares what is to be synthesized.
func section(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^` + name + `:.*\n?(?:[ \t]+.*\n?)*`)
}

var progressSection, boundSection = section("progress"), section("bound")

// parse loads a spec that must be valid.
func parse(t *testing.T, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("test.fsm.yaml", []byte(text))
	if diags.HasErrors() {
		t.Fatalf("%v in\n%s", diags, text)
	}
	return s.Machine
}

// TestSynthesized removes the progress function and the bound from specs. The function that
// is found must be proved, have the same value at the start as the declared one, and be
// proved again after it is pasted into the spec.
func TestSynthesized(t *testing.T) {
	const machines, testdata = "../machines/fallback/", "testdata/"
	tests := []struct {
		file string
		want string
	}{
		{machines + "fallback", `progress:
  Idle: providers * (2 * maxRetries + 3) + 2
  Selecting: remaining * (2 * maxRetries + 3) + 1
  Attempting: remaining * (2 * maxRetries + 3) + 2 * maxRetries - 2 * retries + 3
  Retrying: remaining * (2 * maxRetries + 3) + 2 * maxRetries - 2 * retries + 2
`},
		{testdata + "negotiation", "progress:\n  Idle: maxTurns + 1\n  Negotiating: maxTurns - turns\n"},
		{testdata + "login", "progress:\n  LoggedOut: attempts - bad\n"},
		{testdata + "nested_bound", "progress:\n  Loop: i * (m + 1) + j + 1\n"},
		{testdata + "phone_holds", `progress:
  OffHook: 2 * holds + 3
  Ringing: 2 * holds + 2
  Talking: 2 * holds - 2 * held + 1
  OnHold: 2 * holds - 2 * held + 2
`},
		{testdata + "reservation", "progress:\n  AskTime: 2 * maxNoProgress - stalls\n  AskName: maxNoProgress - stalls\n"},
		{testdata + "coffee_can", "progress:\n  Can: max(1, black + white)\n"},
		{testdata + "invariants", "progress:\n  Idle: 2 * left + 1\n  Busy: 2 * left + 2\n"},
	}
	for _, tt := range tests {
		t.Run(filepath.Base(tt.file), func(t *testing.T) {
			src, err := os.ReadFile(tt.file + ".fsm.yaml")
			if err != nil {
				t.Fatal(err)
			}
			declared := parse(t, string(src))
			bare := boundSection.ReplaceAllString(progressSection.ReplaceAllString(string(src), ""), "")
			m := parse(t, bare)
			if m.Rank != 0 || m.Bound != nil {
				t.Fatal("progress and bound are still there")
			}
			r := verify.Machine(context.Background(), m)
			if !r.Proved() || !r.Bound.Tight || r.Machine != m || r.Machine.Rank != 0 || r.Ranked().Rank != 1 {
				t.Fatalf("not proved:\n%s%v", r.Summary(), r.Diagnostics)
			}
			_, got, _ := strings.Cut(r.Summary(), "to add to the spec:\n")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
			for _, params := range wider(declared) {
				env := &expr.Env{Params: params}
				claimed, err1 := expr.Eval(declared.Bound, env)
				found, err2 := expr.Eval(r.Bound.Expr, env)
				if err1 != nil || err2 != nil || claimed != found {
					t.Errorf("with %v the bound found is %d (%v), the declared one %d (%v)", params, found, err2, claimed, err1)
				}
			}
			pasted := verify.Machine(context.Background(), parse(t, bare+got))
			if !pasted.Proved() || pasted.Synthesized != nil || expr.Print(pasted.Bound.Expr, expr.Spec) != expr.Print(r.Bound.Expr, expr.Spec) {
				t.Errorf("pasted:\n%s%v", pasted.Summary(), pasted.Diagnostics)
			}
		})
	}
}

// TestSynthesizedForBound keeps the claimed bounds, which must be proved with the function
// that is found, or refuted as before.
func TestSynthesizedForBound(t *testing.T) {
	for _, file := range []string{"limited", "loose_bound", "low_bound", "reservation", "phone_holds", "phone", "traffic_light"} {
		src, err := os.ReadFile("testdata/" + file + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		declared := verify.Machine(context.Background(), parse(t, string(src)))
		found := verify.Machine(context.Background(), parse(t, progressSection.ReplaceAllString(string(src), "")))
		if found.Synthesized == nil || found.Termination != verify.Proved {
			t.Errorf("%s: nothing found: %v", file, found.Diagnostics)
		}
		if found.Bound.Status != declared.Bound.Status || found.Bound.Tight != declared.Bound.Tight {
			t.Errorf("%s: the bound is %s, with declared progress %s", file, bound(found), bound(declared))
		}
		bounded := slices.ContainsFunc(found.Obligations, func(o verify.Obligation) bool { return o.Kind == verify.KindBound })
		if !bounded {
			t.Errorf("%s: no obligation for the bound", file)
		}
	}
}

// TestSynthesizedUnproved checks that the report shows a function that fits but is not
// proved, and claims nothing about it.
func TestSynthesizedUnproved(t *testing.T) {
	src, err := os.ReadFile("testdata/unguessed.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r := verify.Machine(context.Background(), parse(t, boundSection.ReplaceAllString(progressSection.ReplaceAllString(string(src), ""), "")))
	if r.Termination != verify.Unknown || r.Synthesized != nil || r.Bound.Expr != nil || r.Ranked() != r.Machine {
		t.Errorf("claimed more than is known:\n%s", r.Summary())
	}
	text := ""
	for _, d := range r.Diagnostics {
		text += d.Message + "\n"
		for _, n := range d.Notes {
			text += n.Message + "\n"
		}
	}
	for _, want := range []string{"the spec declares no progress function, and none was found", "Run: n - a + 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the diagnostics do not say %q:\n%s", want, text)
		}
	}
}

// TestSynthesizedJSON checks that the JSON contains the progress function only if it was
// synthesized.
func TestSynthesizedJSON(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"machine: M\nevents: {Go: {}}\ninitial: A\nterminal: {done: [B]}\nstates: {A: {on: {Go: B}}, B: {}}\n", "1"},
		{"machine: M\nevents: {Go: {}}\ninitial: A\nterminal: {done: [B]}\nstates: {A: {on: {Go: B}}, B: {}}\nprogress: {A: 1}\n", ""},
	} {
		text, err := json.Marshal(verify.Machine(context.Background(), parse(t, tt.text)))
		if err != nil {
			t.Fatal(err)
		}
		var out struct{ Progress map[string]string }
		if err := json.Unmarshal(text, &out); err != nil || out.Progress["A"] != tt.want {
			t.Errorf("progress %v (%v), want %q", out.Progress, err, tt.want)
		}
	}
}
