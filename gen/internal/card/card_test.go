package card_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// endless is the first version of the fallback machine, in which each entry to
// Retrying resets the count to 1.
func endless() *core.Machine {
	m := picturetest.Fallback()
	for i := range m.Transitions {
		if t := &m.Transitions[i]; m.Events[t.Event].Name == "RetryReady" && t.Guard != nil {
			t.Updates[0].Value = expr.Number(1)
		}
	}
	return m
}

// beyond declares the bound of that first version, which is too low.
func beyond() *core.Machine {
	m := picturetest.Fallback()
	providers := &expr.Ref{Symbol: m.Params[0].Symbol}
	m.Bound = &expr.Binary{Op: expr.Add, X: &expr.Binary{Op: expr.Mul, X: expr.Number(2), Y: providers}, Y: expr.Number(1)}
	return m
}

// unranked declares no progress function and no bound.
func unranked() *core.Machine {
	m := picturetest.Fallback()
	m.Rank, m.Bound = 0, nil
	for i := range m.States {
		m.States[i].Progress = nil
	}
	return m
}

// unsettled is a reactive machine with retries that it does not count.
func unsettled() *core.Machine {
	m := picturetest.Endless()
	for i := range m.Transitions {
		if t := &m.Transitions[i]; m.Events[t.Event].Name == "Failure" && t.Guard != nil {
			t.Updates = nil
		}
	}
	return m
}

// dialog has rules, named guards, and text in every place that allows it.
func dialog() *core.Machine { return load("testdata/dialog.fsm.yaml") }

// invariants has invariants, events that are ignored and rejected, and
// requirements.
func invariants() *core.Machine { return load("../../../verify/testdata/invariants.fsm.yaml") }

// triage has transitions without an event: of states, of a composite state, and of the machine.
func triage() *core.Machine { return load("../../testdata/triage.fsm.yaml") }

// grader has a run that alternates between an event and a transition without one.
func grader() *core.Machine { return load("../../testdata/grader.fsm.yaml") }

func load(file string) *core.Machine {
	src, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	s, diags := spec.LoadWith(file, src, spectest.In(""))
	if s.Machine == nil {
		panic(diags)
	}
	return s.Machine
}

func write(t *testing.T, m *core.Machine) string {
	t.Helper()
	r := verify.Machine(context.Background(), m)
	text, err := card.Card(m, r, filepath.Base(m.File), "")
	if err != nil {
		t.Fatal(err)
	}
	again, err := card.Card(m, r, filepath.Base(m.File), "")
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("two cards of one machine differ, error %v", err)
	}
	return string(text)
}

func TestGolden(t *testing.T) {
	for _, test := range []struct {
		name    string
		machine func() *core.Machine
	}{
		{"fallback", picturetest.Fallback},
		{"endless", endless},
		{"everything", picturetest.Everything},
		{"call", picturetest.Call},
		{"unsettled", unsettled},
		{"dialog", dialog},
		{"invariants", invariants},
		{"triage", triage},
		{"grader", grader},
		{"order", order},
		{"restless", func() *core.Machine { return load("testdata/restless.fsm.yaml") }},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, test.machine())
			file := filepath.Join("testdata", test.name+".fsm.md")
			golden.File(t, file, []byte(got))
		})
	}
}

// done returns a canceled context, in which nothing is explored.
func done() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// TestSections checks that the card has no sections for parts that a machine lacks.
func TestSections(t *testing.T) {
	m := unranked()
	data, err := card.Card(m, verify.Machine(done(), m), "", "")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, absent := range []string{"φ", "longest run", "A run beyond", "## Outputs", "## Timers", "Delays", "Values are", "Raised by", "emits", "Go name", "## Calls", "child machine"} {
		if strings.Contains(text, absent) {
			t.Errorf("a machine without progress function has %q", absent)
		}
	}
	text = write(t, beyond())
	for _, present := range []string{"only what is proved is known.\n\nA run that exceeds the bound:\n\n```text\nwith providers = 0", "refuted by a run of 2 with"} {
		if !strings.Contains(text, present) {
			t.Errorf("a machine with a refuted bound has no %q in\n%s", present, text)
		}
	}
	if strings.Contains(text, "<summary>“Progress begins") {
		t.Error("a refuted bound is shown by two runs")
	}
	bare := &core.Machine{Name: "Bare", File: "bare.fsm.yaml", States: []core.State{{Name: "Done", Outcome: 0}}, Outcomes: []core.Outcome{{Name: "success", Kind: core.Success, States: []int{0}}}}
	text = write(t, bare)
	if empty := regexp.MustCompile(`\n\n\n|\n## [^\n]*\n(\n## |\n?$)`).FindString(text); empty != "" {
		t.Errorf("the smallest machine has an empty section %q:\n%s", empty, text)
	}
}

// TestLimits checks that a card with many findings stays short.
func TestLimits(t *testing.T) {
	m := endless()
	r := verify.Machine(context.Background(), m)
	var more diag.List
	for range 30 {
		more.Errorf(diag.CodeRange, diag.Span{}, "`x` | **out**")
	}
	r.Diagnostics = more
	run := *r.Run
	for len(run.Steps) < 200 {
		run.Steps = append(run.Steps, run.Steps[len(run.Steps)-1])
	}
	r.Run = &run
	text, err := card.Card(m, r, "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n- and 10 more\n", "\n- error: `x` &#124; \\*\\*out\\*\\*\n", " steps ...\n", "\n 200  "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "\n 100  ") {
		t.Error("the middle of a long run is shown")
	}
}

func TestOtherReport(t *testing.T) {
	m := picturetest.Fallback()
	for _, r := range []*verify.Report{nil, {Machine: picturetest.Fallback()}} {
		if text, err := card.Card(m, r, "", ""); err == nil {
			t.Errorf("a card from the report of another machine:\n%s", text)
		}
	}
}
