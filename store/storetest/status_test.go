package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestStatusUnavailable checks that a client can try again after each failure that time can mend: all operations fail with 503.
func TestStatusUnavailable(t *testing.T) {
	check := func(t *testing.T, s *orders, ctx context.Context) {
		t.Helper()
		failures := map[string]error{}
		_, failures["Create"] = s.Create(ctx, "2", order.DefaultParams())
		_, failures["Do"] = s.Do(ctx, "1", order.NoteInput{})
		_, failures["Get"] = s.Get(ctx, "1")
		_, failures["List"] = store.Collect(s.List(ctx, store.In(order.StateDraft)))
		_, failures["History"] = store.Collect(s.History(ctx, "1", 0))
		_, failures["DeadLetters"] = store.Collect(s.Admin().DeadLetters(ctx, store.Letters{}))
		for name, err := range failures {
			if got := store.Status(err); got != 503 {
				t.Errorf("%s: %d for %v", name, got, err)
			}
		}
	}
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(2))
		if _, err := s.Create(t.Context(), "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		t.Run("canceled", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			check(t, s, ctx)
		})
		t.Run("too late", func(t *testing.T) {
			ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
			defer cancel()
			check(t, s, ctx)
		})
		if db.dialect == store.SQLite {
			return
		}
		t.Run("statement timeout", func(t *testing.T) {
			var name string
			if err := db.QueryRow("SELECT current_database()").Scan(&name); err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec("ALTER DATABASE " + name + " SET statement_timeout = 50"); err != nil {
				t.Fatal(err)
			}
			lock, err := db.Begin()
			if err != nil {
				t.Fatal(err)
			}
			defer lock.Rollback()
			if _, err := lock.Exec("LOCK TABLE fsm_machine, fsm_history, fsm_outbox"); err != nil {
				t.Fatal(err)
			}
			db.SetMaxIdleConns(0)
			check(t, s, t.Context())
		})
	})
	t.Run("unreachable", func(t *testing.T) {
		db, err := sql.Open("pgx", fmt.Sprintf("postgres://test@/test?host=%s", t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := store.Open(t.Context(), db, store.PostgreSQL, order.Kind{Questions: stock(always)}); store.Status(err) != 503 {
			t.Errorf("%d for %v", store.Status(err), err)
		}
	})
}
