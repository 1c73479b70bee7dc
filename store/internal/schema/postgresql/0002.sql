-- answers is the output that the event answers, as REVISION/N, or NULL. It is apart from the keys, which
-- clients choose.
ALTER TABLE fsm_history ADD COLUMN answers TEXT COLLATE "C";
CREATE UNIQUE INDEX fsm_history_answers ON fsm_history (kind, id, answers) WHERE answers IS NOT NULL;

-- In version 1, the key of an answer was KIND/ID/REVISION/N. Those whose output will be delivered again must be
-- found by it.
UPDATE fsm_history SET answers = o.rev || '/' || o.n FROM fsm_outbox o
WHERE fsm_history.kind = o.kind AND fsm_history.id = o.id AND fsm_history.rev > o.rev
	AND fsm_history.key = o.kind || '/' || o.id || '/' || o.rev || '/' || o.n;
