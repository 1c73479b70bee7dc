-- outputs is how many outputs the event has put into the outbox, or NULL if a version before this one has written the row.
ALTER TABLE fsm_history ADD COLUMN outputs INTEGER;

-- A machine with outputs that are neither delivered nor dead is a row. A worker delivers the first of them, if it is busy with
-- none, at next or later, by the clock of the database. Outputs of revisions before rev are delivered or dead.
CREATE TABLE fsm_queue (
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	rev INTEGER NOT NULL,
	next TEXT NOT NULL,
	busy INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX fsm_queue_next ON fsm_queue (kind, next);
INSERT INTO fsm_queue (kind, id, rev, next)
SELECT o.kind, o.id, o.rev, o.next FROM fsm_outbox o WHERE NOT o.dead AND NOT EXISTS (SELECT 1 FROM fsm_outbox e
	WHERE e.kind = o.kind AND e.id = o.id AND NOT e.dead AND (e.rev, e.n) < (o.rev, o.n));

-- at is when the output was emitted, by the clock of the process; of rows before this version, the time of the next attempt.
DROP INDEX fsm_outbox_next;
ALTER TABLE fsm_outbox RENAME COLUMN next TO at;
