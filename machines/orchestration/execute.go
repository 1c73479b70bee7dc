package orchestration

import (
	"context"
)

// Execute implements Handler. It executes each remaining task once. It sends an event for
// each completed task as it completes, and then one for the most severe failure, if any; of
// several, the first in the order of the plan.
func (d *driver) Execute(ctx context.Context, s InExecute) (AfterExecute, error) {
	d.arrive(s)
	var (
		last     AfterExecute // nil until the machine has moved
		refused  error
		failed   = make([]error, len(d.tasks))
		complete = make([]bool, len(d.tasks))
	)
	provider, degraded := d.providers.Of(s.Provider()), s.Degraded()
	do := func(ctx context.Context, task Task) (Result, error) {
		if degraded && task.Heavy {
			return Result{Task: task.Name, Skipped: true}, nil
		}
		text, err := call(ctx, d.config.CallTimeout, task.Name, func(ctx context.Context) (string, error) {
			return provider.Execute(ctx, task)
		})
		return Result{Task: task.Name, Text: text}, err
	}
	take := func(a answer) {
		if failed[a.index] = a.err; a.err != nil || refused != nil {
			return
		}
		complete[a.index] = true
		d.results = append(d.results, a.result)
		d.observer.Delivered(a.result)
		next, err := s.StepCompleted()
		if refused = err; err == nil {
			last = next
			s, _ = next.(InExecute)
			d.moved(next, EventStepCompleted)
		}
	}
	round(ctx, d.config.Workers, d.tasks, d.config.Params.Offline, do, take)

	worst := worstOf(failed)
	var left []Task
	for i, task := range d.tasks {
		if !complete[i] {
			left = append(left, task)
		}
	}
	d.tasks = left
	switch {
	case refused != nil:
		return nil, refused
	case ctx.Err() != nil || worst == nil: // Run looks at ctx itself
		return last, nil
	}
	d.advise("%v", worst)
	next, err := s.StepFailed(Classify(worst), worst)
	return sent[AfterExecute](d, EventStepFailed, next, err)
}

// worstOf returns the first error that is not transient, otherwise the first error,
// otherwise nil.
func worstOf(errs []error) (worst error) {
	for _, err := range errs {
		if err != nil && (worst == nil || Classify(worst).transient() && !Classify(err).transient()) {
			worst = err
		}
	}
	return worst
}

// RetryStep implements Handler: it leaves the event to the timer.
func (d *driver) RetryStep(_ context.Context, s InRetryStep) (AfterRetryStep, error) {
	d.arrive(s)
	return nil, nil
}

// Fallback implements Handler.
func (d *driver) Fallback(ctx context.Context, s InFallback) (AfterFallback, error) {
	d.arrive(s)
	var cause error
	if connector := d.providers.Of(s.Next()).Connector; s.Mode() == ModeSwitched && connector != nil {
		_, cause = call(ctx, d.config.CallTimeout, "", func(ctx context.Context) (struct{}, error) {
			return struct{}{}, connector.Connect(ctx)
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	next, err := s.FallbackApplied(cause == nil, cause)
	return sent(d, EventFallbackApplied, next, err)
}
