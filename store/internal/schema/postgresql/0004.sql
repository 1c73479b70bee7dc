-- failed is when the last delivery has failed, by the clock of the database, or NULL if it has not, or a version before this one
-- has stored the failure.
ALTER TABLE fsm_outbox ADD COLUMN failed TIMESTAMPTZ;

-- output is the name of the first output of the machine that waits, so that a worker finds outputs of one name whatever waits under
-- other names.
ALTER TABLE fsm_queue ADD COLUMN output TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE fsm_queue SET output = COALESCE((SELECT o.output FROM fsm_outbox o
	WHERE o.kind = fsm_queue.kind AND o.id = fsm_queue.id AND o.rev >= fsm_queue.rev AND NOT o.dead ORDER BY o.rev, o.n LIMIT 1), '');
DROP INDEX fsm_queue_next;
CREATE INDEX fsm_queue_output ON fsm_queue (kind, output, next);
