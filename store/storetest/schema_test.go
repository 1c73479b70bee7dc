package storetest

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestOpenTogether creates the tables from several goroutines at the same time.
func TestOpenTogether(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if s, err := store.Open(t.Context(), db.DB, db.dialect, order.Kind{Questions: stock(always)}); err != nil {
					t.Error(err)
				} else {
					s.Close()
				}
			})
		}
		wg.Wait()
		if got := count(t, db, "fsm_schema"); got != 1 {
			t.Errorf("%d rows in fsm_schema", got)
		}
	})
}

// TestNewerSchema opens tables that a newer version has made.
func TestNewerSchema(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		open(t, db, order.Kind{Questions: stock(always)})
		if _, err := db.Exec("INSERT INTO fsm_schema (version) VALUES (7)"); err != nil {
			t.Fatal(err)
		}
		var newer *store.SchemaError
		if _, err := store.Open(t.Context(), db.DB, db.dialect, order.Kind{Questions: stock(always)}); !errors.As(err, &newer) || newer.Found != 7 || newer.Supported != 1 {
			t.Errorf("%v", err)
		}
		if got := count(t, db, "fsm_schema"); got != 2 {
			t.Errorf("%d rows in fsm_schema", got)
		}
	})
}

// TestBrokenMigration checks that a migration that fails leaves nothing behind.
func TestBrokenMigration(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		// A table that is in the way of the last statement but some.
		if _, err := db.Exec("CREATE TABLE fsm_outbox (x INTEGER)"); err != nil {
			t.Fatal(err)
		}
		_, err := store.Open(t.Context(), db.DB, db.dialect, order.Kind{Questions: stock(always)})
		if err == nil || !strings.Contains(err.Error(), "store: create or upgrade the tables: upgrade from version 0 to 1: ") {
			t.Errorf("%v", err)
		}
		if _, err := db.Exec("DROP TABLE fsm_outbox"); err != nil {
			t.Fatal(err)
		}
		open(t, db, order.Kind{Questions: stock(always)})
	})
}

// TestOpenArguments checks what Open refuses.
func TestOpenArguments(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		for want, open := range map[string]func() error{
			"store: the database is nil": func() error {
				_, err := store.Open(ctx, nil, db.dialect, order.Kind{Questions: stock(always)})
				return err
			},
			"store: the dialect is 0, want SQLite or PostgreSQL": func() error {
				_, err := store.Open(ctx, db.DB, 0, order.Kind{Questions: stock(always)})
				return err
			},
			"store: retry: attempts is 0, must be from 1 to 1000": func() error {
				_, err := store.Open(ctx, db.DB, db.dialect, order.Kind{Questions: stock(always)}, store.WithAttempts(0))
				return err
			},
			"store: the clock is nil": func() error {
				_, err := store.Open(ctx, db.DB, db.dialect, order.Kind{Questions: stock(always)}, store.WithClock(nil))
				return err
			},
		} {
			if err := open(); err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	})
}
