package verify_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestLexicographic removes the progress function from specs that need several
// components. The function that is found must be proved, also after it is pasted into the
// spec.
func TestLexicographic(t *testing.T) {
	file := func(path string) string {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return progressSection.ReplaceAllString(string(src), "")
	}
	tests := []struct {
		name, text, want string
		rank             int
	}{
		{"reset by payload", file("testdata/known/reset_payload.fsm.yaml"), "progress:\n  Loop: [i + 1, \"max(0, j)\"]\n", 2},
		{"a payload restarts two counters", `machine: Restarts
params: {n: {type: int, min: 0, max: 9}}
vars: {tries: {type: int, init: n}, up: int, down: int}
events: {Step: {high: int}, Back: {}}
initial: A
terminal: {done: [Done]}
states:
  A:
    on:
      Step: [{if: event.high > 0 && event.high < 100000, to: B, set: {up: event.high, down: event.high}}, {to: Done}]
  B:
    on:
      Step: [{if: up > 0, set: {up: up - 1}}, {if: down > 0, set: {down: down - 1, up: event.high}}, {to: Done}]
      Back: [{if: tries > 0, to: A, set: {tries: tries - 1, up: 0}}, {to: Done}]
  Done: {}
`, "progress:\n  A: [100001 * tries + 100001, 0]\n  B: [100001 * tries + down + 1, \"max(0, up)\"]\n", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parse(t, tt.text)
			r := verify.Machine(context.Background(), m)
			if !r.Proved() || m.Rank != 0 || r.Ranked().Rank != tt.rank || r.Mathematical {
				t.Fatalf("not proved, or of rank %d:\n%s%v", r.Ranked().Rank, r.Summary(), r.Diagnostics)
			}
			_, got, _ := strings.Cut(r.Summary(), "to add to the spec:\n")
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("progress (-want +got):\n%s", d)
			}
			for _, fault := range contradictions(r) {
				t.Error(fault)
			}
			for _, o := range r.Obligations {
				if len(o.Proof) == 0 && o.Kind != verify.KindParams {
					t.Errorf("%s without a certificate", o.Kind)
				}
			}
			pasted := verify.Machine(context.Background(), parse(t, tt.text+got))
			if !pasted.Proved() || pasted.Synthesized != nil {
				t.Errorf("pasted:\n%s%v", pasted.Summary(), pasted.Diagnostics)
			}
			out, err := json.Marshal(r)
			if err != nil || !strings.Contains(string(out), `"progress":{"`) {
				t.Errorf("%v in %s", err, out)
			}
		})
	}
}

// TestCounted checks that the summary says that a progress function which uses bools as
// numbers cannot be pasted into the spec.
func TestCounted(t *testing.T) {
	r := reportOf(t, "testdata/known/flag_once.fsm.yaml")
	if !r.Mathematical || r.Termination != verify.Proved || !strings.Contains(r.Summary(), "which a spec cannot express:\nprogress:\n  Loop: [2 - used, x]\n") {
		t.Errorf("%s%v", r.Summary(), r.Diagnostics)
	}
}

// TestRecurrent checks endless runs that never return to a configuration.
func TestRecurrent(t *testing.T) {
	tests := []struct {
		file, want string
		from       int
	}{
		{"known/leader_grows", "x > y && x >= y + 2", 1},
		{"known/unequal", "x <= 1", 2},
		{"known/grow_two", "x >= 1 && y >= 0", 0},
		{"known/queue_grows", "", 0},
	}
	for _, tt := range tests {
		r := reportOf(t, "testdata/"+tt.file+".fsm.yaml")
		if r.Termination != verify.Refuted || r.Recurrent == nil || r.Recurrent.From != tt.from {
			t.Errorf("%s: %s%+v", tt.file, r.Summary(), r.Recurrent)
			continue
		}
		text := r.Diagnostics[0].Notes[0].Message
		if !strings.Contains(text, "forever") || tt.want != "" && !strings.Contains(text, "because this stays true there: "+tt.want+"\n") {
			t.Errorf("%s: %s", tt.file, text)
		}
		out, err := json.Marshal(r)
		if err != nil || !strings.Contains(string(out), `"recurrent":{"from":`) {
			t.Errorf("%s: %v in %s", tt.file, err, out)
		}
	}
}

// TestPayloads checks an endless run in which each payload depends on the variables.
func TestPayloads(t *testing.T) {
	r := reportOf(t, "testdata/its/endless_follow.fsm.yaml")
	if r.Termination != verify.Refuted || r.Recurrent == nil || len(r.Recurrent.Payloads) == 0 {
		t.Fatalf("%s%+v", r.Summary(), r.Recurrent)
	}
	if text := r.Diagnostics[0].Notes[0].Message; !strings.Contains(text, "forever with f = x + seen + 1 in step") {
		t.Error(text)
	}
	out, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(out), `"payloads":"f = x + seen + 1 in step`) {
		t.Errorf("%v in %s", err, out)
	}
	w := newWitness(r.Ranked(), r, nil)
	if w.refutations(); len(w.faults) > 0 {
		t.Error(w.faults)
	}
	// The witness finds damaged payloads.
	for i, fields := range r.Recurrent.Payloads {
		for k, x := range fields {
			if x == nil {
				continue
			}
			fields[k] = &expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(1)}
			w := newWitness(r.Ranked(), r, nil)
			if w.refutations(); len(w.faults) == 0 {
				t.Errorf("payload %d of step %d may be damaged", k, i)
			}
			fields[k] = x
		}
	}
}
