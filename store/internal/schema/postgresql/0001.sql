-- A row is a machine as its last event has left it. The snapshot is what MarshalJSON of the
-- machine writes; state and outcome repeat what it says, for queries. The outcome is empty
-- while the machine runs.
CREATE TABLE fsm_machine (
	kind TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	rev BIGINT NOT NULL,
	state TEXT COLLATE "C" NOT NULL,
	outcome TEXT NOT NULL,
	snapshot JSON NOT NULL,
	created TIMESTAMPTZ NOT NULL,
	updated TIMESTAMPTZ NOT NULL,
	PRIMARY KEY (kind, id)
);
CREATE INDEX fsm_machine_state ON fsm_machine (kind, state, id);

-- Each event that a machine has accepted is a row. Revision 1 is the creation: its event is
-- empty, and its payload is the first snapshot. So is a later row if a new version of the spec has
-- rewritten the machine. timer is the timer that raised the event, or NULL.
CREATE TABLE fsm_history (
	kind TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	rev BIGINT NOT NULL,
	key TEXT COLLATE "C",
	event TEXT NOT NULL,
	timer TEXT COLLATE "C",
	payload JSON NOT NULL,
	from_state TEXT COLLATE "C" NOT NULL,
	to_state TEXT COLLATE "C" NOT NULL,
	ignored BOOLEAN NOT NULL,
	at TIMESTAMPTZ NOT NULL,
	PRIMARY KEY (kind, id, rev)
);
CREATE UNIQUE INDEX fsm_history_key ON fsm_history (kind, id, key) WHERE key IS NOT NULL;

-- A timer that runs. rev is the revision that started it. A worker fires it at next, which
-- is due, or later after a failure or while another worker has it.
CREATE TABLE fsm_timer (
	kind TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	timer TEXT COLLATE "C" NOT NULL,
	rev BIGINT NOT NULL,
	due TIMESTAMPTZ NOT NULL,
	next TIMESTAMPTZ NOT NULL,
	attempts INTEGER NOT NULL DEFAULT 0,
	error TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (kind, id, timer)
);
CREATE INDEX fsm_timer_next ON fsm_timer (kind, next);

-- An output that is not delivered yet: the n-th of its revision, from 0. A dead one is not
-- tried again until a person asks for it.
CREATE TABLE fsm_outbox (
	kind TEXT COLLATE "C" NOT NULL,
	id TEXT COLLATE "C" NOT NULL,
	rev BIGINT NOT NULL,
	n INTEGER NOT NULL,
	output TEXT NOT NULL,
	payload JSON NOT NULL,
	next TIMESTAMPTZ NOT NULL,
	attempts INTEGER NOT NULL DEFAULT 0,
	dead BOOLEAN NOT NULL DEFAULT FALSE,
	error TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (kind, id, rev, n)
);
CREATE INDEX fsm_outbox_next ON fsm_outbox (kind, next) WHERE NOT dead;
CREATE INDEX fsm_outbox_dead ON fsm_outbox (kind, id, rev, n) WHERE dead;
