package queue

import (
	"strings"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/query"
)

// text is a statement, and where it goes.
type text struct {
	query **query.Query
	text  string
}

// Both databases take these, with LANES for the names of the outputs that are the first ones of machines, each with one step in
// the index, HEAD for the name of the first output of the machine of a row of fsm_queue, NOW for the time, LATER(x) for the time in x microseconds, and UNTIL(x) for the seconds until x.
const (
	// It locks the row that is there, and changes nothing.
	emitText = `INSERT INTO fsm_queue (kind, id, rev, next, output) VALUES ($1, $2, $3, NOW, $4)
ON CONFLICT (kind, id) DO UPDATE SET next = fsm_queue.next`
	reviveText = `INSERT INTO fsm_queue (kind, id, rev, next, output) VALUES ($1, $2, $3, NOW, '')
ON CONFLICT (kind, id) DO UPDATE SET rev = CASE WHEN excluded.rev < fsm_queue.rev THEN excluded.rev ELSE fsm_queue.rev END,
	next = CASE WHEN fsm_queue.busy AND fsm_queue.next > excluded.next THEN fsm_queue.next ELSE excluded.next END`
	undeadText = `UPDATE fsm_outbox SET dead = FALSE, attempts = 0 WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND dead`
	nameText   = `UPDATE fsm_queue SET output = HEAD WHERE kind = $1 AND id = $2`

	failText  = `UPDATE fsm_outbox SET dead = $6, error = $7, failed = NOW WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND attempts = $5`
	againText = `UPDATE fsm_queue SET next = LATER($3), busy = FALSE WHERE kind = $1 AND id = $2`
	dropText  = `DELETE FROM fsm_queue WHERE kind = $1 AND id = $2 AND NOT EXISTS (SELECT 1 FROM fsm_outbox o
	WHERE o.kind = fsm_queue.kind AND o.id = fsm_queue.id AND o.rev >= fsm_queue.rev AND NOT o.dead)`
	freeText = `UPDATE fsm_queue SET next = NOW, busy = FALSE, output = HEAD WHERE kind = $1 AND id = $2`
	nextText = `LANES
SELECT output, (SELECT UNTIL(next) FROM fsm_queue q WHERE q.kind = $1 AND q.output = lanes.output ORDER BY q.next LIMIT 1) FROM lanes WHERE output IS NOT NULL`
	mendText = `INSERT INTO fsm_queue (kind, id, rev, next, output)
SELECT o.kind, o.id, MIN(o.rev), NOW, (SELECT e.output FROM fsm_outbox e WHERE e.kind = o.kind AND e.id = o.id AND NOT e.dead ORDER BY e.rev, e.n LIMIT 1)
FROM fsm_outbox o WHERE o.kind = $1 AND NOT o.dead
	AND NOT EXISTS (SELECT 1 FROM fsm_queue q WHERE q.kind = o.kind AND q.id = o.id) GROUP BY o.kind, o.id
ON CONFLICT DO NOTHING`
	removeText = `DELETE FROM fsm_outbox WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND attempts = $5`
)

// These are for PostgreSQL.
const (
	// Statistics of a queue are those of another time, often of an empty one. Whatever they say, each statement goes by an
	// index, row by row. A join could still begin with all rows of the kind, if the database takes them for none, so
	// statements look up one row after the other, and change rows by their place: a locked row does not move. With many rows, the
	// database takes them for expensive, and would compile each anew, which takes longer than the statement.
	planText = `SELECT set_config('enable_seqscan', 'off', TRUE), set_config('enable_bitmapscan', 'off', TRUE), set_config('enable_sort', 'off', TRUE),
	set_config('enable_hashjoin', 'off', TRUE), set_config('enable_mergejoin', 'off', TRUE), set_config('jit', 'off', TRUE)`
	tellText = `SELECT pg_notify($1, $2)`
	// It is emitText with a notification, which comes with the commit.
	emitTellText = `INSERT INTO fsm_queue (kind, id, rev, next, output)
SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS bigint), NOW, CAST($4 AS text) FROM pg_notify('` + channel + `', CAST($1 AS text))
ON CONFLICT (kind, id) DO UPDATE SET next = fsm_queue.next`
	waitText = `SELECT id FROM fsm_queue WHERE kind = $1 AND id = $2 FOR UPDATE`
	tryText  = `SELECT q.id FROM json_array_elements_text(CAST($2 AS json)) l (id)
CROSS JOIN LATERAL (SELECT id FROM fsm_queue WHERE kind = $1 AND id = l.id COLLATE "C" LIMIT 1 FOR UPDATE SKIP LOCKED) q`
	// It has a row for each name with nothing to claim, too.
	dueText = `LANES
SELECT lanes.output, q.id FROM lanes LEFT JOIN LATERAL (SELECT id FROM fsm_queue WHERE kind = $1 AND output = lanes.output AND next <= NOW
	ORDER BY next LIMIT COALESCE(CAST(CAST($2 AS json) ->> lanes.output AS integer), CAST($3 AS integer)) FOR UPDATE SKIP LOCKED) q ON TRUE
WHERE lanes.output IS NOT NULL`
	takeText = `WITH heads AS MATERIALIZED (
	SELECT h.rev, h.place, q.spot FROM json_array_elements_text(CAST($2 AS json)) l (id)
	CROSS JOIN LATERAL (SELECT id, rev, ctid AS spot FROM fsm_queue WHERE kind = $1 AND id = l.id COLLATE "C" LIMIT 1) q
	CROSS JOIN LATERAL (SELECT o.rev, o.ctid AS place FROM fsm_outbox o
		WHERE o.kind = $1 AND o.id = q.id AND o.rev >= q.rev AND NOT o.dead ORDER BY o.rev, o.n LIMIT 1) h),
taken AS (UPDATE fsm_queue q SET next = LATER($3), busy = TRUE, rev = (SELECT heads.rev FROM heads WHERE heads.spot = q.ctid)
	WHERE q.ctid = ANY (ARRAY(SELECT heads.spot FROM heads)))
UPDATE fsm_outbox SET attempts = attempts + 1 WHERE ctid = ANY (ARRAY(SELECT heads.place FROM heads))
RETURNING id, rev, n, output, payload, attempts`
	doneText = `WITH found AS MATERIALIZED (
	SELECT f.place FROM json_to_recordset(CAST($2 AS json)) AS l (id TEXT COLLATE "C", rev BIGINT, n INTEGER, attempt INTEGER)
	CROSS JOIN LATERAL (SELECT o.ctid AS place FROM fsm_outbox o
		WHERE o.kind = $1 AND o.id = l.id AND o.rev = l.rev AND o.n = l.n AND o.attempts = l.attempt LIMIT 1) f),
gone AS (DELETE FROM fsm_outbox WHERE ctid = ANY (ARRAY(SELECT found.place FROM found)) RETURNING id, rev, n),
rest AS MATERIALIZED (SELECT q.spot, (SELECT o.output FROM fsm_outbox o
		WHERE o.kind = $1 AND o.id = q.id AND o.rev >= q.rev AND NOT o.dead
			AND NOT EXISTS (SELECT 1 FROM gone g WHERE g.id = o.id AND g.rev = o.rev AND g.n = o.n) ORDER BY o.rev, o.n LIMIT 1) AS output
	FROM gone CROSS JOIN LATERAL (SELECT id, rev, ctid AS spot FROM fsm_queue WHERE kind = $1 AND id = gone.id LIMIT 1) q),
dropped AS (DELETE FROM fsm_queue WHERE ctid = ANY (ARRAY(SELECT rest.spot FROM rest WHERE output IS NULL)))
UPDATE fsm_queue SET next = NOW, busy = FALSE, output = (SELECT rest.output FROM rest WHERE rest.spot = fsm_queue.ctid)
WHERE ctid = ANY (ARRAY(SELECT rest.spot FROM rest WHERE output IS NOT NULL))`
)

