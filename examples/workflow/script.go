package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// reply is what a call is answered with.
type reply struct {
	text string
	err  error
	// after is a task whose result must have been delivered before, or empty.
	after string
}

// script is a provider whose answers are written down. The last one of a list
// is given again and again.
type script struct {
	plans   [][]orchestration.Task
	replies map[string][]reply // by task
	gaps    [][]string
	fix     []orchestration.Task

	mu    sync.Mutex
	calls map[string]int
	done  map[string]chan struct{} // closed when the task's result is delivered
}

// provider returns the script as a provider.
func (s *script) provider(name string) *orchestration.Provider {
	return &orchestration.Provider{Name: name, Planner: s, Executor: s, Verifier: s, Refiner: s}
}

// turn returns which of n answers a call gets: the next, or the last.
func (s *script) turn(call string, n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.calls == nil {
		s.calls = map[string]int{}
	}
	i := s.calls[call]
	s.calls[call]++
	return min(i, n-1)
}

// gate returns the channel that is closed when the result of a task has been
// delivered.
func (s *script) gate(task string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done == nil {
		s.done = map[string]chan struct{}{}
	}
	if s.done[task] == nil {
		s.done[task] = make(chan struct{})
	}
	return s.done[task]
}

// delivered opens what waits for a task, which is delivered once.
func (s *script) delivered(task string) {
	close(s.gate(task))
}

// Plan implements orchestration.Planner.
func (s *script) Plan(context.Context, orchestration.Goal, orchestration.Scope) ([]orchestration.Task, error) {
	return s.plans[s.turn("plan", len(s.plans))], nil
}

// Execute implements orchestration.Executor.
func (s *script) Execute(ctx context.Context, task orchestration.Task) (string, error) {
	replies := s.replies[task.Name]
	if len(replies) == 0 {
		return "", fmt.Errorf("the script has no task %q", task.Name)
	}
	r := replies[s.turn("execute "+task.Name, len(replies))]
	if r.after != "" {
		select {
		case <-s.gate(r.after):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return r.text, r.err
}

// Verify implements orchestration.Verifier.
func (s *script) Verify(context.Context, orchestration.Goal, []orchestration.Result) ([]string, error) {
	return s.gaps[s.turn("verify", len(s.gaps))], nil
}

// Refine implements orchestration.Refiner.
func (s *script) Refine(context.Context, orchestration.Goal, []string) ([]orchestration.Task, error) {
	return s.fix, nil
}
