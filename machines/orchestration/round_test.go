package orchestration

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

// TestRound checks the limit, the order and the time of a round.
func TestRound(t *testing.T) {
	tasks := []Task{{Name: "a", Cost: 4}, {Name: "b", Cost: 1}, {Name: "c", Cost: 2}, {Name: "d", Cost: 3}}
	for _, test := range []struct {
		workers int
		inOrder bool
		order   []int
		took    time.Duration
	}{
		{1, false, []int{0, 1, 2, 3}, 10},
		{2, false, []int{1, 2, 0, 3}, 6}, // b ends at 1, c at 3, a at 4, d at 6
		{9, false, []int{1, 2, 3, 0}, 4},
		{9, true, []int{0, 1, 2, 3}, 4},
		{2, true, []int{0, 1, 2, 3}, 6},
	} {
		bubble(t, func(t *testing.T) {
			var mu sync.Mutex
			running, most := 0, 0
			do := func(_ context.Context, task Task) (Result, error) {
				mu.Lock()
				running++
				most = max(most, running)
				mu.Unlock()
				time.Sleep(time.Duration(task.Cost) * time.Second)
				mu.Lock()
				running--
				mu.Unlock()
				return Result{Task: task.Name}, nil
			}
			start := time.Now()
			var order []int
			round(t.Context(), test.workers, tasks, test.inOrder, do, func(a answer) {
				if a.err != nil || a.result.Task != tasks[a.index].Name {
					t.Errorf("answer %+v", a)
				}
				order = append(order, a.index)
			})
			if !slices.Equal(order, test.order) || time.Since(start) != test.took*time.Second || most != min(test.workers, len(tasks)) {
				t.Errorf("%+v: order %v in %v, %d at once", test, order, time.Since(start), most)
			}
		})
	}
}

// TestRoundCancelled ends the context while a round runs: what has begun is
// waited for, the rest does not begin.
func TestRoundCancelled(t *testing.T) {
	for _, inOrder := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			start := time.Now()
			done, refused := 0, 0
			round(ctx, 2, make([]Task, 6), inOrder, func(context.Context, Task) (Result, error) {
				time.Sleep(2 * time.Second) // does not listen to the context
				return Result{}, nil
			}, func(a answer) {
				if errors.Is(a.err, context.DeadlineExceeded) {
					refused++
				} else {
					done++
				}
			})
			if done != 4 || refused != 2 || time.Since(start) != 4*time.Second {
				t.Errorf("%d done, %d refused, after %v", done, refused, time.Since(start))
			}
		})
	}
}
