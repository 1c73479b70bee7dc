// Package queue contains the outputs that wait for their delivery, in the tables fsm_outbox and fsm_queue.
//
// A machine with such outputs has one row in fsm_queue, which says when a worker may deliver the first of them, and its name. So a claim
// reads as many rows as it takes, by an index, whatever waits behind them; what has failed and waits to be tried again is
// further back in the index, and outputs of other names are elsewhere. The clock of the database decides, so the clocks of processes do not matter.
//
// A machine with outputs that are neither delivered nor dead has its row: whoever adds such an output, or takes the last one
// away, has locked the row before it looks at the outputs.
package queue

import (
	"context"
	"database/sql"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/query"
)

// Key names a claim.
type Key struct {
	// ID is the machine.
	ID string
	// Rev is the revision of the event that has emitted the output, from 1.
	Rev int64
	// N is the number of the output among those of the event, from 0.
	N int
	// Attempt counts the claims of the output, from 1. It tells a claim from later ones.
	Attempt int
}

// Claim is an output that a worker has claimed, and is to deliver.
type Claim struct {
	Key
	// Output is the name of the output, and Payload its values, as they were written.
	Output  string
	Payload []byte
}

// Result is how a delivery has ended.
type Result struct {
	Key
	// Failed means that the output is not delivered, and Error says why.
	Failed bool
	Error  string
	// Dead means that it has failed for the last time. Otherwise, it is tried again after the time Wait.
	Dead bool
	Wait time.Duration
}

// Queue is the outputs of one kind of machine. New makes it; the zero value cannot be used. All methods allow
// concurrent use, each in a transaction of its own.
type Queue struct {
	kind    string
	dialect dialect.Namespace
	notify  bool // Outputs that are emitted notify those that listen.
	all     []*query.Query
	// Both databases:
	emit, revive, undead, name      *query.Query
	remove, fail, again, drop, free *query.Query
	next, mend                      *query.Query
	// PostgreSQL: how statements are planned, locks, and what takes a list.
	plan, wait, try, due, take, done, tell *query.Query
	// SQLite:
	claim, head, seen *query.Query
}

// channel is the channel of PostgreSQL, without the prefix, on which the transactions that emit outputs send their kind.
const channel = "fsm_outbox"

// New returns the outputs of a kind. With notify, which is for PostgreSQL, Emit sends a notification. The caller closes it.
func New(ctx context.Context, db *sql.DB, d dialect.Namespace, kind string, notify bool) (*Queue, error) {
	q := &Queue{kind: kind, dialect: d, notify: notify}
	for _, each := range q.statements() {
		var err error
		if *each.query, err = query.Prepare(ctx, db, d, each.text); err != nil {
			q.Close()
			return nil, err
		}
		q.all = append(q.all, *each.query)
	}
	return q, nil
}

// Channel returns the channel of PostgreSQL on which the transactions that emit outputs send their kind.
func (q *Queue) Channel() string { return q.dialect.Text(channel) }

// Close releases the statements.
func (q *Queue) Close() {
	for _, each := range q.all {
		each.Close()
	}
}

// Emit says that the event which leads to a revision emits outputs, of which the first has a name. Call it in the transaction of
// the event, before the outputs are inserted.
func (q *Queue) Emit(ctx context.Context, tx *sql.Tx, id string, rev int64, output string) error {
	_, err := q.emit.Exec(ctx, tx, q.kind, id, rev, output)
	return err
}

// Revive makes a dead output one that waits, with all its attempts, and reports whether there was one. If a later output of
// the machine is being delivered, it comes after that. It notifies in any case.
func (q *Queue) Revive(ctx context.Context, tx *sql.Tx, id string, rev int64, n int) (bool, error) {
	if _, err := q.revive.Exec(ctx, tx, q.kind, id, rev); err != nil {
		return false, err
	}
	changed, err := q.undead.Changed(ctx, tx, q.kind, id, rev, n)
	if err == nil && changed > 0 {
		_, err = q.name.Exec(ctx, tx, q.kind, id)
	}
	if err == nil && q.tell != nil {
		_, err = q.tell.Exec(ctx, tx, q.Channel(), q.kind)
	}
	return changed > 0, err
}

