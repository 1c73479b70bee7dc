package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/mermaid"
	"github.com/fsmgen/fsmgen/gen/picture/picturetest"
	imported "github.com/fsmgen/fsmgen/internal/importer/mermaid"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// outline is what a diagram can hold of a machine, in any order: guards and
// actions only by whether and how many there are, outcomes only as sets.
func outline(m *core.Machine) []string {
	var list []string
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	add("begins in %s", m.States[m.Initial].Name)
	ends := make(map[int][]string)
	for _, s := range m.States {
		add("state %s in %v, ends: %v", s.Name, s.Composites, s.Outcome >= 0)
		if s.Outcome >= 0 {
			ends[s.Outcome] = append(ends[s.Outcome], s.Name)
		}
	}
	for _, set := range ends {
		slices.Sort(set)
		add("outcome %v", set)
	}
	events := make(map[int]bool)
	for i := range m.Transitions {
		t := &m.Transitions[i]
		// A rule is drawn as an event that comes from any state, and what is
		// rejected not at all.
		if t.Rule != "" || t.Effect == core.Reject || m.Events[t.Event].Name == "limit" || m.Events[t.Event].Name == "stall" {
			continue
		}
		events[t.Event] = true
		does := 0
		for _, u := range t.Updates {
			if !u.Implied {
				does++
			}
		}
		visits := ""
		for _, e := range t.Emits {
			switch e.Cause {
			case core.ByTransition:
				does++
			case core.ByExit:
				visits += " exit " + m.Outputs[e.Output].Name + " of " + e.State
			default:
				visits += " entry " + m.Outputs[e.Output].Name + " of " + e.State
			}
		}
		stays := t.Internal
		if stays && does == 0 {
			visits += " nothing"
		}
		add("%s --%s--> %s, guard: %v, does %d, stays: %v%s", m.States[t.From].Name, m.Events[t.Event].Name, m.States[t.To].Name, t.Guard != nil, does, stays, visits)
	}
	for i := range m.Events {
		if events[i] {
			add("event %s, environment: %v", m.Events[i].Name, m.Events[i].Environment)
		}
	}
	for i := range m.Timers {
		t := &m.Timers[i]
		name, _, _ := strings.Cut(m.After(t), "(")
		add("timer of %s: %s after %s", t.Owner, m.Events[t.Event].Name, name)
	}
	slices.Sort(list)
	return list
}

// TestRoundTrip draws machines, imports the diagrams and compares.
func TestRoundTrip(t *testing.T) {
	machines := []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless()}
	files, err := filepath.Glob("../../machines/*/*.fsm.yaml")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		l, err := loadSpec(f, nil)
		if err != nil || l.machine == nil {
			t.Fatal(err, l.diags)
		}
		machines = append(machines, l.machine)
	}
	for _, m := range machines {
		t.Run(m.Name, func(t *testing.T) {
			text := mermaid.Diagram(m)
			out, diags := imported.Import("x.mmd", text, 1)
			if out == nil {
				t.Fatalf("%v\n%s", diags, text)
			}
			s, _ := spec.Load("x.fsm.yaml", out)
			if d := cmp.Diff(outline(m), outline(s.Machine)); d != "" {
				t.Errorf("(-machine +imported) %s\n%s\n%s", d, text, out)
			}
		})
	}
}

// TestImportedCycles imports the orchestration diagram as it was drawn and
// finds its three endless runs, of which one can take a shorter way back.
func TestImportedCycles(t *testing.T) {
	out, diags := imported.Import("orchestration.mmd", readAll(t, "../../internal/importer/mermaid/testdata/orchestration.mmd"), 1)
	if out == nil {
		t.Fatal(diags)
	}
	s, diags := spec.Load("x.fsm.yaml", out)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	var found []string
	for _, run := range verify.Machine(t.Context(), s.Machine).Lassos {
		var states []string
		for _, step := range run.Steps[run.LoopFrom:] {
			states = append(states, s.Machine.States[s.Machine.Transitions[step.Transition].From].Name)
		}
		found = append(found, strings.Join(states, " "))
	}
	want := []string{"Plan RecoverPlan", "Execute RetryStep", "Execute Verify Refine", "RetryStep Fallback Execute"}
	if d := cmp.Diff(want, found); d != "" {
		t.Error(d)
	}
}

func readAll(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
