package columnstest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers
	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/gen/internal/golang/columnstest/parcel"
	"github.com/fsmgen/fsmgen/internal/postgres"
)

// server is the PostgreSQL server of the tests.
var server postgres.Server

// TestMain stops the server that tests have started.
func TestMain(m *testing.M) { os.Exit(server.Main(m)) }

// each runs a test with a new database of each kind, which has the table.
func each(t *testing.T, test func(t *testing.T, db *sql.DB, c columns)) {
	t.Helper()
	for _, c := range []columns{
		{"SQLite", "sqlite", func(t *testing.T) string {
			return "file:" + filepath.Join(t.TempDir(), "parcels.db") + "?_pragma=busy_timeout(10000)"
		}},
		{"PostgreSQL", "pgx", func(t *testing.T) string { return server.Database(t) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, err := sql.Open(c.driver, c.address(t))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			if _, err := db.ExecContext(t.Context(), table); err != nil {
				t.Fatal(err)
			}
			test(t, db, c)
		})
	}
}

// columns is a kind of database.
type columns struct {
	name, driver string
	address      func(*testing.T) string
}

// of returns sqlite or postgresql, whichever is about this kind.
func (c columns) of(sqlite, postgresql string) string {
	if c.driver == "pgx" {
		return postgresql
	}
	return sqlite
}

// row returns the columns of a parcel.
func row(t *testing.T, db *sql.DB, id string) string {
	t.Helper()
	var tries, failures int
	var state, receiver, reason string
	r := db.QueryRowContext(t.Context(), "SELECT tries, state, failures, receiver, reason FROM parcels WHERE id = $1", id)
	if err := r.Scan(&tries, &state, &failures, &receiver, &reason); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s %d %q %s", tries, state, failures, receiver, reason)
}

// TestTable stores machines in a table, as the documentation does, and goes on with what it reads.
func TestTable(t *testing.T) { each(t, testTable) }

func testTable(t *testing.T, db *sql.DB, c columns) {
	m, err := parcel.New(parcel.Params{Tries: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b", "c"} {
		if err := insert(t.Context(), db, id, m); err != nil {
			t.Fatal(err)
		}
	}
	nobody := func(m *parcel.Machine) error { return m.Fail(parcel.ReasonNobody) }
	for _, step := range []struct {
		id   string
		send func(*parcel.Machine) error
		want string
		err  string
	}{
		{"a", nobody, `2 OnTheWay 1 "" Nobody`, ""},
		{"a", nobody, `2 Returned 1 "" Nobody`, ""},
		{"a", nobody, `2 Returned 1 "" Nobody`, "parcel: event Fail is illegal in state Returned"},
		{"b", func(m *parcel.Machine) error { return m.Deliver("\x00") }, c.of(`2 Delivered 0 "\x00" Nobody`, `2 OnTheWay 0 "" Nobody`),
			c.of("", `ERROR: invalid byte sequence for encoding "UTF8": 0x00 (SQLSTATE 22021)`)},
		{"c", func(m *parcel.Machine) error { return m.Deliver("the neighbor's 👋") }, `2 Delivered 0 "the neighbor's 👋" Nobody`, ""},
	} {
		if err := update(t.Context(), db, step.id, step.send); fmt.Sprint(err) != step.err && (err != nil || step.err != "") {
			t.Errorf("%s: error %v, want %q", step.id, err, step.err)
		}
		if got := row(t, db, step.id); got != step.want {
			t.Errorf("the row of %s is %s, want %s", step.id, got, step.want)
		}
	}
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM parcels WHERE state = $1 OR reason = $2", parcel.StateDelivered, parcel.ReasonRefused).Scan(&n); err != nil || fmt.Sprint(n) != c.of("2", "1") {
		t.Errorf("found %d parcels by state: %v", n, err)
	}
}

// TestTogether sends events to the same parcel at the same time: none is lost, in any database. A transaction
// that meets another one can fail; then the program repeats it.
func TestTogether(t *testing.T) { each(t, testTogether) }

func testTogether(t *testing.T, db *sql.DB, kind columns) {
	m, err := parcel.New(parcel.Params{Tries: 9})
	if err != nil {
		t.Fatal(err)
	}
	for parcels := range 20 {
		id := fmt.Sprint(parcels)
		if err := insert(t.Context(), db, id, m); err != nil {
			t.Fatal(err)
		}
		// Each reads the parcel before one of them stores it.
		const clients = 2
		var reading, done sync.WaitGroup
		reading.Add(clients)
		errs := make([]error, clients)
		for i := range clients {
			done.Go(func() {
				errs[i] = update(t.Context(), db, id, func(m *parcel.Machine) error {
					reading.Done()
					reading.Wait()
					return m.Fail(parcel.ReasonNobody)
				})
			})
		}
		done.Wait()
		accepted := 0
		for _, err := range errs {
			switch {
			case err == nil:
				accepted++
			case !strings.Contains(err.Error(), kind.of("SQLITE_BUSY", "SQLSTATE 40001")):
				t.Error(err)
			}
		}
		if got, want := row(t, db, id), fmt.Sprintf(`9 OnTheWay %d "" Nobody`, accepted); accepted == 0 || got != want {
			t.Fatalf("the errors are %v; the row is %s, want %s", errs, got, want)
		}
	}
}

