package store

import (
	"context"
	"database/sql"
	"errors"
)

// removeEnded removes those machines of a page that ended long ago.
func (a *Admin) removeEnded(ctx context.Context, r Retention, found []aged, done *Removed) error {
	var batch []*aged
	flush := func() error {
		n, err := len(batch), error(nil)
		if !r.DryRun && n > 0 {
			n, err = a.tables.removeMachines(ctx, batch)
		}
		done.Machines += n
		batch = nil
		return err
	}
	for i := range found {
		m := &found[i]
		if !r.end(*m) {
			continue
		}
		if m.owed.Valid {
			done.Waiting++
			continue
		}
		if a.over != nil {
			over, err := a.over(ctx, m.id, m.row)
			if errors.As(err, new(*LoadError)) {
				done.Unreadable++
				continue
			} else if err != nil {
				return err
			}
			if !over {
				done.Running++
				continue
			}
		}
		m.gone = true
		if batch = append(batch, m); len(batch) == r.Batch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// removeMachines removes machines in one transaction, unless they have changed meanwhile, and returns how many it has removed.
func (t *tables) removeMachines(ctx context.Context, batch []*aged) (removed int, err error) {
	err = t.attempt(ctx, batch[0].id, func(ctx context.Context) error {
		removed = 0
		err := workTx(ctx, t.db, t.dialect.Dialect, func(tx *sql.Tx) error {
			for _, m := range batch {
				// The row is first. Then nobody else changes the machine, or makes one with its ID, before the commit.
				result, err := tx.ExecContext(ctx, t.dialect.Text(`DELETE FROM fsm_machine WHERE kind = $1 AND id = $2 AND rev = $3`), t.name, m.id, m.row.rev)
				if err != nil {
					return err
				}
				n, err := result.RowsAffected()
				if err != nil {
					return err
				}
				if n == 0 {
					continue
				}
				removed++
				// It has no timers, as it has ended, and is not in the queue, as it has no outputs.
				if _, err := tx.ExecContext(ctx, t.dialect.Text("DELETE FROM fsm_history WHERE kind = $1 AND id = $2"), t.name, m.id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return t.fault(batch[0].id, "remove machines", err)
		}
		return nil
	})
	if err != nil {
		removed = 0
	}
	return removed, err
}
