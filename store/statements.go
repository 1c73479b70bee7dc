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
	read, readKey, readAnswer      *sql.Stmt
	lock, lockKey, lockAnswer      *sql.Stmt
	insert, update, record         *sql.Stmt
	startTimer, stopTimer, stopAll *sql.Stmt
	emit                           *sql.Stmt
	nextTimer, claimTimers         *sql.Stmt
	setTimer, dropTimer, timers    *sql.Stmt
	nextOutput, claimOutputs       *sql.Stmt
	setOutput, dropOutput          *sql.Stmt
}

const (
	readText = `SELECT m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, NULL, NULL, NULL, FALSE FROM fsm_machine m
WHERE m.kind = $1 AND m.id = $2`
	readKeyText = `SELECT m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, h.rev, h.event, h.payload, FALSE
FROM fsm_machine m LEFT JOIN fsm_history h ON h.kind = m.kind AND h.id = m.id AND h.key = $3
WHERE m.kind = $1 AND m.id = $2`
	// The last column says that the revision which is answered has no outputs: it is an event that was ignored, or a refresh.
	readAnswerText = `SELECT m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, h.rev, h.event, h.payload,
	EXISTS (SELECT 1 FROM fsm_history e WHERE e.kind = m.kind AND e.id = m.id AND e.rev = $4 AND (e.ignored OR e.rev > 1 AND e.event = ''))
FROM fsm_machine m LEFT JOIN fsm_history h ON h.kind = m.kind AND h.id = m.id AND h.answers = $3
WHERE m.kind = $1 AND m.id = $2`
	insertText = `INSERT INTO fsm_machine (kind, id, rev, state, outcome, snapshot, created, updated)
VALUES ($1, $2, 1, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING`
	updateText = `UPDATE fsm_machine SET rev = rev + 1, state = $4, outcome = $5, snapshot = $6, updated = $7
WHERE kind = $1 AND id = $2 AND rev = $3`
	recordText = `INSERT INTO fsm_history (kind, id, rev, key, event, timer, payload, from_state, to_state, ignored, at, answers)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`
	startTimerText = `INSERT INTO fsm_timer (kind, id, timer, rev, due, next) VALUES ($1, $2, $3, $4, $5, $5)
ON CONFLICT (kind, id, timer) DO UPDATE SET rev = excluded.rev, due = excluded.due, next = excluded.next, attempts = 0, error = ''`
	stopTimerText = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2 AND timer = $3`
	stopAllText   = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2`
	emitText      = `INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, next) VALUES ($1, $2, $3, $4, $5, $6, $7)`
)

