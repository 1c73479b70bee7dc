package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// statements are prepared once, when the store is opened: a statement that is prepared
// inside a transaction would wait for a second connection, which there may never be.
type statements struct {
	read, readKey, lock, lockKey   *sql.Stmt
	insert, update, record         *sql.Stmt
	startTimer, stopTimer, stopAll *sql.Stmt
	emit                           *sql.Stmt
}

const (
	readText = `SELECT m.rev, m.state, m.snapshot, m.created, m.updated, NULL, NULL, NULL FROM fsm_machine m
WHERE m.kind = $1 AND m.id = $2`
	readKeyText = `SELECT m.rev, m.state, m.snapshot, m.created, m.updated, h.rev, h.event, h.payload
FROM fsm_machine m LEFT JOIN fsm_history h ON h.kind = m.kind AND h.id = m.id AND h.key = $3
WHERE m.kind = $1 AND m.id = $2`
	insertText = `INSERT INTO fsm_machine (kind, id, rev, state, outcome, snapshot, created, updated)
VALUES ($1, $2, 1, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING`
	updateText = `UPDATE fsm_machine SET rev = rev + 1, state = $4, outcome = $5, snapshot = $6, updated = $7
WHERE kind = $1 AND id = $2 AND rev = $3`
	recordText = `INSERT INTO fsm_history (kind, id, rev, key, event, timer, payload, from_state, to_state, ignored, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	startTimerText = `INSERT INTO fsm_timer (kind, id, timer, rev, due, next) VALUES ($1, $2, $3, $4, $5, $5)
ON CONFLICT (kind, id, timer) DO UPDATE SET rev = excluded.rev, due = excluded.due, next = excluded.next, attempts = 0, error = ''`
	stopTimerText = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2 AND timer = $3`
	stopAllText   = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2`
	emitText      = `INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, next) VALUES ($1, $2, $3, $4, $5, $6, $7)`
)

// prepare prepares the statements.
func prepare(ctx context.Context, db *sql.DB, d dialect.Dialect) (_ *statements, err error) {
	s := &statements{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	// In a transaction of the caller, a lock on the row prevents conflicts.
	lock := ""
	if d == dialect.PostgreSQL {
		lock = "\nFOR UPDATE OF m"
	}
	for _, each := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.read, readText}, {&s.readKey, readKeyText}, {&s.lock, readText + lock}, {&s.lockKey, readKeyText + lock},
		{&s.insert, insertText}, {&s.update, updateText}, {&s.record, recordText},
		{&s.startTimer, startTimerText}, {&s.stopTimer, stopTimerText}, {&s.stopAll, stopAllText},
		{&s.emit, emitText},
	} {
		if *each.stmt, err = db.PrepareContext(ctx, d.Text(each.text)); err != nil {
			return nil, fmt.Errorf("prepare %s: %w", each.text, err)
		}
	}
	return s, nil
}

// close closes those that are prepared.
func (s *statements) close() {
	for _, stmt := range []*sql.Stmt{s.read, s.readKey, s.lock, s.lockKey, s.insert, s.update, s.record, s.startTimer, s.stopTimer, s.stopAll, s.emit} {
		if stmt != nil {
			stmt.Close()
		}
	}
}
