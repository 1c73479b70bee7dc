package storetest

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestConflict has another client change the machine in each attempt, until the store gives up.
func TestConflict(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		other := open(t, db, order.Kind{Questions: stock(always)})
		asked, disturb := 0, 3
		s := open(t, db, order.Kind{Questions: stock(func(int) bool {
			if asked++; asked <= disturb {
				if _, err := other.Do(ctx, "1", order.NoteInput{}); err != nil {
					t.Error(err)
				}
			}
			return true
		})}, store.WithAttempts(3))
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		var conflict *store.ConflictError
		if _, err := s.Do(ctx, "1", order.PayInput{}, store.WithKey("k")); !errors.As(err, &conflict) || conflict.Attempts != 3 || conflict.Err != nil ||
			err.Error() != `store: Order "1": conflict with other transactions, in each of 3 attempts` {
			t.Errorf("%v", err)
		}
		if rec, err := s.Get(ctx, "1"); err != nil || rec.State != "Draft" || rec.Revision != 4 || asked != 3 {
			t.Errorf("%+v, %v, %d questions", rec, err, asked)
		}
		asked, disturb = 0, 2
		if rec, err := s.Do(ctx, "1", order.PayInput{}, store.WithKey("k")); err != nil || rec.State != "Paying" || rec.Revision != 7 || asked != 3 {
			t.Errorf("%+v, %v, %d questions", rec, err, asked)
		}
	})
}

// TestRepeatedWhileItRuns has another client send the same event between the read and the
// transaction.
func TestRepeatedWhileItRuns(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		other := open(t, db, order.Kind{Questions: stock(always)})
		asked := 0
		s := open(t, db, order.Kind{Questions: stock(func(int) bool {
			if asked++; asked == 1 {
				if _, err := other.Do(ctx, "1", order.PayInput{}, store.WithKey("k")); err != nil {
					t.Error(err)
				}
			}
			return true
		})})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if rec, err := s.Do(ctx, "1", order.PayInput{}, store.WithKey("k")); err != nil || !rec.Repeated || rec.Revision != 2 {
			t.Errorf("%+v, %v", rec, err)
		}
		if got := count(t, db, "fsm_outbox"); got != 1 {
			t.Errorf("%d outputs", got)
		}
	})
}

// TestConflictTx has two transactions of callers change one machine: one of them waits, or is
// told of the conflict.
func TestConflictTx(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		db := openSQLite(t, t.TempDir()+"/test.db")
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		var n int
		if err := tx.QueryRow("SELECT COUNT(*) FROM fsm_machine").Scan(&n); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "1", order.NoteInput{}); err != nil {
			t.Fatal(err)
		}
		var conflict *store.ConflictError
		if _, err := s.DoTx(ctx, tx, "1", order.NoteInput{}); !errors.As(err, &conflict) || conflict.Attempts != 1 || conflict.Err == nil {
			t.Errorf("%v", err)
		}
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		db := openPostgreSQL(t)
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		for level, lost := range map[sql.IsolationLevel]bool{sql.LevelReadCommitted: false, sql.LevelRepeatableRead: true, sql.LevelSerializable: true} {
			tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: level})
			if err != nil {
				t.Fatal(err)
			}
			var n int
			if err := tx.QueryRow("SELECT COUNT(*) FROM fsm_machine").Scan(&n); err != nil {
				t.Fatal(err)
			}
			before, err := s.Do(ctx, "1", order.NoteInput{})
			if err != nil {
				t.Fatal(err)
			}
			rec, err := s.DoTx(ctx, tx, "1", order.NoteInput{})
			var conflict *store.ConflictError
			switch {
			case lost && !errors.As(err, &conflict):
				t.Errorf("%v: %v", level, err)
			case !lost && (err != nil || rec.Revision != before.Revision+1):
				t.Errorf("%v: %+v, %v", level, rec, err)
			}
			if err := tx.Rollback(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestCanceled checks that a context that has ended ends the operation.
func TestCanceled(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(t.Context(), "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stopping := open(t, db, order.Kind{Questions: stock(func(int) bool { cancel(); return true })})
		for range 2 { // canceled during the operation, and before it
			if _, err := stopping.Do(ctx, "1", order.PayInput{}); !errors.Is(err, ctx.Err()) || ctx.Err() == nil {
				t.Errorf("%v", err)
			}
		}
		if rec, err := s.Get(t.Context(), "1"); err != nil || rec.Revision != 1 {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}