// A worker claims rows: it moves their next attempt beyond the time that the attempt takes, so
// that no other worker takes them meanwhile. If it dies, they are due again after that
// time. Attempts tell a claim from later ones.
const (
	nextTimerText   = `SELECT MIN(next) FROM fsm_timer WHERE kind = $1`
	claimTimersText = `UPDATE fsm_timer SET next = $3, attempts = attempts + 1 WHERE kind = $1 AND (id, timer) IN (
	SELECT id, timer FROM fsm_timer WHERE kind = $1 AND next <= $2 ORDER BY next LIMIT $4)
RETURNING id, timer, rev, due, attempts`
	claimTimersPostgreSQL = `WITH found AS MATERIALIZED (
	SELECT id, timer FROM fsm_timer WHERE kind = $1 AND next <= $2 ORDER BY next LIMIT $4 FOR UPDATE SKIP LOCKED)
UPDATE fsm_timer t SET next = $3, attempts = attempts + 1 FROM found
WHERE t.kind = $1 AND t.id = found.id AND t.timer = found.timer
RETURNING t.id, t.timer, t.rev, t.due, t.attempts`
	setTimerText  = `UPDATE fsm_timer SET next = $6, error = $7 WHERE kind = $1 AND id = $2 AND timer = $3 AND rev = $4 AND attempts = $5`
	dropTimerText = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2 AND timer = $3 AND rev = $4`

	// The timers of a machine, for a refresh.
	timersText = `SELECT timer, rev, due FROM fsm_timer WHERE kind = $1 AND id = $2 ORDER BY timer`

	// Of each machine, only the first output can be claimed, so that they are delivered in order.
	firstOutput = `o.kind = $1 AND NOT o.dead AND o.next <= $2 AND NOT EXISTS (SELECT 1 FROM fsm_outbox e
		WHERE e.kind = o.kind AND e.id = o.id AND NOT e.dead AND (e.rev, e.n) < (o.rev, o.n))
	ORDER BY o.next, o.rev, o.n LIMIT $4`
	nextOutputText   = `SELECT MIN(next) FROM fsm_outbox WHERE kind = $1 AND NOT dead`
	claimOutputsText = `UPDATE fsm_outbox SET next = $3, attempts = attempts + 1 WHERE kind = $1 AND (id, rev, n) IN (
	SELECT o.id, o.rev, o.n FROM fsm_outbox o WHERE ` + firstOutput + `)
RETURNING id, rev, n, output, payload, attempts`
	claimOutputsPostgreSQL = `WITH found AS MATERIALIZED (
	SELECT o.id, o.rev, o.n FROM fsm_outbox o WHERE ` + firstOutput + ` FOR UPDATE SKIP LOCKED)
UPDATE fsm_outbox o SET next = $3, attempts = attempts + 1 FROM found
WHERE o.kind = $1 AND o.id = found.id AND o.rev = found.rev AND o.n = found.n
RETURNING o.id, o.rev, o.n, o.output, o.payload, o.attempts`
	setOutputText  = `UPDATE fsm_outbox SET next = $6, dead = $7, error = $8 WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND attempts = $5`
	dropOutputText = `DELETE FROM fsm_outbox WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND attempts = $5`
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
	lock, claimTimers, claimOutputs := "", claimTimersText, claimOutputsText
	if d == dialect.PostgreSQL {
		lock, claimTimers, claimOutputs = "\nFOR UPDATE OF m", claimTimersPostgreSQL, claimOutputsPostgreSQL
	}
	for _, each := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.read, readText}, {&s.readKey, readKeyText}, {&s.readAnswer, readAnswerText},
		{&s.lock, readText + lock}, {&s.lockKey, readKeyText + lock}, {&s.lockAnswer, readAnswerText + lock},
		{&s.insert, insertText}, {&s.update, updateText}, {&s.record, recordText},
		{&s.startTimer, startTimerText}, {&s.stopTimer, stopTimerText}, {&s.stopAll, stopAllText},
		{&s.emit, emitText},
		{&s.nextTimer, nextTimerText}, {&s.claimTimers, claimTimers}, {&s.setTimer, setTimerText}, {&s.dropTimer, dropTimerText}, {&s.timers, timersText},
		{&s.nextOutput, nextOutputText}, {&s.claimOutputs, claimOutputs}, {&s.setOutput, setOutputText}, {&s.dropOutput, dropOutputText},
	} {
		if *each.stmt, err = db.PrepareContext(ctx, d.Text(each.text)); err != nil {
			return nil, fmt.Errorf("prepare %s: %w", each.text, err)
		}
	}
	return s, nil
}

// close closes those that are prepared.
func (s *statements) close() {
	for _, stmt := range []*sql.Stmt{
		s.read, s.readKey, s.readAnswer, s.lock, s.lockKey, s.lockAnswer, s.insert, s.update, s.record, s.startTimer, s.stopTimer, s.stopAll, s.emit,
		s.nextTimer, s.claimTimers, s.setTimer, s.dropTimer, s.timers, s.nextOutput, s.claimOutputs, s.setOutput, s.dropOutput,
	} {
		if stmt != nil {
			stmt.Close()
		}
	}
}
