package orchestration

import (
	"context"
	"fmt"
	"strings"
)

// Stub returns a provider for offline work and for tests. It answers at once,
// always in the same way, and touches neither network nor files: the parts of
// the goal between semicolons become the tasks, and each gap becomes one.
func Stub() *Provider {
	return &Provider{Name: "stub", Planner: stub{}, Executor: stub{}, Verifier: stub{}, Refiner: stub{}}
}

type stub struct{}

// Plan implements Planner. Tasks beyond what the scope allows are joined to the
// last.
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

// Verify implements Verifier: it misses an answer to every task that was not
// skipped.
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
