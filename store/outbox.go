package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Delivery is an output that a worker delivers.
type Delivery[O any] struct {
	// Key names the output, KIND/ID/REVISION/N; it is the same in each attempt. It is for the receiver of the action,
	// and can be longer than an ID; [Store.Answer] needs none.
	Key string
	// ID and Revision are the machine, and the event that has emitted the output.
	ID       string
	Revision int64
	// N is the number of the output among those of the event, from 0.
	N int
	// Output is nil if Outcome is not empty.
	Output O
	// Outcome is empty, except for the end of a machine ([WithEnds]).
	Outcome string
	// Attempt counts the attempts, from 1.
	Attempt int
}

// outputKey returns the key of an output. The kind is a name, so keys are unique whatever
// the ID contains.
func outputKey(kind, id string, rev int64, n int) string {
	return fmt.Sprintf("%s/%s/%d/%d", kind, id, rev, n)
}

// claimed is an output that this worker has claimed.
type claimed struct {
	id      string
	rev     int64
	n       int
	name    string
	payload []byte
	attempt int
}

// dueOutputs claims outputs.
func (w *Worker[M, P, I, O]) dueOutputs(ctx context.Context, n int) (jobs []func(context.Context), next time.Time, err error) {
	s := w.store
	err = w.watchPoll(ctx, func(ctx context.Context) error {
		now := s.now()
		if next, err = w.next(ctx, s.sql.nextOutput); err != nil || next.IsZero() || next.After(now) {
			return err
		}
		rows, err := s.sql.claimOutputs.QueryContext(ctx, s.name, s.dialect.Time(now), s.dialect.Time(w.lease(now)), n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c claimed
			if err := rows.Scan(&c.id, &c.rev, &c.n, &c.name, &c.payload, &c.attempt); err != nil {
				return err
			}
			jobs = append(jobs, func(ctx context.Context) { w.deliverOne(ctx, c) })
		}
		return rows.Err()
	})
	return jobs, next, err
}

// deliverOne delivers an output, and stores the result.
func (w *Worker[M, P, I, O]) deliverOne(ctx context.Context, c claimed) {
	s := w.store
	key := outputKey(s.name, c.id, c.rev, c.n)
	ctx, end := s.set.watch.start(ctx, Operation{Name: "deliver", Kind: s.name, ID: c.id, Key: key, Output: c.name, Attempt: c.attempt})
	stale, err := w.call(ctx, key, c)
	result := Result{Revision: c.rev, Err: err, Stale: stale, Dead: err != nil && c.attempt >= w.set.attempts}
	ctx, cancel := context.WithTimeout(ctx, w.set.timeout)
	defer cancel()
	result.Attempts, err = s.attempts(ctx, c.id, func(ctx context.Context) error {
		var err error
		if result.Err == nil {
			_, err = s.sql.dropOutput.ExecContext(ctx, s.name, c.id, c.rev, c.n, c.attempt)
		} else {
			next := s.dialect.Time(s.now().Add(w.backoff(c.attempt)))
			_, err = s.sql.setOutput.ExecContext(ctx, s.name, c.id, c.rev, c.n, c.attempt, next, result.Dead, storable(result.Err.Error()))
		}
		if err != nil {
			return s.fault(c.id, "store the result of a delivery", err)
		}
		return nil
	})
	if result.Err == nil {
		result.Err = err // The output will be delivered again.
	}
	end(result)
}

// call calls the program, unless the output is the start of a call that no longer runs.
func (w *Worker[M, P, I, O]) call(ctx context.Context, key string, c claimed) (stale bool, err error) {
	if c.attempt > w.set.attempts {
		return false, fmt.Errorf("store: the process ended during attempt %d, the last one", c.attempt-1)
	}
	d := Delivery[O]{Key: key, ID: c.id, Revision: c.rev, N: c.n, Attempt: c.attempt}
	if c.name == endName {
		d.Outcome, err = readEnd(c.payload)
	} else {
		d.Output, err = w.store.kind.ReadOutput(c.name, c.payload)
	}
	if err != nil {
		return false, fmt.Errorf("store: cannot read the output %s: %w", c.name, err)
	}
	ctx, cancel := context.WithTimeout(ctx, w.set.timeout)
	defer cancel()
	if stale, err = w.store.stopped(ctx, d); err != nil || stale {
		return stale, err
	}
	return false, w.deliver(ctx, d)
}

// storable returns the text of an error as databases accept it.
func storable(text string) string {
	const limit = 2000
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "…"
	}
	return text
}
