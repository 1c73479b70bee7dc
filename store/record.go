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
)

// Record is a machine with its row. Its names in JSON are those of the fields, in lower case; the machine is its
// snapshot.
type Record[M any] struct {
	ID string `json:"id"`
	// Revision counts the entries of the history: the creation, which is 1, and the events that
	// the machine has accepted since.
	Revision int64 `json:"revision"`
	// Machine is a copy: its methods do not change the row.
	Machine M `json:"machine"`
	// State and Outcome are the texts of the machine's; the outcome is empty before the end.
	State   string `json:"state"`
	Outcome string `json:"outcome,omitempty"`
	// Created and Updated are the times of the first and the latest revision.
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	// Repeated means that Do has found the key of the event in the history, or Answer an answer to the output,
	// so that it has changed nothing.
	Repeated bool `json:"repeated,omitempty"`
	// Stale means that the event was the result of a call that no longer runs, so that it has changed nothing.
	Stale bool `json:"stale,omitempty"`
}

// row is a row of fsm_machine, with the earlier event that has a key or answers an output.
type row struct {
	rev              int64
	state, outcome   string
	snapshot         []byte
	created, updated dialect.Stamp
	keyRev           sql.NullInt64
	keyEvent         sql.NullString
	keyPayload       []byte
	// outputs is how many outputs the revision has that is answered, and silent says that its event was ignored, or that it is
	// a refresh. The number is unknown if a version of this package before the number has written the revision.
	outputs sql.NullInt64
	silent  bool
}

func (r *row) scan(from interface{ Scan(...any) error }) error {
	return from.Scan(&r.rev, &r.state, &r.outcome, &r.snapshot, &r.created, &r.updated, &r.keyRev, &r.keyEvent, &r.keyPayload, &r.outputs, &r.silent)
}

// Get returns the present state of a machine, or a [NotFoundError].
func (s *Store[M, P, I, O]) Get(ctx context.Context, id string) (rec Record[M], err error) {
	if err := s.tables.checkID(id); err != nil {
		return rec, err
	}
	err = s.tables.attempt(ctx, id, func(ctx context.Context) error {
		r, err := s.tables.read(ctx, nil, id, "", origin{})
		if err != nil {
			return err
		}
		rec, err = s.load(ctx, id, r)
		return err
	})
	return rec, err
}

// read reads a row, and the event that has the key or answers the output if there is one. Inside tx, if that is not nil, it locks
// the row first. That is a statement of its own: what it waits for, it also sees.
func (t *tables) read(ctx context.Context, tx *sql.Tx, id, key string, to origin) (r row, err error) {
	stmt := t.sql.read
	args := []any{t.name, id}
	if tx != nil && t.dialect.Dialect == dialect.PostgreSQL {
		if _, err := t.sql.lock.Exec(ctx, tx, args...); err != nil {
			return r, t.fault(id, "lock the row", err)
		}
	}
	switch {
	case to != origin{}:
		stmt = t.sql.readAnswer
		args = append(args, to.String(), to.rev)
	case key != "":
		stmt = t.sql.readKey
		args = append(args, key)
	}
	if err := r.scan(stmt.Row(ctx, tx, args...)); errors.Is(err, sql.ErrNoRows) {
		return r, &NotFoundError{Kind: t.name, ID: id}
	} else if err != nil {
		return r, t.fault(id, "read the row", err)
	}
	return r, nil
}

// load restores the machine of a row.
func (s *Store[M, P, I, O]) load(ctx context.Context, id string, r row) (Record[M], error) {
	m, _, err := s.restore(ctx, id, r)
	if err != nil {
		return Record[M]{}, err
	}
	return s.view(id, r.rev, m, r.created.Time, r.updated.Time), nil
}

// restore returns the machine of a row, and the snapshot that it was made from: that of the row, or if this version
// cannot read it, the result of the migration.
func (s *Store[M, P, I, O]) restore(ctx context.Context, id string, r row) (m M, snapshot []byte, err error) {
	m, err = s.kind.Restore(r.snapshot)
	if err != nil && s.set.migrate != nil {
		next, refused := s.set.migrate(ctx, id, r.snapshot)
		if refused != nil {
			err = fmt.Errorf("%w\nmigration: %w", err, refused)
		} else if m, refused = s.kind.Restore(next); refused != nil {
			err = fmt.Errorf("%w\nthe result of the migration: %w", err, refused)
		} else {
			return m, next, nil
		}
	}
	if err != nil {
		var none M
		return none, nil, &LoadError{Kind: s.name, ID: id, Revision: r.rev, Err: err}
	}
	return m, r.snapshot, nil
}

func (s *Store[M, P, I, O]) view(id string, rev int64, m M, created, updated time.Time) Record[M] {
	state, outcome := s.kind.State(m)
	return Record[M]{ID: id, Revision: rev, Machine: m, State: state, Outcome: outcome, Created: created, Updated: updated}
}

// same reports whether an event is the one that has the key in the history. An earlier
// version of the spec may have written the payload in another form.
func (s *Store[M, P, I, O]) same(r row, event string, payload []byte) bool {
	if r.keyEvent.String == event && string(r.keyPayload) == string(payload) {
		return true
	}
	in, err := s.kind.ReadInput(r.keyEvent.String, r.keyPayload)
	if err != nil || s.kind.EventName(in) != event {
		return false
	}
	text, err := json.Marshal(in)
	return err == nil && string(text) == string(payload)
}

// differing returns the fields that have different values in two payloads, or are only in one of them.
func differing(a, b []byte) (names []string) {
	var one, other map[string]json.RawMessage
	if json.Unmarshal(a, &one) != nil || json.Unmarshal(b, &other) != nil {
		return nil
	}
	for name, value := range one {
		if second, ok := other[name]; !ok || string(value) != string(second) {
			names = append(names, name)
		}
	}
	for name := range other {
		if _, ok := one[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
