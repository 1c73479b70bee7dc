package orchestration

import (
	"context"
	"slices"
)

// step runs the question of a worker, which is about the job that it holds. In degraded mode,
// a heavy one needs no question.
func (d *driver) step(ctx context.Context, c Call, worker, maxRetries, servers, serverRetries int) (ended, error) {
	d.lock.Lock()
	j, provider := d.held[worker], d.providers.Of(d.provider)
	if d.degraded && j.Heavy {
		j.result = Result{Task: j.Name, Skipped: true}
		d.lock.Unlock()
		return ended{}, nil
	}
	d.lock.Unlock()
	var text string
	return d.inquire(ctx, &inquiry{
		call: c, task: j.Task,
		ask: func(ctx context.Context) (err error) {
			text, err = provider.Execute(ctx, j.Task)
			return err
		},
		read: func() (int, error) {
			j.result = Result{Task: j.Name, Text: text}
			return 0, nil
		},
	}, maxRetries, servers, serverRetries)
}

// verification is the question whether the results reach the goal. The answer counts gaps.
func (d *driver) verification() *inquiry {
	d.lock.Lock()
	defer d.lock.Unlock()
	provider, results := d.providers.Of(d.provider), slices.Clone(d.results)
	var gaps []string
	return &inquiry{
		call: CallVerifier,
		ask: func(ctx context.Context) (err error) {
			gaps, err = provider.Verify(ctx, d.goal, slices.Clone(results))
			return err
		},
		read: func() (int, error) {
			d.gap = nil
			if len(gaps) > 0 {
				d.gap = &GapError{Gaps: slices.Clone(gaps)}
			}
			return len(gaps), nil
		},
	}
}

// refinement is the question for the tasks that close the gaps.
func (d *driver) refinement() *inquiry {
	d.lock.Lock()
	defer d.lock.Unlock()
	provider := d.providers.Of(d.provider)
	var gaps []string
	if gap, ok := d.gap.(*GapError); ok {
		gaps = gap.Gaps
	}
	d.gap = nil
	var tasks []Task
	return &inquiry{
		call: CallRefiner,
		ask: func(ctx context.Context) (err error) {
			tasks, err = provider.Refine(ctx, d.goal, slices.Clone(gaps))
			return err
		},
		read: func() (int, error) { return d.plan(tasks) },
	}
}
