package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/importer/mermaid"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
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
			add("event %s, environment: %v, without an event: %v", m.Events[i].Name, m.Events[i].Environment, m.Events[i].Eventless)
		}
	}
	for i := range m.Timers {
		t := &m.Timers[i]
		name, _, _ := strings.Cut(source.Delay(m, t), "(")
		add("timer of %s: %s after %s", t.Owner, m.Events[t.Event].Name, name)
	}
	slices.Sort(list)
	return list
}

// TestRoundTrip draws machines, imports the diagrams and compares.
func TestRoundTrip(t *testing.T) {
	machines := []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless()}
	files, err := filepath.Glob("../machines/*/*.fsm.yaml")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	files = append(files, "../verify/testdata/rounds.fsm.yaml", "testdata/grader.fsm.yaml", "testdata/triage.fsm.yaml")
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.LoadWith(f, src, spec.OpenFile)
		if s.Machine == nil {
			t.Fatal(diags)
		}
		machines = append(machines, s.Machine)
	}
	for _, m := range machines {
		t.Run(m.Name, func(t *testing.T) {
			made, err := gen.Make(t.Context(), "mermaid", gen.Input{Spec: &spec.Spec{Machine: m}, View: gen.View{Detail: "full"}})
			if err != nil {
				t.Fatal(err)
			}
			text := made.Data
			out, diags := mermaid.Read("x.mmd", text, 1).Spec()
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