// These are for SQLite.
const (
	claimText = `UPDATE fsm_queue SET next = LATER($3), busy = TRUE WHERE kind = $1 AND id IN (
	SELECT id FROM fsm_queue WHERE kind = $1 AND output = $4 AND next <= NOW ORDER BY next LIMIT $2)
RETURNING id, rev`
	headText = `UPDATE fsm_outbox SET attempts = attempts + 1 WHERE (kind, id, rev, n) = (SELECT o.kind, o.id, o.rev, o.n FROM fsm_outbox o
	WHERE o.kind = $1 AND o.id = $2 AND o.rev >= $3 AND NOT o.dead ORDER BY o.rev, o.n LIMIT 1)
RETURNING rev, n, output, payload, attempts`
	seenText = `UPDATE fsm_queue SET rev = $3 WHERE kind = $1 AND id = $2`
)

// statements returns the statements of the database.
func (q *Queue) statements() []text {
	emit := emitText
	if q.notify {
		emit = emitTellText
	}
	all := []text{
		{&q.emit, emit}, {&q.revive, reviveText}, {&q.undead, undeadText}, {&q.name, nameText}, {&q.fail, failText}, {&q.again, againText},
		{&q.drop, dropText}, {&q.free, freeText}, {&q.next, nextText}, {&q.mend, mendText}, {&q.remove, removeText},
	}
	if q.dialect.Dialect == dialect.PostgreSQL {
		all = append(all, text{&q.plan, planText}, text{&q.wait, waitText}, text{&q.try, tryText}, text{&q.due, dueText},
			text{&q.take, takeText}, text{&q.done, doneText}, text{&q.tell, tellText})
	} else {
		all = append(all, text{&q.claim, claimText}, text{&q.head, headText}, text{&q.seen, seenText})
	}
	for i := range all {
		all[i].text = complete(q.dialect.Dialect, all[i].text)
	}
	return all
}

// These stand for LANES and HEAD.
const (
	// An aggregate would read all rows where the statistics say that there are none.
	lanesText = `WITH RECURSIVE lanes (output) AS (SELECT (SELECT q.output FROM fsm_queue q WHERE q.kind = $1 ORDER BY q.output LIMIT 1)
	UNION ALL SELECT (SELECT q.output FROM fsm_queue q WHERE q.kind = $1 AND q.output > lanes.output ORDER BY q.output LIMIT 1)
	FROM lanes WHERE lanes.output IS NOT NULL)`
	headName = `COALESCE((SELECT o.output FROM fsm_outbox o WHERE o.kind = fsm_queue.kind AND o.id = fsm_queue.id AND o.rev >= fsm_queue.rev AND NOT o.dead
	ORDER BY o.rev, o.n LIMIT 1), '')`
)

// complete replaces what stands for the time, and for parts of statements.
func complete(d dialect.Dialect, text string) string {
	text = strings.NewReplacer("LANES", lanesText, "HEAD", headName).Replace(text)
	if d == dialect.PostgreSQL {
		// The time of the statement, which an index can be searched for.
		return strings.NewReplacer("NOW", "statement_timestamp()", "LATER($3)", "statement_timestamp() + $3 * INTERVAL '1 microsecond'",
			"UNTIL(next)", "EXTRACT(EPOCH FROM next - statement_timestamp())::float8").Replace(text)
	}
	return strings.NewReplacer("NOW", "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')",
		"LATER($3)", "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', printf('%+f seconds', $3 / 1e6))",
		"UNTIL(next)", "(julianday(next) - julianday('now')) * 86400").Replace(text)
}
