package orchestration

import (
	"context"
	"sync"
)

// answer is the result of the task with an index in a round.
type answer struct {
	index  int
	result Result
	err    error
}

// round executes each task once, with the given number of workers, and passes the answers to
// take, in the order of completion or of the tasks. When ctx is done, the answer for tasks
// that have not started is its error. All calls have returned when round returns.
func round(ctx context.Context, workers int, tasks []Task, inOrder bool, do func(context.Context, Task) (Result, error), take func(answer)) {
	next := make(chan int, len(tasks))
	for i := range tasks {
		next <- i
	}
	close(next)
	answers := make(chan answer)
	var running sync.WaitGroup
	for range min(workers, len(tasks)) {
		running.Go(func() {
			for i := range next {
				a := answer{index: i, err: ctx.Err()}
				if a.err == nil {
					a.result, a.err = do(ctx, tasks[i])
				}
				answers <- a
			}
		})
	}
	go func() {
		running.Wait()
		close(answers)
	}()
	held := map[int]answer{}
	due := 0
	for a := range answers {
		if !inOrder {
			take(a)
			continue
		}
		held[a.index] = a
		for a, ok := held[due]; ok; a, ok = held[due] {
			take(a)
			due++
		}
	}
}
