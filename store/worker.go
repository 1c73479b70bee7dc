package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/queue"
)

// Worker fires due timers and delivers outputs. Any number of workers, in any number of
// processes, can work for the machines of a kind. [Store.Worker] makes it.
type Worker[M json.Marshaler, P, I, O any] struct {
	store   *Store[M, P, I, O]
	deliver func(context.Context, Delivery[O]) error
	set     work
}

// WorkerOption is a setting of a [Worker].
type WorkerOption func(*work)

// work are the settings of a worker.
type work struct {
	poll, timeout      time.Duration
	parallel, attempts int
	limits             map[string]int // for the outputs that have one of their own
	only               bool           // No other output is delivered.
	shortest, longest  time.Duration
}

// WithPoll sets how often a worker looks for due timers, and for outputs of other processes;
// the default is 500 ms. Timers fire up to this much later than they are due.
func WithPoll(d time.Duration) WorkerOption { return func(w *work) { w.poll = d } }

// WithTimeout sets how long one delivery, or the step of one timer, may take; the default is 30 s. After a worker has
// died, another one repeats its deliveries and timers after this time and 5 s.
func WithTimeout(d time.Duration) WorkerOption { return func(w *work) { w.timeout = d } }

// WithParallel sets how many outputs of each name, and how many timers, a worker handles at the same time; the default is 4. So
// outputs that take long do not keep those of other names waiting. The outputs of one machine are delivered one after the other.
func WithParallel(n int) WorkerOption { return func(w *work) { w.parallel = n } }

// WithOutput sets how many outputs of a name a worker handles at the same time, in place of the number of [WithParallel]. With 0, it
// leaves them to other workers. The start of a call has the name CALL.start, its stop CALL.stop, and the end of a machine .end.
func WithOutput(name string, parallel int) WorkerOption {
	return func(w *work) {
		if w.limits == nil {
			w.limits = map[string]int{}
		}
		w.limits[name] = parallel
	}
}

// WithOnly has a worker handle the outputs only that [WithOutput] names, and leave all others to other workers. It fires timers as
// any worker does.
func WithOnly() WorkerOption { return func(w *work) { w.only = true } }

// WithDeliveries sets how often an output is tried before it is dead; the default is 20.
func WithDeliveries(n int) WorkerOption { return func(w *work) { w.attempts = n } }

// WithBackoff sets the wait after the first failure of a delivery or timer, which doubles with each
// further failure, and its maximum; the defaults are 1 s and 10 min. The wait is
// random: between half of it and all of it.
func WithBackoff(first, longest time.Duration) WorkerOption {
	return func(w *work) { w.shortest, w.longest = first, longest }
}

// shares reports whether the worker leaves outputs to others, so that the next output of a machine can be for them.
func (w *work) shares() bool {
	for _, n := range w.limits {
		if n == 0 {
			return true
		}
	}
	return w.only
}

// room returns how many outputs can be claimed, if that many are busy.
func (w *work) room(busy map[string]int) queue.Room {
	r := queue.Room{Named: maps.Clone(w.limits), Other: w.parallel}
	if r.Named == nil {
		r.Named = map[string]int{}
	}
	if w.only {
		r.Other = 0
	}
	for name, n := range busy {
		r.Named[name] = max(0, r.Of(name)-n)
	}
	return r
}

// Worker returns a worker that calls deliver for each output. If deliver is nil, it only fires
// timers.
//
// Deliver is called at least once for each output: again after an error, and again if the
// process ends, or the database fails, before the success is stored. The key of a delivery is
// the same each time, so that the receiver can drop repetitions. The outputs of one machine are
// delivered in order, the next one after the success of the one before; outputs of different
// machines are delivered in parallel. An output that fails too often becomes a dead letter, see
// [Admin.DeadLetters], and the later ones of its machine are delivered. The start of a call that no longer runs is not
// delivered: its state was left, for example.
//
// Deliver runs outside of transactions. It sends the result of its action to the machine that
// emitted the output with [Store.Answer], which is safe to repeat. Its context ends after
// the timeout of the worker. A panic of deliver ends the program, as in any goroutine.
func (s *Store[M, P, I, O]) Worker(deliver func(ctx context.Context, d Delivery[O]) error, options ...WorkerOption) *Worker[M, P, I, O] {
	w := &Worker[M, P, I, O]{store: s, deliver: deliver, set: work{
		poll: 500 * time.Millisecond, timeout: 30 * time.Second, parallel: 4, attempts: 20, shortest: time.Second, longest: 10 * time.Minute,
	}}
	for _, option := range options {
		option(&w.set)
	}
	return w
}

// Run works until ctx ends. It then starts nothing new, waits for the deliveries and timers that
// it has started, and returns nil; ctx does not interrupt them. A failure of the database
// does not end it: it tells the observers, and tries again at the next poll. The only
// errors are settings that are not positive, or with which it would deliver nothing.
func (w *Worker[M, P, I, O]) Run(ctx context.Context) error {
	if w.set.poll <= 0 || w.set.timeout <= 0 || w.set.parallel <= 0 || w.set.attempts <= 0 || w.set.shortest <= 0 || w.set.longest <= 0 {
		return errors.New("store: each setting of a worker must be positive")
	}
	for name, n := range w.set.limits {
		if n < 0 {
			return fmt.Errorf("store: a worker handles %d outputs %s at the same time, want 0 or more", n, name)
		}
	}
	if w.set.only && w.deliver != nil && w.set.room(nil).Empty() {
		return errors.New("store: a worker with WithOnly delivers nothing without WithOutput")
	}
	var loops sync.WaitGroup
	loops.Go(func() { w.loop(ctx, w.dueTimers) })
	if w.deliver != nil {
		emitted, deaf := w.store.tables.emitted.hear()
		defer deaf()
		loops.Go(func() { w.deliverAll(ctx, emitted) })
		if w.store.set.listener != nil {
			loops.Go(func() { w.listen(ctx, w.store.tables.emitted.ring) })
		}
	}
	loops.Wait()
	return nil
}

// loop claims jobs and runs them, each in a goroutine, until ctx ends. Claim returns at most n
// jobs, and when the next one is due if there are fewer.
func (w *Worker[M, P, I, O]) loop(ctx context.Context, claim func(ctx context.Context, n int) ([]func(context.Context), time.Time, error)) {
	running, failures, done := 0, 0, make(chan struct{})
	defer func() {
		for ; running > 0; running-- {
			<-done
		}
	}()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-done:
			running--
		}
		for ctx.Err() == nil && running < w.set.parallel {
			// A claim whose answer is lost holds up its rows, so ctx does not interrupt it.
			claiming, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.set.timeout)
			jobs, next, err := claim(claiming, w.set.parallel-running)
			cancel()
			if err != nil {
				// Nothing is claimed, or the answer is lost; then the claim ends by itself.
				failures++
				timer.Reset(w.afterFailure(err, failures))
				break
			}
			failures = 0
			for _, job := range jobs {
				running++
				go func() {
					defer func() { done <- struct{}{} }()
					job(context.WithoutCancel(ctx))
				}()
			}
			if len(jobs) == 0 {
				wait := w.set.poll
				if until := next.Sub(w.store.now()); !next.IsZero() && until > 0 {
					wait = min(wait, until)
				}
				timer.Reset(wait)
				break
			}
		}
	}
}

// backoff is the wait after that many failures.
func (w *Worker[M, P, I, O]) backoff(failures int) time.Duration {
	d := w.set.shortest
	for i := 1; i < failures && d < w.set.longest; i++ {
		d *= 2
	}
	d = min(d, w.set.longest)
	return d - rand.N(d/2+1)
}
