package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// versions is the present version of the tables.
const versions = 4

// TestUpgrade opens tables of version 1, in which answers had the keys of their outputs.
func TestUpgrade(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		scripts, err := store.Scripts(db.dialect)
		if err != nil {
			t.Fatal(err)
		}
		rec, _, err := order.Kind{Questions: stock(always)}.Create(order.DefaultParams(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		snapshot, err := rec.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		const at = "'2026-11-22T10:00:00.000000Z'"
		for _, text := range []string{
			"CREATE TABLE fsm_schema (version INTEGER NOT NULL)",
			"INSERT INTO fsm_schema (version) VALUES (1)",
			scripts[0],
			"INSERT INTO fsm_machine SELECT 'Order', '1', 9, 'Draft', '', '" + string(snapshot) + "', " + at + ", " + at,
			"INSERT INTO fsm_machine SELECT 'Order', '1/2', 9, 'Draft', '', '" + string(snapshot) + "', " + at + ", " + at,
			// Three answers, of which one has an output that will be delivered again; a client with a key of this form,
			// before there was the output; and a machine whose ID looks like a part of a key.
			"INSERT INTO fsm_history SELECT 'Order', '1', 3, 'Order/1/2/0', 'Note', NULL, '{\"text\":\"\"}', 'Draft', 'Draft', TRUE, " + at,
			"INSERT INTO fsm_history SELECT 'Order', '1', 5, 'Order/1/4/1', 'Note', NULL, '{\"text\":\"\"}', 'Draft', 'Draft', TRUE, " + at,
			"INSERT INTO fsm_history SELECT 'Order', '1', 6, 'Order/1/8/0', 'Note', NULL, '{\"text\":\"\"}', 'Draft', 'Draft', TRUE, " + at,
			"INSERT INTO fsm_history SELECT 'Order', '1/2', 9, 'Order/1/2/3/0', 'Note', NULL, '{\"text\":\"\"}', 'Draft', 'Draft', TRUE, " + at,
			"INSERT INTO fsm_outbox SELECT 'Order', '1', 4, 1, 'Mail', '{}', " + at + ", 0, TRUE, ''",
			"INSERT INTO fsm_outbox SELECT 'Order', '1', 8, 0, 'Mail', '{}', " + at + ", 0, TRUE, ''",
			"INSERT INTO fsm_outbox SELECT 'Order', '1/2', 3, 0, 'Mail', '{}', " + at + ", 0, TRUE, ''",
		} {
			if db.dialect == store.PostgreSQL {
				text = strings.NewReplacer("}', 'Draft'", "}'::json, 'Draft'", "}', '2", "}'::json, '2", at, at+"::timestamptz").Replace(text)
			}
			if _, err := db.Exec(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		s := open(t, db, order.Kind{Questions: stock(always)})
		for id, want := range map[string]string{"1": "3  Order/1/2/0, 5 4/1 Order/1/4/1, 6  Order/1/8/0, ", "1/2": "9 3/0 Order/1/2/3/0, "} {
			got := ""
			for e, err := range s.History(ctx, id, 0) {
				if err != nil {
					t.Fatal(err)
				}
				got += fmt.Sprintf("%d %s %s, ", e.Revision, e.Answers, e.Key)
			}
			if got != want {
				t.Errorf("%s has the history %q, want %q", id, got, want)
			}
		}
		if rec, err := s.Answer(ctx, delivery{ID: "1", Revision: 4, N: 1}, order.NoteInput{Text: "again"}); err != nil || !rec.Repeated || rec.Revision != 9 {
			t.Errorf("%+v, %v", rec, err)
		}
		if rec, err := s.Answer(ctx, delivery{ID: "1", Revision: 8}, order.NoteInput{}); err != nil || rec.Repeated || rec.Revision != 10 {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

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
		if got := count(t, db, "fsm_schema"); got != versions {
			t.Errorf("%d rows in fsm_schema", got)
		}
	})
}

// TestOpenIsolated creates the tables from several connections in databases with each default isolation.
func TestOpenIsolated(t *testing.T) {
	for _, level := range levels {
		t.Run(level, func(t *testing.T) {
			db := openIsolated(t, level)
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					if err := store.Migrate(t.Context(), db.DB, db.dialect); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if got := count(t, db, "fsm_schema"); got != versions {
				t.Errorf("%d rows in fsm_schema", got)
			}
		})
	}
}

// TestNewerSchema opens tables that a newer version has made.
func TestNewerSchema(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		open(t, db, order.Kind{Questions: stock(always)})
		if _, err := db.Exec("INSERT INTO fsm_schema (version) VALUES (7)"); err != nil {
			t.Fatal(err)
		}
		var newer *store.SchemaError
		if _, err := store.Open(t.Context(), db.DB, db.dialect, order.Kind{Questions: stock(always)}); !errors.As(err, &newer) || newer.Found != 7 || newer.Supported != versions {
			t.Errorf("%v", err)
		}
		if got := count(t, db, "fsm_schema"); got != versions+1 {
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
