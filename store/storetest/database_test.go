package storetest

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// database is a database that tests use.
type database struct {
	*sql.DB
	dialect store.Dialect
}

// each runs a test with an empty database of each dialect.
func each(t *testing.T, test func(t *testing.T, db database)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) {
		test(t, openSQLite(t, filepath.Join(t.TempDir(), "test.db")))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		test(t, openPostgreSQL(t))
	})
}

// openSQLite opens a database in a file.
func openSQLite(t testing.TB, file string) database {
	settings := sqliteSettings
	if benchmarks() {
		settings = strings.ReplaceAll(settings, "NORMAL", "FULL")
	}
	db, err := sql.Open("sqlite", "file:"+file+settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return database{db, store.SQLite}
}

// orders is a store of orders.
type orders = store.Store[*order.Machine, order.Params, order.Input, order.Output]

// open opens a store of orders.
func open(t testing.TB, db database, kind order.Kind, options ...store.Option) *orders {
	t.Helper()
	s, err := store.Open(t.Context(), db.DB, db.dialect, kind, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// clock is a clock that tests set.
type clock struct{ now time.Time }

func newClock() *clock { return &clock{time.Date(2026, 11, 22, 10, 0, 0, 123456789, time.UTC)} }

func (c *clock) Now() time.Time { return c.now }

// count counts the rows of a table that satisfy a condition.
func count(t testing.TB, db database, tableWhere string) (n int) {
	t.Helper()
	if err := db.QueryRow("SELECT COUNT(*) FROM " + tableWhere).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const sqliteSettings = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"
