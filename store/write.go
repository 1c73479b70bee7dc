package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// change is what one event, or the creation, writes.
type change struct {
	id             string
	rev            int64 // the new one
	key, answers   string
	event, timer   string
	payload        []byte
	from           string
	over           bool // The machine had ended before.
	ignored        bool
	at             time.Time
	state, outcome string
	snapshot       []byte
	before, after  map[string]time.Time // the timers
	fired          *running             // the timer that raises the event, or nil
	outputs        []output
}

// output is a row of the outbox.
type output struct {
	name    string
	payload []byte
}

// fill sets what follows from the machine after the event, and from its outputs.
func (s *Store[M, P, I, O]) fill(c *change, m M, outputs []O) (err error) {
	if c.snapshot, err = m.MarshalJSON(); err != nil {
		return &InvalidError{Kind: s.name, ID: c.id, Reason: "the machine has no snapshot", Err: err}
	}
	c.state, c.outcome = s.kind.State(m)
	if s.set.migrate == nil { // Otherwise, other rows with this name may have to be migrated.
		s.written.LoadOrStore(c.state, nil)
	}
	c.after = s.kind.Due(m)
	for _, o := range outputs {
		if err := s.emit(c, s.kind.OutputName(o), o); err != nil {
			return err
		}
	}
	if s.set.ends && c.outcome != "" && !c.over {
		return s.emit(c, endName, end{c.outcome})
	}
	return nil
}

// emit adds an output to a change.
func (s *Store[M, P, I, O]) emit(c *change, name string, value any) error {
	payload, err := json.Marshal(value)
	if err != nil {
		return &InvalidError{Kind: s.name, ID: c.id, Reason: "the output " + name + " has no JSON", Err: err}
	}
	c.outputs = append(c.outputs, output{name, payload})
	return nil
}

// commit writes a change in a transaction of its own.
func (s *Store[M, P, I, O]) commit(ctx context.Context, c *change) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.fault(c.id, "begin", err)
	}
	if err := s.write(ctx, tx, c); err != nil {
		// A failed rollback adds nothing: database/sql then closes the connection.
		_ = tx.Rollback()
		return err
	}
	if err := ctx.Err(); err != nil {
		_ = tx.Rollback()
		return fmt.Errorf("store: %s %q: %w", s.name, c.id, err)
	}
	if err := tx.Commit(); err != nil {
		return s.commitFault(c, err)
	}
	if len(c.outputs) > 0 {
		s.wake()
	}
	return nil
}

// commitFault returns the error of a commit. If it is not known whether it has succeeded,
// an event with a key, and an answer, can be repeated: the history says whether it has been accepted.
func (s *Store[M, P, I, O]) commitFault(c *change, err error) error {
	switch s.dialect.Commit(err) {
	case dialect.Transient:
		return &transientError{err: fmt.Errorf("commit: %w", err)}
	case dialect.Uncertain:
		uncertain := &UncertainError{Kind: s.name, ID: c.id, Err: err}
		if c.key == "" && c.answers == "" {
			return uncertain
		}
		return &transientError{err: uncertain, lost: true}
	}
	return fmt.Errorf("store: %s %q: commit: %w", s.name, c.id, err)
}

// write writes a change inside tx, the row first: the database then lets no other
// transaction change the machine until the end of this one.
func (s *Store[M, P, I, O]) write(ctx context.Context, tx *sql.Tx, c *change) error {
	exec := func(doing string, stmt *sql.Stmt, args ...any) (int64, error) {
		result, err := tx.StmtContext(ctx, stmt).ExecContext(ctx, args...)
		if err != nil {
			return 0, s.fault(c.id, doing, err)
		}
		n, err := result.RowsAffected()
		if err != nil {
			return 0, s.fault(c.id, doing, err)
		}
		return n, nil
	}
	at := s.dialect.Time(c.at)
	var n int64
	var err error
	if c.rev == 1 {
		n, err = exec("insert the row", s.sql.insert, s.name, c.id, c.state, c.outcome, string(c.snapshot), at)
	} else {
		n, err = exec("update the row", s.sql.update, s.name, c.id, c.rev-1, c.state, c.outcome, string(c.snapshot), at)
	}
	switch {
	case err != nil:
		return err
	case n == 0 && c.rev == 1:
		return &ExistsError{Kind: s.name, ID: c.id}
	case n == 0:
		return &transientError{err: errLost}
	}
	if t := c.fired; t != nil {
		// If the machine ignores the event, its timers are as before: only the row tells whether
		// another worker has been faster.
		switch n, err := exec("remove the timer", s.sql.dropTimer, s.name, c.id, t.timer, t.rev); {
		case err != nil:
			return err
		case n == 0:
			return errFired
		}
	}
	if _, err := exec("insert the event", s.sql.record, s.name, c.id, c.rev, orNull(c.key), c.event, orNull(c.timer),
		string(c.payload), c.from, c.state, c.ignored, at, orNull(c.answers)); err != nil {
		return err
	}
	if len(c.after) == 0 && len(c.before) > 0 {
		if _, err := exec("stop the timers", s.sql.stopAll, s.name, c.id); err != nil {
			return err
		}
	} else {
		for timer := range c.before {
			if _, runs := c.after[timer]; !runs {
				if _, err := exec("stop a timer", s.sql.stopTimer, s.name, c.id, timer); err != nil {
					return err
				}
			}
		}
	}
	for timer, due := range c.after {
		if old, ran := c.before[timer]; ran && old.Equal(due) {
			continue
		}
		if _, err := exec("start a timer", s.sql.startTimer, s.name, c.id, timer, c.rev, s.dialect.Time(roundUp(due))); err != nil {
			return err
		}
	}
	for i, o := range c.outputs {
		if _, err := exec("insert an output", s.sql.emit, s.name, c.id, c.rev, i, o.name, string(o.payload), at); err != nil {
			return err
		}
	}
	return nil
}

// inTx returns the error of a change in a transaction of the caller, which nothing repeats.
func (s *Store[M, P, I, O]) inTx(id string, err error) error {
	if errors.As(err, new(*transientError)) {
		return s.exhausted(id, 1, err)
	}
	return err
}

// wake wakes a worker of this store, which otherwise sees outputs at its next poll.
func (s *Store[M, P, I, O]) wake() {
	select {
	case s.emitted <- struct{}{}:
	default:
	}
}

// roundUp returns the due time of a timer as the database stores it: not earlier than the
// machine says.
func roundUp(due time.Time) time.Time {
	if cut := due.Truncate(time.Microsecond); cut.Before(due) {
		return cut.Add(time.Microsecond)
	}
	return due
}

// orNull returns NULL for an empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
