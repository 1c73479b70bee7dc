package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/query"
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
		s.written.LoadOrStore(c.state, judged{c.state, c.outcome != ""})
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

// always returns a step that makes a change.
func always(c *change) func(*sql.Tx) (*change, error) {
	return func(*sql.Tx) (*change, error) { return c, nil }
}

// commit writes the change that a step makes, if any, in a transaction of its own.
func (t *tables) commit(ctx context.Context, id string, options *sql.TxOptions, step func(tx *sql.Tx) (*change, error)) error {
	return t.commitAll(ctx, id, options, func(tx *sql.Tx) ([]*change, error) {
		c, err := step(tx)
		if err != nil || c == nil {
			return nil, err
		}
		return []*change{c}, nil
	})
}

// commitAll writes the changes that a step makes in one transaction, in their order.
func (t *tables) commitAll(ctx context.Context, id string, options *sql.TxOptions, step func(tx *sql.Tx) ([]*change, error)) error {
	tx, err := t.db.BeginTx(ctx, options)
	if err != nil {
		return t.fault(id, "begin", err)
	}
	changes, err := step(tx)
	emits := false
	for i := 0; err == nil && i < len(changes); i++ {
		err = t.write(ctx, tx, changes[i])
		emits = emits || len(changes[i].outputs) > 0
	}
	if err != nil || len(changes) == 0 {
		// A failed rollback adds nothing: database/sql then closes the connection.
		_ = tx.Rollback()
		return err
	}
	if err := ctx.Err(); err != nil {
		_ = tx.Rollback()
		return fmt.Errorf("store: %s %q: %w", t.name, changes[0].id, err)
	}
	if err := tx.Commit(); err != nil {
		return t.commitFault(changes, err)
	}
	if emits {
		t.emitted.ring()
	}
	return nil
}

// commitFault returns the error of a commit. If it is not known whether it has succeeded, events that all have keys, and an answer, can be
// repeated: the history says whether they have been accepted.
func (t *tables) commitFault(changes []*change, err error) error {
	id := changes[0].id
	switch t.dialect.Commit(err) {
	case dialect.Transient:
		return &transientError{err: fmt.Errorf("commit: %w", err)}
	case dialect.Uncertain:
		uncertain := &UncertainError{Kind: t.name, ID: id, Err: err}
		if slices.ContainsFunc(changes, func(c *change) bool { return c.key == "" && c.answers == "" }) {
			return uncertain
		}
		return &transientError{err: uncertain, lost: true}
	}
	return fmt.Errorf("store: %s %q: commit: %w", t.name, id, err)
}

// write writes a change inside tx, the row first: the database then lets no other
// transaction change the machine until the end of this one.
func (t *tables) write(ctx context.Context, tx *sql.Tx, c *change) error {
	exec := func(doing string, stmt *query.Query, args ...any) (int64, error) {
		n, err := stmt.Changed(ctx, tx, args...)
		if err != nil {
			return 0, t.fault(c.id, doing, err)
		}
		return n, nil
	}
	at := t.dialect.Time(c.at)
	var n int64
	var err error
	if c.rev == 1 {
		n, err = exec("insert the row", t.sql.insert, t.name, c.id, c.state, c.outcome, string(c.snapshot), at)
	} else {
		n, err = exec("update the row", t.sql.update, t.name, c.id, c.rev-1, c.state, c.outcome, string(c.snapshot), at)
	}
	switch {
	case err != nil:
		return err
	case n == 0 && c.rev == 1:
		return &ExistsError{Kind: t.name, ID: c.id}
	case n == 0:
		return &transientError{err: errLost}
	}
	if fired := c.fired; fired != nil {
		// If the machine ignores the event, its timers are as before: only the row tells whether
		// another worker has been faster.
		switch n, err := exec("remove the timer", t.sql.dropTimer, t.name, c.id, fired.timer, fired.rev); {
		case err != nil:
			return err
		case n == 0:
			return errFired
		}
	}
	if _, err := exec("insert the event", t.sql.record, t.name, c.id, c.rev, orNull(c.key), c.event, orNull(c.timer),
		string(c.payload), c.from, c.state, c.ignored, at, orNull(c.answers), len(c.outputs)); err != nil {
		return err
	}
	if len(c.after) == 0 && len(c.before) > 0 {
		if _, err := exec("stop the timers", t.sql.stopAll, t.name, c.id); err != nil {
			return err
		}
	} else {
		for timer := range c.before {
			if _, runs := c.after[timer]; !runs {
				if _, err := exec("stop a timer", t.sql.stopTimer, t.name, c.id, timer); err != nil {
					return err
				}
			}
		}
	}
	for timer, due := range c.after {
		if old, ran := c.before[timer]; ran && old.Equal(due) {
			continue
		}
		if _, err := exec("start a timer", t.sql.startTimer, t.name, c.id, timer, c.rev, t.dialect.Time(roundUp(due))); err != nil {
			return err
		}
	}
	if len(c.outputs) > 0 {
		if err := t.queue.Emit(ctx, tx, c.id, c.rev, c.outputs[0].name); err != nil {
			return t.fault(c.id, "queue the machine", err)
		}
	}
	for i, o := range c.outputs {
		if _, err := exec("insert an output", t.sql.emit, t.name, c.id, c.rev, i, o.name, string(o.payload), at); err != nil {
			return err
		}
	}
	return nil
}

// inTx returns the error of a change in a transaction of the caller, which nothing repeats.
func (t *tables) inTx(id string, err error) error {
	if errors.As(err, new(*transientError)) {
		return t.exhausted(id, 1, err)
	}
	return err
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
