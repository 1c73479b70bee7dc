package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/queue"
)

// delivered is an output that the program has received, or not. Its result is to be stored.
type delivered struct {
	queue.Result
	output string
	seen   Result       // what observers see
	end    func(Result) // tells them, once
}

// deliveries is the state of the loop of a worker that delivers outputs.
type deliveries struct {
	running int            // outputs that the program has, and results that are stored alone
	busy    map[string]int // the same for each name
	ended   []delivered    // results that are not stored yet
	done    chan delivered // receives the results
	stored  chan string    // receives the name of each output whose result was stored alone
	failed  int            // failures in a row of the transaction
	full    bool           // Nothing could be claimed, and for some outputs there was no room.
	soon    bool           // The next look is soon, as outputs were emitted.
	mended  bool           // The worker has looked for outputs that are not in the queue.
	cost    time.Duration  // how long the last transaction took
	timer   *time.Timer    // the next look at the queue
}

// crowded is how long a worker waits before it looks for outputs that were emitted, while for some there is no room.
const crowded = 5 * time.Millisecond

// deliverAll delivers outputs until ctx ends. It receives from emitted when there are new ones. Results are stored, and the next outputs claimed, in one transaction: what
// ends while one runs goes into the next one, so many outputs share the cost of a commit.
func (w *Worker[M, P, I, O]) deliverAll(ctx context.Context, emitted <-chan struct{}) {
	d := &deliveries{busy: map[string]int{}, done: make(chan delivered), stored: make(chan string), timer: time.NewTimer(0)}
	defer d.timer.Stop()
	stop := ctx.Done()
	for {
		select {
		case <-stop:
			stop = nil // What has begun goes on.
		case <-d.timer.C:
		case <-emitted:
			if d.full {
				// These outputs may be some for which there is no room. Several of them share a look.
				if !d.soon {
					d.timer.Reset(crowded)
				}
				d.soon = true
				continue
			}
		case r := <-d.done:
			d.ended = append(d.ended, r)
			d.add(r.output, -1)
		case output := <-d.stored:
			d.add(output, -1)
		}
		d.gather()
		if ctx.Err() == nil || len(d.ended) > 0 {
			w.turn(ctx, d)
		}
		if ctx.Err() != nil && d.running == 0 && len(d.ended) == 0 {
			return
		}
	}
}

// add counts n more outputs of a name.
func (d *deliveries) add(output string, n int) {
	d.running += n
	if d.busy[output] += n; d.busy[output] == 0 {
		delete(d.busy, output)
	}
}

// gather receives what else ends in a moment, so that it shares a transaction: if something has ended, and for at most a
// quarter of the time that a transaction takes.
func (d *deliveries) gather() {
	if len(d.ended) == 0 {
		return
	}
	enough := time.NewTimer(min(d.cost/4, 2*time.Millisecond))
	defer enough.Stop()
	for d.running > 0 {
		select {
		case r := <-d.done:
			d.ended = append(d.ended, r)
			d.add(r.output, -1)
		case output := <-d.stored:
			d.add(output, -1)
		case <-enough.C:
			return
		}
	}
}

// turn stores results, and claims outputs unless ctx has ended.
func (w *Worker[M, P, I, O]) turn(ctx context.Context, d *deliveries) {
	d.full, d.soon = false, false
	var room queue.Room
	if ctx.Err() == nil {
		room = w.set.room(d.busy)
	}
	// A claim whose answer is lost holds up its rows, so ctx does not interrupt it.
	ctx = context.WithoutCancel(ctx)
	working, cancel := context.WithTimeout(ctx, w.set.timeout)
	if !d.mended {
		err := w.watchPoll(working, func(ctx context.Context) error {
			return workTx(ctx, w.store.tables.db, w.store.tables.dialect.Dialect, func(tx *sql.Tx) error { return w.store.tables.queue.Mend(ctx, tx) })
		})
		d.mended = err == nil
	}
	start := time.Now()
	claims, locked, wait, err := w.work(working, d.ended, room)
	cancel()
	d.cost = time.Since(start)
	for _, r := range d.ended {
		if err == nil && !slices.Contains(locked, r.Key) {
			r.seen.Attempts = 1
			r.end(r.seen)
			continue
		}
		d.add(r.output, 1)
		go func() {
			w.storeAlone(ctx, r)
			d.stored <- r.output
		}()
	}
	d.ended = nil
	if err != nil {
		// Nothing is claimed, or the answer is lost; then the claims end by themselves.
		d.failed++
		d.timer.Reset(w.afterFailure(err, d.failed))
		return
	}
	d.failed = 0
	for _, c := range claims {
		d.add(c.Output, 1)
		go func() { d.done <- w.deliverOne(ctx, c) }()
	}
	for output := range d.busy {
		d.full = d.full || len(claims) == 0 && room.Of(output) == 0
	}
	if wait < 0 || wait > w.set.poll {
		wait = w.set.poll
	}
	d.timer.Reset(wait)
}

