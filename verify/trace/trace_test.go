package trace_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// runs returns the longest runs and the endless ones of a machine, for small
// parameters.
func runs(t *testing.T, m *core.Machine) (out []trace.Run) {
	t.Helper()
	params := make([]int64, len(m.Params))
	for i := range params {
		params[i] = 2
	}
	g := explore.Explore(t.Context(), m, params, 2000)
	if g.Configs() == 0 {
		return nil
	}
	longest, _ := g.Longest()
	return append(g.Lassos(make([]bool, len(m.Transitions)), 3), longest)
}

// TestReplayRefusesEveryChange changes each value before and after the steps of
// runs of many machines, one at a time. The values follow from the parameters and
// the inputs, so Replay must refuse each change.
func TestReplayRefusesEveryChange(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	replayed, refused := 0, 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := spec.LoadWith(file, src, spec.OpenFile)
		if s.Machine == nil {
			t.Fatalf("%s: no machine", file)
		}
		m := s.Machine
		for _, run := range runs(t, m) {
			if err := run.Replay(m); err != nil {
				continue // the parameters are outside their ranges
			}
			replayed++
			run.Steps = run.Steps[:min(len(run.Steps), 12)]
			run.LoopFrom = -1
			for i := range run.Steps {
				step := &run.Steps[i]
				must := func(what string, list *[]int64) {
					old := *list
					for k := range old {
						*list = slices.Clone(old)
						(*list)[k]++
						if run.Replay(m) == nil {
							t.Errorf("%s: step %d with another %s %d is accepted", file, i+1, what, k)
						}
						refused++
					}
					if *list = append(slices.Clone(old), 0); run.Replay(m) == nil {
						t.Errorf("%s: step %d with one %s too many is accepted", file, i+1, what)
					}
					*list = old
				}
				must("value before", &step.Before)
				must("value after", &step.After)
				step.Transition++
				if alternative(m, step.Transition) && run.Replay(m) == nil {
					t.Errorf("%s: step %d with the next alternative is accepted", file, i+1)
				}
				step.Transition--
			}
		}
	}
	if replayed < 20 || refused < 300 {
		t.Errorf("only %d runs were replayed, and %d changes refused", replayed, refused)
	}
}

// alternative reports whether a transition is an alternative of the same state
// and event as the one before it.
func alternative(m *core.Machine, i int) bool {
	return i < len(m.Transitions) && m.Priority(i) > 0
}

func TestRun(t *testing.T) {
	m := &core.Machine{
		Initial: 1,
		Events:  []core.Event{{Name: "World", Environment: true}, {Name: "Own"}},
		Transitions: []core.Transition{
			{From: 1, Event: 1, To: 0},
			{From: 0, Event: 0, To: 2},
		},
	}
	r := trace.Run{Start: []int64{7}, LoopFrom: -1}
	if r.State(m) != 1 || !slices.Equal(r.End(), r.Start) || len(r.Counted(m)) != 0 {
		t.Errorf("a run without steps ends in %d, %v", r.State(m), r.End())
	}
	r.Steps = []trace.Step{{Transition: 0, After: []int64{8}}, {Transition: 1, After: []int64{9}}}
	if r.State(m) != 2 || !slices.Equal(r.End(), []int64{9}) || len(r.Counted(m)) != 0 {
		t.Errorf("it ends in %d, %v, with %d counted steps", r.State(m), r.End(), len(r.Counted(m)))
	}
	r.Steps = append(r.Steps, trace.Step{Transition: 0, After: []int64{0}})
	if n := len(r.Counted(m)); n != 1 {
		t.Errorf("%d steps are counted after the environment event", n)
	}
}
