package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// running is a timer that this worker has claimed.
type running struct {
	id, timer string
	rev       int64
	due       dialect.Stamp
	attempt   int
}

// dueTimers claims timers.
func (w *Worker[M, P, I, O]) dueTimers(ctx context.Context, n int) (jobs []func(context.Context), next time.Time, err error) {
	s := w.store
	err = w.watchPoll(ctx, func(ctx context.Context) error {
		now := s.now()
		if next, err = w.next(ctx, s.tables.sql.nextTimer); err != nil || next.IsZero() || next.After(now) {
			return err
		}
		return workTx(ctx, s.tables.db, s.tables.dialect.Dialect, func(tx *sql.Tx) error {
			return s.tables.sql.claimTimers.Each(ctx, tx, func(rows *sql.Rows) error {
				var t running
				if err := rows.Scan(&t.id, &t.timer, &t.rev, &t.due, &t.attempt); err != nil {
					return err
				}
				jobs = append(jobs, func(ctx context.Context) { w.fireOne(ctx, t) })
				return nil
			}, s.name, s.tables.dialect.Time(now), s.tables.dialect.Time(w.lease(now)), n)
		})
	})
	if err != nil {
		return nil, next, err
	}
	return jobs, next, nil
}

// fireOne fires a timer, or sets when it is tried again. No timer is given up.
func (w *Worker[M, P, I, O]) fireOne(ctx context.Context, t running) {
	s := w.store
	event, _ := s.kind.TimerEvent(t.timer)
	op := Operation{Name: "fire", Kind: s.name, ID: t.id, Event: event, Timer: t.timer, Attempt: t.attempt}
	ctx, end := s.set.watch.start(ctx, op)
	var result Result
	within(ctx, w.set.timeout, func(ctx context.Context) {
		result.Attempts, result.Err = s.tables.attempts(ctx, t.id, func(ctx context.Context) error {
			r, err := s.fire(ctx, t)
			if err == nil {
				result.Revision, result.From, result.To, result.Ignored = r.Revision, r.From, r.To, r.Ignored
			}
			return err
		})
	})
	if result.Err != nil {
		ctx, cancel := context.WithTimeout(ctx, w.set.timeout) // the step may have used up its own
		defer cancel()
		next := s.tables.dialect.Time(s.now().Add(w.backoff(t.attempt)))
		if _, err := s.tables.sql.setTimer.Exec(ctx, nil, s.name, t.id, t.timer, t.rev, t.attempt, next, storable(result.Err.Error())); err != nil {
			result.Err = errors.Join(result.Err, err) // The claim ends later.
		}
	}
	end(result)
}

// within calls f with a context that ends after d.
func within(ctx context.Context, d time.Duration, f func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	f(ctx)
}

// errFired means that another worker has fired a timer, or that it has started anew.
var errFired = errors.New("the timer is not there")

// fire sends the event of a timer. If the machine does not run it, only the row is removed.
func (s *Store[M, P, I, O]) fire(ctx context.Context, t running) (result Result, err error) {
	r, err := s.tables.read(ctx, nil, t.id, "", origin{})
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return result, s.tables.drop(ctx, t)
	} else if err != nil {
		return result, err
	}
	m, read, err := s.restore(ctx, t.id, r)
	if err != nil {
		return result, err
	}
	before := s.kind.Due(m)
	name, runs := s.present(before, t)
	if !runs {
		// The event of another transaction has stopped the timer, or started it anew.
		return result, s.tables.drop(ctx, t)
	}
	event, known := s.kind.TimerEvent(name)
	if !known {
		return result, fmt.Errorf("store: %s %q: %q is not a timer", s.name, t.id, name)
	}
	// A timer that starts anew has another due time, even if its duration is zero.
	now := s.now()
	if !now.After(t.due.Time) {
		now = t.due.Add(time.Microsecond)
	}
	from, outcome := s.kind.State(m)
	c := &change{
		id: t.id, rev: r.rev + 1, event: event, timer: name, payload: []byte("{}"),
		from: from, over: outcome != "", before: before, at: now, fired: &t,
	}
	forgotten := s.forgotten(m, read)
	outputs, ignored, err := s.raise(ctx, m, name, now)
	if err != nil {
		return result, err
	}
	c.ignored = ignored
	if err := s.fill(c, m, append(forgotten, outputs...)); err != nil {
		return result, err
	}
	if err := s.tables.commit(ctx, c.id, nil, always(c)); errors.Is(err, errFired) {
		return result, nil
	} else if err != nil {
		return result, err
	}
	return Result{Revision: c.rev, From: c.from, To: c.state, Ignored: ignored}, nil
}

// present returns the name of a timer that a row is about. The state to which it belongs may
// have another name in this version of the spec; then the due time and the event tell which
// timer it is.
func (s *Store[M, P, I, O]) present(due map[string]time.Time, t running) (name string, runs bool) {
	if at, ok := due[t.timer]; ok {
		return t.timer, roundUp(at).Equal(t.due.Time)
	}
	event, known := s.kind.TimerEvent(t.timer)
	for _, name := range slices.Sorted(maps.Keys(due)) {
		now, _ := s.kind.TimerEvent(name)
		if roundUp(due[name]).Equal(t.due.Time) && (!known || now == event) {
			return name, true
		}
	}
	return "", false
}

// drop removes the row of a timer that does not run, unless it has started anew.
func (t *tables) drop(ctx context.Context, r running) error {
	if _, err := t.sql.dropTimer.Exec(ctx, nil, t.name, r.id, r.timer, r.rev); err != nil {
		return t.fault(r.id, "remove a timer", err)
	}
	return nil
}
