package orchestration

import (
	"context"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// inquiry is a question to the provider in use: the host and the handler of its machine.
type inquiry struct {
	*driver
	call Call
	task Task // what the question is about; only the name if it is no step

	// ask calls a port, and keeps the answer.
	ask func(context.Context) error
	// read returns the number of tasks or gaps in the answer. It holds the lock.
	read func() (int, error)

	err    error    // the last failure
	advice []string // that the observer does not know yet
}

// answered, failed, and ended are the fields of the results of all questions.
type (
	answered struct{ Count int }
	failed   struct {
		Cause  error
		Needed bool
	}
	ended struct {
		answered
		failed // no error if there is an answer
	}
)

// inquire runs the machine of a question.
func (d *driver) inquire(ctx context.Context, q *inquiry, maxRetries, servers, serverRetries int) (ended, error) {
	q.driver = d
	p := question.Params{MaxRetries: maxRetries, Servers: servers, ServerRetries: serverRetries}
	end, err := question.Run(ctx, p, q, q, question.WithObserver(q.observe))
	if err != nil {
		return ended{}, err
	}
	var result ended
	switch end := end.(type) {
	case question.InAnswered:
		result.Count = end.Count()
	case question.InFailed:
		result.failed = failed{end.Cause(), end.Needed()}
		if end.Cause() == nil { // the answer was not read in time, and nothing has failed before
			result.Cause = &Failure{Class: FailureClassTimeout, Task: q.task.Name, Err: context.DeadlineExceeded}
		}
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	d.end(q.call, result)
	return result, nil
}

// end keeps the result of a question. The lock is held.
func (d *driver) end(c Call, e ended) {
	if d.ends == nil {
		d.ends = map[Call]ended{}
	}
	d.ends[c] = e
}

// Model implements question.RunHost. The call of the port takes no longer than the machine of its servers.
func (q *inquiry) Model(ctx context.Context, servers, serverRetries int) (question.ModelResult, error) {
	const reading = time.Minute // of the question that is left then
	most := question.Params{Servers: servers, ServerRetries: serverRetries}.WorstCase().Time - reading
	_, err := call(ctx, min(q.config.CallTimeout, most), q.task.Name, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, q.ask(ctx)
	})
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		q.err = err // nothing else runs until the machine has this result
		return question.ModelFailure{Cause: err}, nil
	}
	return question.ModelSuccess{}, nil
}

// Read implements question.RunHost.
func (q *inquiry) Read(context.Context) (int, error) {
	q.lock.Lock()
	defer q.lock.Unlock()
	return q.read()
}

// Is implements question.Guards.
func (q *inquiry) Is(err error, class FailureClass) bool { return Classify(err) == class }

// Optional implements question.Guards.
func (q *inquiry) Optional() bool { return q.task.Heavy }

// Backoff implements question.RunHost.
func (q *inquiry) Backoff(attempt int) time.Duration {
	q.lock.Lock()
	defer q.lock.Unlock()
	backoff := q.config.Backoff
	if q.config.Params.Offline {
		backoff.Source = nil // nothing is left to chance
	}
	wait := backoff.Delay(attempt)
	q.advice = append(q.advice, q.err.Error(), fmt.Sprintf("retry %d of %d follows after %v", attempt, q.config.Params.MaxRetries, wait))
	return wait
}

// RetryStep implements question.Handler: it leaves the event to the timer.
func (q *inquiry) RetryStep(context.Context, question.InRetryStep) (question.AfterRetryStep, error) {
	return nil, nil
}

// observe tells the observer about a transition, and then the pending advice.
func (q *inquiry) observe(s question.Step) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.observer.Asked(Asked{Call: q.call, Task: q.task.Name, From: s.From, To: s.To, Event: s.Event})
	q.tell(q.advice)
	q.advice = nil
}