// work stores results and claims outputs for which there is room, in one transaction. It returns the results that are not stored because
// others have locked their machines, and after what time there is something else to claim; negative: nothing.
func (w *Worker[M, P, I, O]) work(ctx context.Context, ended []delivered, room queue.Room) (claims []queue.Claim, locked []queue.Key, wait time.Duration, err error) {
	s := w.store
	err = w.watchPoll(ctx, func(ctx context.Context) error {
		var seen queue.Seen
		if len(ended) == 0 {
			var idle bool
			if seen, wait, idle, err = s.tables.queue.Idle(ctx, room); err != nil || idle {
				return err
			}
		}
		results := make([]queue.Result, len(ended))
		for i, r := range ended {
			results[i] = r.Result
		}
		return workTx(ctx, s.tables.db, s.tables.dialect.Dialect, func(tx *sql.Tx) error {
			claims, locked, wait, err = s.tables.queue.Work(ctx, tx, results, room, seen, w.set.timeout+margin)
			if err == nil && len(results) > 0 && w.set.shares() {
				err = s.tables.queue.Tell(ctx, tx)
			}
			return err
		})
	})
	if err != nil {
		return nil, nil, 0, err
	}
	if len(ended) > 0 && w.set.shares() {
		s.tables.emitted.ring()
	}
	return claims, locked, wait, nil
}

// deliverOne delivers an output.
func (w *Worker[M, P, I, O]) deliverOne(ctx context.Context, c queue.Claim) delivered {
	s := w.store
	key := outputKey(s.name, c.ID, c.Rev, c.N)
	ctx, end := s.set.watch.start(ctx, Operation{Name: "deliver", Kind: s.name, ID: c.ID, Key: key, Output: c.Output, Attempt: c.Attempt})
	stale, err := w.call(ctx, key, c)
	d := delivered{Result: queue.Result{Key: c.Key}, output: c.Output, seen: Result{Revision: c.Rev, Err: err, Stale: stale}, end: end}
	if err != nil {
		d.Failed, d.Error, d.Wait = true, storable(err.Error()), w.backoff(c.Attempt)
		d.Dead = c.Attempt >= w.set.attempts
		d.seen.Dead = d.Dead
	}
	return d
}

// storeAlone stores a result in a transaction of its own, as often as it takes, and tells the observers.
func (w *Worker[M, P, I, O]) storeAlone(ctx context.Context, d delivered) {
	s := w.store
	ctx, cancel := context.WithTimeout(ctx, w.set.timeout)
	defer cancel()
	var err error
	d.seen.Attempts, err = s.tables.attempts(ctx, d.ID, func(ctx context.Context) error {
		err := workTx(ctx, s.tables.db, s.tables.dialect.Dialect, func(tx *sql.Tx) error {
			err := s.tables.queue.Settle(ctx, tx, d.Result)
			if err == nil && w.set.shares() {
				err = s.tables.queue.Tell(ctx, tx)
			}
			return err
		})
		if err != nil {
			return s.tables.fault(d.ID, "store the result of a delivery", err)
		}
		return nil
	})
	if err == nil && w.set.shares() {
		s.tables.emitted.ring()
	}
	if d.seen.Err == nil {
		d.seen.Err = err // The output will be delivered again.
	}
	d.end(d.seen)
}
