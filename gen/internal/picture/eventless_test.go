package picture_test

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// load returns the machine of a spec.
func load(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return loadText(t, file, string(src))
}

// loadText returns the machine of the text of a spec.
func loadText(t *testing.T, file, text string) *core.Machine {
	t.Helper()
	s, diags := spec.LoadWith(file, []byte(text), spectest.In(""))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// TestEventless draws transitions without an event before the others, also those of a composite
// state and of the machine, and no event in a state where the machine never waits.
func TestEventless(t *testing.T) {
	p := picture.New(load(t, "../../testdata/triage.fsm.yaml"))
	var got []string
	for _, e := range p.Edges {
		for _, l := range e.Labels {
			got = append(got, p.Nodes[e.From].Name+" -> "+p.Nodes[e.To].Name+": "+l.String())
		}
	}
	for _, n := range p.Nodes {
		for _, l := range n.Stays {
			got = append(got, n.Name+": "+l.String())
		}
	}
	want := []string{
		"any state -> Dropped: always [rounds ≥ limit]",
		"any state -> Dropped: Cancel",
		"Empty -> Sorting: Open [event.urgency ≥ 0 ∧ event.urgency ≤ 9] / kind ← event.kind, urgency ← event.urgency",
		"Sorting -> Dropped: always [1: kind = Spam]",
		"Sorting -> Desk: always [2: kind = Bug ∧ urgency > 5] / emit Page",
		"Sorting -> Desk: always [otherwise]",
		"Sorting -> Queue: always [3: kind = Bug]",
		"Desk -> Solved: Answer [solved]",
		"Desk -> Queue: Answer [otherwise] / rounds += 1",
		"any state -> Sorting: after 30s: Late / rounds += 1, kind ← Question",
		"Queue -> Solved: always [kind = Question ∧ urgency = 0]",
		"Queue -> Solved: Answer [solved]",
		"Queue: Answer [otherwise] / ignored",
		"any state: always [urgency ≥ 9] / urgency ← 8, emit Note",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if i := slices.IndexFunc(p.Nodes, func(n picture.Node) bool { return n.Name == "Sorting" }); len(p.Nodes[i].Ignores) > 0 {
		t.Errorf("in Sorting, the picture ignores %v", p.Nodes[i].Ignores)
	}
}
