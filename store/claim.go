package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/query"
)

// workTx runs f in a transaction of a worker. Until this is committed, nothing is claimed or stored, so the caller acts on what f
// has read only if there is no error.
func workTx(ctx context.Context, db *sql.DB, d dialect.Dialect, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, d.Claims())
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		// A failed rollback adds nothing: database/sql then closes the connection.
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// watchPoll tells the observers of a claim.
func (w *Worker[M, P, I, O]) watchPoll(ctx context.Context, claim func(context.Context) error) error {
	ctx, end := w.store.set.watch.start(ctx, Operation{Name: "poll", Kind: w.store.name})
	err := claim(ctx)
	if err != nil {
		err = fmt.Errorf("store: claim timers or outputs of %s: %w", w.store.name, err)
	}
	end(Result{Err: err})
	return err
}

// afterFailure returns how long to wait after that many failures of a claim: a poll, or less if other transactions are the
// cause.
func (w *Worker[M, P, I, O]) afterFailure(err error, failures int) time.Duration {
	if w.store.tables.dialect.Statement(err) != dialect.Transient {
		return w.set.poll
	}
	return min(w.set.poll, time.Millisecond+rand.N(pauseLimit(failures)))
}

// next returns the earliest time of an attempt, or the zero time if there is none.
func (w *Worker[M, P, I, O]) next(ctx context.Context, stmt *query.Query) (time.Time, error) {
	var next dialect.Stamp
	err := stmt.Row(ctx, nil, w.store.name).Scan(&next)
	return next.Time, err
}

// margin is how much longer a claim lasts than what it is for, so that its result can be stored.
const margin = 5 * time.Second

// lease is when a claim ends.
func (w *Worker[M, P, I, O]) lease(now time.Time) time.Time {
	return now.Add(w.set.timeout + margin)
}
