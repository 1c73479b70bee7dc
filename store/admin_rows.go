package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// Row is a machine as its row says, under the names of the version of the spec that has written it. Its names in JSON are those of
// the fields, in lower case.
type Row struct {
	ID       string `json:"id"`
	Revision int64  `json:"revision"`
	State    string `json:"state"`
	// Outcome is empty before the end.
	Outcome string `json:"outcome,omitempty"`
	// Snapshot is what MarshalJSON of the machine has written.
	Snapshot json.RawMessage `json:"snapshot,omitempty"`
	// Created and Updated are the times of the first and the latest revision.
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// Rows selects rows of machines. The zero value selects all.
type Rows struct {
	// State is the state, if it is not empty.
	State string
	// Running selects machines that are not at their end, and Ended those that are; neither or both select all.
	Running, Ended bool
	// Before is a time, or zero: machines that have not changed since.
	Before time.Time
	// After selects machines with IDs that are greater, to continue a list.
	After string
	// Limit is how many are read at most, if it is positive.
	Limit int
}

// Rows returns the rows of the machines that are selected, in the order of their IDs, by bytes. It reads them in pages, as
// [Store.List] does. With a state, it reads the rows of this state only.
func (a *Admin) Rows(ctx context.Context, r Rows) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		left := r.Limit
		for {
			n := page
			if r.Limit > 0 {
				n = min(n, left)
			}
			rows, err := a.tables.rows(ctx, r, n)
			if err != nil {
				yield(Row{}, fmt.Errorf("store: rows of %s: %w", a.tables.name, err))
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
				r.After = row.ID
			}
			if left -= len(rows); len(rows) < n || r.Limit > 0 && left == 0 {
				return
			}
		}
	}
}

// rowColumns are the columns of a Row.
const rowColumns = "id, rev, state, outcome, snapshot, created, updated"

// scanRow reads them.
func scanRow(from interface{ Scan(...any) error }) (row Row, err error) {
	var created, updated dialect.Stamp
	err = from.Scan(&row.ID, &row.Revision, &row.State, &row.Outcome, (*[]byte)(&row.Snapshot), &created, &updated)
	row.Created, row.Updated = created.Time, updated.Time
	return row, err
}

// rows reads at most n rows.
func (t *tables) rows(ctx context.Context, r Rows, n int) (found []Row, err error) {
	args := []any{t.name, r.After}
	text := "SELECT " + rowColumns + " FROM fsm_machine WHERE kind = $1 AND id > $2"
	if r.State != "" {
		args = append(args, r.State)
		text += fmt.Sprintf(" AND state = $%d", len(args))
	}
	if !r.Before.IsZero() {
		args = append(args, t.dialect.Time(r.Before))
		text += fmt.Sprintf(" AND updated < $%d", len(args))
	}
	switch {
	case r.Running && !r.Ended:
		text += " AND outcome = ''"
	case r.Ended && !r.Running:
		text += " AND outcome <> ''"
	}
	text += fmt.Sprintf(" ORDER BY id LIMIT %d", n)
	err = t.each(ctx, text, func(rows *sql.Rows) error {
		row, err := scanRow(rows)
		found = append(found, row)
		return err
	}, args...)
	return found, err
}

// Machine is a row with what runs and waits. Its names in JSON are those of the fields, in lower case.
type Machine struct {
	Row
	Timers  []RunningTimer  `json:"timers"`
	Outputs []WaitingOutput `json:"outputs"`
}

// RunningTimer is a timer that runs.
type RunningTimer struct {
	Timer string `json:"timer"`
	// Due is when it is due. Attempts is how often it has failed to fire, and Error the last failure.
	Due      time.Time `json:"due"`
	Attempts int       `json:"attempts,omitempty"`
	Error    string    `json:"error,omitempty"`
}

// WaitingOutput is an output that is not delivered, or a dead letter.
type WaitingOutput struct {
	// Key is that of its deliveries.
	Key     string          `json:"key"`
	Output  string          `json:"output"`
	Payload json.RawMessage `json:"payload"`
	// Attempts is how often it was tried, and Error the last failure.
	Attempts int    `json:"attempts,omitempty"`
	Error    string `json:"error,omitempty"`
	Dead     bool   `json:"dead,omitempty"`
	// Emitted is the time of the event.
	Emitted time.Time `json:"emitted"`
}

// Machine returns a machine with its timers and outputs, in their order, or a [NotFoundError].
func (a *Admin) Machine(ctx context.Context, id string) (m Machine, err error) {
	t := a.tables
	if err := t.checkID(id); err != nil {
		return m, err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("store: %s %q: %w", t.name, id, err)
		}
	}()
	found := false
	err = t.each(ctx, "SELECT "+rowColumns+" FROM fsm_machine WHERE kind = $1 AND id = $2", func(rows *sql.Rows) (err error) {
		found = true
		m.Row, err = scanRow(rows)
		return err
	}, t.name, id)
	if err == nil && !found {
		return m, &NotFoundError{Kind: t.name, ID: id}
	}
	m.Timers, m.Outputs = []RunningTimer{}, []WaitingOutput{}
	if err == nil {
		err = t.each(ctx, "SELECT timer, due, attempts, error FROM fsm_timer WHERE kind = $1 AND id = $2 ORDER BY timer", func(rows *sql.Rows) error {
			var r RunningTimer
			var due dialect.Stamp
			err := rows.Scan(&r.Timer, &due, &r.Attempts, &r.Error)
			r.Due = due.Time
			m.Timers = append(m.Timers, r)
			return err
		}, t.name, id)
	}
	if err == nil {
		err = t.each(ctx, "SELECT rev, n, output, payload, attempts, error, dead, at FROM fsm_outbox WHERE kind = $1 AND id = $2 ORDER BY rev, n", func(rows *sql.Rows) error {
			var o WaitingOutput
			var rev int64
			var n int
			var at dialect.Stamp
			err := rows.Scan(&rev, &n, &o.Output, (*[]byte)(&o.Payload), &o.Attempts, &o.Error, &o.Dead, &at)
			o.Key, o.Emitted = outputKey(t.name, id, rev, n), at.Time
			m.Outputs = append(m.Outputs, o)
			return err
		}, t.name, id)
	}
	return m, err
}
