package orchestration

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStub(t *testing.T) {
	s, ctx := Stub(), t.Context()
	if s.Network {
		t.Error("the stub has a network")
	}
	tasks, err := s.Plan(ctx, "a; ;b;c", Scope{MaxTasks: 3})
	if diff := cmp.Diff([]Task{{Name: "a"}, {Name: "b;c"}}, tasks); diff != "" || err != nil {
		t.Errorf("%v%s", err, diff)
	}
	gaps, err := s.Verify(ctx, "a", []Result{{Task: "a"}, {Task: "b", Text: "b"}, {Task: "c", Skipped: true}})
	if diff := cmp.Diff([]string{`task "a" has no answer`}, gaps); diff != "" || err != nil {
		t.Errorf("%v%s", err, diff)
	}
	tasks, err = s.Refine(ctx, "a", gaps)
	if diff := cmp.Diff([]Task{{Name: gaps[0]}}, tasks); diff != "" || err != nil {
		t.Errorf("%v%s", err, diff)
	}
}
