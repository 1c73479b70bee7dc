package orchestration

import (
	"context"
	"fmt"
	"strings"
)

// Stub returns a provider for offline mode and for tests. It answers immediately and
// deterministically, without using the network or files: the parts of the goal between
// semicolons become the tasks, and each gap becomes a task.
func Stub() *Provider {
	return &Provider{Name: "stub", Planner: stub{}, Executor: stub{}, Verifier: stub{}, Refiner: stub{}}
}

type stub struct{}

// Plan implements Planner. Tasks beyond the maximum number are joined to the last one.
func (stub) Plan(_ context.Context, goal Goal, scope Scope) ([]Task, error) {
	var tasks []Task
	for _, part := range strings.SplitN(string(goal), ";", scope.MaxTasks) {
		if part = strings.TrimSpace(part); part != "" {
			tasks = append(tasks, Task{Name: part})
		}
	}
	return tasks, nil
}

// Execute implements Executor.
func (stub) Execute(_ context.Context, task Task) (string, error) {
	return "stub: " + task.Name, nil
}

// Verify implements Verifier: a gap is a task that was not skipped and has no answer.
func (stub) Verify(_ context.Context, _ Goal, results []Result) (gaps []string, err error) {
	for _, r := range results {
		if !r.Skipped && r.Text == "" {
			gaps = append(gaps, fmt.Sprintf("task %q has no answer", r.Task))
		}
	}
	return gaps, nil
}

// Refine implements Refiner.
func (stub) Refine(_ context.Context, _ Goal, gaps []string) ([]Task, error) {
	tasks := make([]Task, 0, len(gaps))
	for _, gap := range gaps {
		tasks = append(tasks, Task{Name: gap})
	}
	return tasks, nil
}