// TestForgedRows reads rows that no machine has written: each is an error, and the row stays as it is. Rows with
// old names are read.
func TestForgedRows(t *testing.T) { each(t, testForgedRows) }

func testForgedRows(t *testing.T, db *sql.DB, kind columns) {
	m, err := parcel.New(parcel.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ column, value, want string }{
		{"tries", "10", "parcel: tries is 10, must be from 1 to 9"},
		{"tries", "'x'", `converting driver.Value type string ("x") to a int`},
		{"state", "'Lost'", `parcel: unknown state "Lost"`},
		{"state", "''", `parcel: unknown state ""`},
		{"state", "x'ff00'", kind.of(`parcel: unknown state "\xff\x00"`, `parcel: unknown state "1111111100000000"`)},
		{"state", "'onTheWay'", `parcel: unknown state "onTheWay"`},
		{"state", "'" + strings.Repeat("x", 10_000) + "'", `parcel: unknown state "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`},
		{"state", "'Delivered'", ""},
		{"state", "'Sent'", ""},
		{"failures", "3", "parcel: failures is 3, must be from 0 to tries - 1"},
		{"failures", "-1", "parcel: failures is -1, must be from 0 to tries - 1"},
		{"receiver", "'me'", "parcel: receiver must be zero in state OnTheWay, which does not have it"},
		{"reason", "'Refused'", "parcel: reason must be zero in state OnTheWay, which does not have it"},
		{"reason", "'Absent'", ""},
		{"reason", "'absent'", `parcel: unknown value of Reason "absent"`},
	} {
		id := fmt.Sprint(i)
		if err := insert(t.Context(), db, id, m); err != nil {
			t.Fatal(err)
		}
		_, err := db.ExecContext(t.Context(), "UPDATE parcels SET "+c.column+" = "+c.value+" WHERE id = $1", id)
		if kind.driver == "pgx" && c.column == "tries" && c.value == "'x'" {
			if err == nil {
				t.Error("PostgreSQL accepts a text as an integer")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var before, after string
		state := "SELECT tries || ' ' || " + kind.of("hex(state)", "encode(state::bytea, 'hex')") + " || ' ' || failures || receiver || reason FROM parcels WHERE id = $1"
		if err := db.QueryRowContext(t.Context(), state, id).Scan(&before); err != nil {
			t.Fatal(err)
		}
		sent := false
		err = update(t.Context(), db, id, func(*parcel.Machine) error {
			sent = true
			return fmt.Errorf("no event")
		})
		if sent != (c.want == "") || c.want != "" && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s is %.50s: error %v, want %q", c.column, c.value, err, c.want)
		}
		if err := db.QueryRowContext(t.Context(), state, id).Scan(&after); err != nil || after != before {
			t.Errorf("the row %s is %s: %v", before, after, err)
		}
	}
}

// TestColumnTypes reads states from columns of other types, and from NULL.
func TestColumnTypes(t *testing.T) { each(t, testColumnTypes) }

func testColumnTypes(t *testing.T, db *sql.DB, kind columns) {
	for _, c := range []struct {
		column, want string
	}{
		{"'Returned'", ""},
		{kind.of("CAST('Returned' AS BLOB)", "CAST('Returned' AS bytea)"), ""},
		{"CAST('Returned' AS VARCHAR(20))", ""},
		{"2", "parcel: cannot scan int64 into a value of type State: declare the column as text"},
		{kind.of("2.0", "CAST(2 AS float8)"), "parcel: cannot scan float64 into a value of type State: declare the column as text"},
		{"NULL", "parcel: cannot scan NULL into a value of type State: declare the column NOT NULL, or scan into a sql.Null[parcel.State]"},
	} {
		s := parcel.StateDelivered
		err := db.QueryRowContext(t.Context(), "SELECT "+c.column).Scan(&s)
		switch {
		case c.want == "" && (err != nil || s != parcel.StateReturned):
			t.Errorf("%s: %v, %v", c.column, s, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || s != parcel.StateDelivered):
			t.Errorf("%s: %v, %v, want %q", c.column, s, err, c.want)
		}
	}
	null := sql.Null[parcel.State]{V: parcel.StateReturned, Valid: true}
	if err := db.QueryRowContext(t.Context(), "SELECT NULL").Scan(&null); err != nil || null.Valid {
		t.Errorf("NULL is %+v: %v", null, err)
	}
	if err := db.QueryRowContext(t.Context(), "SELECT $1", null).Scan(&null); err != nil || null.Valid {
		t.Errorf("NULL is %+v: %v", null, err)
	}
	if err := db.QueryRowContext(t.Context(), "SELECT $1", parcel.State(9)).Scan(&null); err == nil || !strings.Contains(err.Error(), "cannot marshal State(9)") {
		t.Errorf("a number that is no state is %+v: %v", null, err)
	}
}

// TestPage wants the documentation to have the functions that these tests run.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "go", "stored.md"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("table_test.go")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile(filepath.Join("parcel", "parcel.fsm.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, functions, _ := strings.Cut(string(source), "const table")
	for _, text := range []string{"const table" + functions, string(spec)} {
		if !strings.Contains(string(page), strings.TrimSpace(text)) {
			t.Errorf("docs/go/stored.md does not have:\n%s", text)
		}
	}
}