// Work stores results and then claims outputs for which there is room, for the time of lease. It returns the results that it has not
// stored, because another transaction has locked the row of the machine; call Settle for them. It also returns after what time the next
// output can be claimed for which there is room; negative: there is none. Seen is what Idle has returned.
func (q *Queue) Work(ctx context.Context, tx *sql.Tx, results []Result, room Room, seen Seen, lease time.Duration) (claims []Claim, locked []Key, wait time.Duration, err error) {
	if q.dialect.Dialect == dialect.PostgreSQL {
		return q.workPostgreSQL(ctx, tx, results, room, lease)
	}
	claims, wait, err = q.workSQLite(ctx, tx, results, room, seen, lease)
	return claims, nil, wait, err
}

// Seen is what Idle has seen.
type Seen struct{ lanes []lane }

// Idle reports whether there is certainly nothing to claim, and then returns what Work does: after what time there is, or a
// negative one. It takes no lock, and runs outside of a transaction.
func (q *Queue) Idle(ctx context.Context, room Room) (seen Seen, next time.Duration, idle bool, err error) {
	if q.dialect.Dialect == dialect.PostgreSQL {
		return Seen{}, 0, false, nil // Only in a transaction is it known how the statement is planned.
	}
	if seen.lanes, err = q.lanes(ctx, nil); err != nil {
		return Seen{}, 0, false, err
	}
	next = wait(seen.lanes, room)
	return seen, next, next != 0, nil
}

// Mend adds the rows of machines that have outputs but no row: somebody has written to the tables by hand. It reads all
// outputs of the kind.
func (q *Queue) Mend(ctx context.Context, tx *sql.Tx) error {
	if q.dialect.Dialect == dialect.PostgreSQL {
		if _, err := q.plan.Exec(ctx, tx); err != nil {
			return err
		}
	}
	_, err := q.mend.Exec(ctx, tx, q.kind)
	return err
}

// Tell notifies those that listen, with the commit, if this queue does.
func (q *Queue) Tell(ctx context.Context, tx *sql.Tx) error {
	if !q.notify {
		return nil
	}
	_, err := q.tell.Exec(ctx, tx, q.Channel(), q.kind)
	return err
}

// Settle stores one result. It waits for the row of the machine.
func (q *Queue) Settle(ctx context.Context, tx *sql.Tx, r Result) error {
	if q.dialect.Dialect == dialect.PostgreSQL {
		return q.settlePostgreSQL(ctx, tx, r)
	}
	return q.settle(ctx, tx, r)
}

// settle stores a result. The transaction has the lock.
func (q *Queue) settle(ctx context.Context, tx *sql.Tx, r Result) error {
	remove := func() (int64, error) { return q.remove.Changed(ctx, tx, q.kind, r.ID, r.Rev, r.N, r.Attempt) }
	if r.Failed {
		remove = func() (int64, error) {
			return q.fail.Changed(ctx, tx, q.kind, r.ID, r.Rev, r.N, r.Attempt, r.Dead, r.Error)
		}
	}
	switch changed, err := remove(); {
	case err != nil:
		return err
	case changed == 0:
		return nil // The claim has ended, and another worker has the output.
	}
	if r.Failed && !r.Dead {
		_, err := q.again.Exec(ctx, tx, q.kind, r.ID, r.Wait.Microseconds())
		return err
	}
	return q.release(ctx, tx, r.ID)
}

// release lets workers have the next output of a machine, if there is one.
func (q *Queue) release(ctx context.Context, tx *sql.Tx, id string) error {
	if dropped, err := q.drop.Changed(ctx, tx, q.kind, id); err != nil || dropped > 0 {
		return err
	}
	_, err := q.free.Exec(ctx, tx, q.kind, id)
	return err
}
