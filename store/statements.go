package store

import (
	"context"
	"database/sql"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/query"
)

// statements are made once, when the store is opened.
type statements struct {
	read, readKey, readAnswer      *query.Query
	lock                           *query.Query
	insert, update, record         *query.Query
	startTimer, stopTimer, stopAll *query.Query
	emit                           *query.Query
	nextTimer, claimTimers         *query.Query
	setTimer, dropTimer, timers    *query.Query
}

const (
	readText = `SELECT m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, NULL, NULL, NULL, NULL, FALSE FROM fsm_machine m
WHERE m.kind = $1 AND m.id = $2`
	readKeyText = `SELECT m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, h.rev, h.event, h.payload, NULL, FALSE
FROM fsm_machine m LEFT JOIN fsm_history h ON h.kind = m.kind AND h.id = m.id AND h.key = $3
WHERE m.kind = $1 AND m.id = $2`
	// The last columns are of the revision that is answered: how many outputs it has, if that is known, and whether it is an
	// event that was ignored, or a refresh.
	readAnswerText = `SELECT m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, h.rev, h.event, h.payload,
	e.outputs, COALESCE(e.ignored OR e.rev > 1 AND e.event = '', FALSE)
FROM fsm_machine m LEFT JOIN fsm_history h ON h.kind = m.kind AND h.id = m.id AND h.answers = $3
LEFT JOIN fsm_history e ON e.kind = m.kind AND e.id = m.id AND e.rev = $4
WHERE m.kind = $1 AND m.id = $2`
	// SQLite locks the database, and not rows.
	lockText   = `SELECT rev FROM fsm_machine WHERE kind = $1 AND id = $2`
	insertText = `INSERT INTO fsm_machine (kind, id, rev, state, outcome, snapshot, created, updated)
VALUES ($1, $2, 1, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING`
	updateText = `UPDATE fsm_machine SET rev = rev + 1, state = $4, outcome = $5, snapshot = $6, updated = $7
WHERE kind = $1 AND id = $2 AND rev = $3`
	recordText = `INSERT INTO fsm_history (kind, id, rev, key, event, timer, payload, from_state, to_state, ignored, at, answers, outputs)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
	startTimerText = `INSERT INTO fsm_timer (kind, id, timer, rev, due, next) VALUES ($1, $2, $3, $4, $5, $5)
ON CONFLICT (kind, id, timer) DO UPDATE SET rev = excluded.rev, due = excluded.due, next = excluded.next, attempts = 0, error = ''`
	stopTimerText = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2 AND timer = $3`
	stopAllText   = `DELETE FROM fsm_timer WHERE kind = $1 AND id = $2`
	emitText      = `INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, at) VALUES ($1, $2, $3, $4, $5, $6, $7)`
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
)

// prepare prepares the statements.
func prepare(ctx context.Context, db *sql.DB, d dialect.Namespace) (_ *statements, err error) {
	s := &statements{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	lock, claimTimers := lockText, claimTimersText
	if d.Dialect == dialect.PostgreSQL {
		lock, claimTimers = lockText+" FOR UPDATE", claimTimersPostgreSQL
	}
	for _, each := range []struct {
		stmt **query.Query
		text string
	}{
		{&s.read, readText}, {&s.readKey, readKeyText}, {&s.readAnswer, readAnswerText},
		{&s.lock, lock},
		{&s.insert, insertText}, {&s.update, updateText}, {&s.record, recordText},
		{&s.startTimer, startTimerText}, {&s.stopTimer, stopTimerText}, {&s.stopAll, stopAllText},
		{&s.emit, emitText},
		{&s.nextTimer, nextTimerText}, {&s.claimTimers, claimTimers}, {&s.setTimer, setTimerText}, {&s.dropTimer, dropTimerText}, {&s.timers, timersText},
	} {
		if *each.stmt, err = query.Prepare(ctx, db, d, each.text); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// close closes those that are prepared.
func (s *statements) close() {
	for _, stmt := range []*query.Query{
		s.read, s.readKey, s.readAnswer, s.lock, s.insert, s.update, s.record, s.startTimer, s.stopTimer, s.stopAll, s.emit,
		s.nextTimer, s.claimTimers, s.setTimer, s.dropTimer, s.timers,
	} {
		stmt.Close()
	}
}
