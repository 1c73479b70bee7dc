package storetest

import (
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/fsmgen/fsmgen/internal/postgres"
	"github.com/fsmgen/fsmgen/store"
)

// TestMain stops the server that tests have started, and runs child processes.
func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		var c child
		err := json.Unmarshal([]byte(text), &c)
		if err == nil {
			err = c.run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(server.Main(m))
}

// server is the PostgreSQL server of the tests.
var server postgres.Server

// openPostgreSQL opens a new database of the server.
func openPostgreSQL(t testing.TB) database {
	t.Helper()
	db, err := sql.Open("pgx", server.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return database{db, store.PostgreSQL}
}

// benchmarks reports whether benchmarks run: they need the durability of production.
func benchmarks() bool { return flag.Lookup("test.bench").Value.String() != "" }
