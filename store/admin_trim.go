package store

import (
	"context"
	"database/sql"
	"time"
)

// old returns how many of the first entries of the machine are removed.
func (m *aged) old() int64 {
	until := m.row.rev
	for _, limit := range []sql.NullInt64{m.young, m.owed} {
		if limit.Valid {
			until = min(until, limit.Int64)
		}
	}
	if m.gone || !m.first.Valid || until <= m.first.Int64 {
		return 0
	}
	return until - m.first.Int64
}

// cut is a part of a history that is removed: revisions before one.
type cut struct {
	id     string
	before int64
}

// trim removes the old entries of the machines of a page.
func (a *Admin) trim(ctx context.Context, r Retention, found []aged, done *Removed) error {
	var batch []cut
	var size int64
	flush := func() error {
		n, err := int(size), error(nil)
		if !r.DryRun && size > 0 {
			n, err = a.tables.removeEntries(ctx, batch, r.History)
		}
		done.Entries += n
		batch, size = nil, 0
		return err
	}
	for _, m := range found {
		n := m.old()
		for at := m.first.Int64; n > 0; {
			part := min(n, int64(r.Batch)-size)
			at, n, size = at+part, n-part, size+part
			batch = append(batch, cut{m.id, at})
			if size == int64(r.Batch) {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

// removeEntries removes parts of histories in one transaction, and returns how many entries that were. A machine of the same
// ID that was made meanwhile keeps its own, which are not old.
func (t *tables) removeEntries(ctx context.Context, batch []cut, old time.Time) (removed int, err error) {
	text := t.dialect.Text(`DELETE FROM fsm_history WHERE kind = $1 AND id = $2 AND rev < $3 AND at < $4`)
	err = t.attempt(ctx, batch[0].id, func(ctx context.Context) error {
		removed = 0
		err := workTx(ctx, t.db, t.dialect.Dialect, func(tx *sql.Tx) error {
			for _, c := range batch {
				result, err := tx.ExecContext(ctx, text, t.name, c.id, c.before, t.dialect.Time(old))
				if err != nil {
					return err
				}
				n, err := result.RowsAffected()
				if err != nil {
					return err
				}
				removed += int(n)
			}
			return nil
		})
		if err != nil {
			return t.fault(batch[0].id, "remove entries of the history", err)
		}
		return nil
	})
	if err != nil {
		removed = 0
	}
	return removed, err
}
