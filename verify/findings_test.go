package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// TestFindings compares the places of dead alternatives and deadlocks in all
// specs with the lines that want them.
func TestFindings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	total := map[string]int{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i, line := range bytes.Split(src, []byte("\n")) {
			for _, what := range []string{"dead", "deadlock", "unreached"} {
				if bytes.HasSuffix(line, []byte("# want "+what)) {
					want = append(want, fmt.Sprintf("line %d: %s", i+1, what))
					total[what]++
				}
			}
		}
		var got []string
		for _, d := range reportOf(t, file).Diagnostics {
			switch d.Code {
			case diag.CodeDead:
				got = append(got, fmt.Sprintf("line %d: dead", d.Span.Start.Line))
			case diag.CodeUnreached:
				got = append(got, fmt.Sprintf("line %d: unreached", d.Span.Start.Line))
			case diag.CodeDeadlock:
				got = append(got, fmt.Sprintf("line %d: deadlock", d.Span.Start.Line))
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", file, d)
		}
	}
	if total["dead"] < 4 || total["deadlock"] < 3 || total["unreached"] < 3 {
		t.Errorf("too few findings are wanted: %v", total)
	}
}

// TestOverlaps checks pairs whose order decides, with example values, one of which
// exploration does not reach.
func TestOverlaps(t *testing.T) {
	m := parse(t, `
machine: Overlaps
params: {n: {type: int, min: 0}}
enums: {Size: [Small, Big]}
vars: {left: {type: int, min: 0, max: n, init: n}}
events: {Go: {size: Size, by: int, name: string}}
guards: {ready: {doc: The program knows.}}
initial: A
terminal: {done: [Done, Lost]}
states:
  A:
    on:
      Go:
        - {if: event.size == Small && ready, to: Done}
        - {if: event.size == Big, to: Lost}
        - {if: event.size == Small && event.by > 3, to: Lost}
        - {if: left > 1000000 && event.name == "x", to: Done}
        - {if: left > 1000001 && event.by < 0, to: Lost}
        - {otherwise: reject}
  Done: {}
  Lost: {}
progress: {A: 1}
`)
	r := verify.Machine(context.Background(), m)
	if !r.Proved() || r.Diagnostics != nil {
		t.Fatalf("%s%v", r.Summary(), r.Diagnostics)
	}
	_, got, _ := strings.Cut(r.Order(), "both conditions can hold:\n")
	want := []string{
		"`event.size == Small && ready` before `event.size == Small && event.by > 3`, for example with event.size = Small, event.by = 4, ready = true\n",
		"`left > 1000000 && event.name == \"x\"` before `left > 1000001 && event.by < 0`, for example with left = ",
		"(not reached in exploration)\n",
	}
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the list does not have %s:\n%s", w, got)
		}
	}
	for _, o := range r.Overlaps {
		env := explore.Overlap{First: o.First, Second: o.Second, Fields: o.Fields, Externals: o.Externals}
		if o.Run == nil {
			continue
		}
		env.Run = *o.Run
		if err := env.Replay(m); err != nil {
			t.Error(err)
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Overlaps []struct {
			First, Second string
			Reached       bool
			Payload       map[string]any
			Answers       map[string]bool
		}
	}
	if err := json.Unmarshal(text, &out); err != nil || len(out.Overlaps) != len(r.Overlaps) {
		t.Fatalf("%v in %s", err, text)
	}
	if o := out.Overlaps[0]; !o.Reached || !o.Answers["ready"] || o.Payload["by"] != 4.0 || o.First == o.Second {
		t.Errorf("the first overlap is %+v", o)
	}
}

// TestSettles checks the report on a machine with environment events.
func TestSettles(t *testing.T) {
	r := reportOf(t, "testdata/settle_bound.fsm.yaml")
	b := r.Bound.Run
	if b == nil || b.Replay(r.Machine) != nil {
		t.Fatal("no run breaks the bound")
	}
	if n := b.Params[0]; len(b.Counted(r.Machine)) != int(n)+2 || len(b.Steps) <= int(n)+2 {
		t.Errorf("%d steps of %d count for n = %d", len(b.Counted(r.Machine)), len(b.Steps), n)
	}
	// A second order can come with n-1 left.
	for _, e := range r.Explored {
		if want := int(2 * e.Params[0]); e.Longest != want {
			t.Errorf("the longest run takes %d for n = %d, want %d", e.Longest, e.Params[0], want)
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"reactive":true`, `"environment":true`, `"termination":"proved"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the JSON does not say %s:\n%s", want, text)
		}
	}
	r = reportOf(t, "testdata/settle_lasso.fsm.yaml")
	if r.Run == nil || r.Run.Replay(r.Machine) != nil || len(r.Run.Steps)-r.Run.LoopFrom != 2 {
		t.Errorf("the lasso is %+v", r.Run)
	}
	// An environment event in its cycle is no reason for an endless run.
	wrong := *r.Run
	wrong.LoopFrom = -1
	for range 2 {
		wrong.Steps = append(wrong.Steps, wrong.Steps[1], wrong.Steps[2])
	}
	again := wrong.Steps[0]
	again.Before = again.After
	again.Transition = slices.IndexFunc(r.Machine.Transitions, func(t core.Transition) bool { return t.From == t.To })
	wrong.Steps = append(wrong.Steps, again)
	if err := wrong.Replay(r.Machine); err != nil {
		t.Fatal(err)
	}
	wrong.LoopFrom = len(wrong.Steps) - 1
	if wrong.Replay(r.Machine) == nil {
		t.Error("a lasso is accepted whose cycle is an environment event")
	}
}

// TestDeadBehind says of a dead alternative whether one before it covers all values,
// also where the conditions have operators that polynomials lack.
func TestDeadBehind(t *testing.T) {
	m := parse(t, `machine: Behind
params: {n: {type: int, min: 0, max: 9}}
events: {Step: {by: int}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: [{if: "max(event.by, n) > 3", to: B}, {if: "max(event.by, n) > 4", to: Done}, {to: Done}]}}
  B: {on: {Step: {to: Done}}}
  Done: {}
progress: {A: 2, B: 1}
`)
	for _, d := range verify.Machine(context.Background(), m).Diagnostics {
		if d.Code == diag.CodeDead && strings.HasSuffix(d.Message, "an alternative before it covers all values") {
			return
		}
		t.Logf("%+v", d)
	}
	t.Error("no alternative is said to be covered by one before it")
}
