package columnstest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver

	"github.com/fsmgen/fsmgen/gen/internal/golang/columnstest/parcel"
)

// open returns a new database with the table.
func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "parcels.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.ExecContext(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	return db
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
func TestTable(t *testing.T) {
	db := open(t)
	m, err := parcel.New(parcel.Params{Tries: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b"} {
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
		{"b", func(m *parcel.Machine) error { return m.Deliver("the\x00neighbor's 👋") }, `2 Delivered 0 "the\x00neighbor's 👋" Nobody`, ""},
	} {
		if err := update(t.Context(), db, step.id, step.send); fmt.Sprint(err) != step.err && (err != nil || step.err != "") {
			t.Errorf("%s: error %v, want %q", step.id, err, step.err)
		}
		if got := row(t, db, step.id); got != step.want {
			t.Errorf("the row of %s is %s, want %s", step.id, got, step.want)
		}
	}
	var n int
	if err := db.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM parcels WHERE state = $1 OR reason = $2", parcel.StateDelivered, parcel.ReasonRefused).Scan(&n); err != nil || n != 1 {
		t.Errorf("found %d parcels by state: %v", n, err)
	}
}

// TestForgedRows reads rows that no machine has written: each is an error, and the row stays as it is. Rows with
// old names are read.
func TestForgedRows(t *testing.T) {
	db := open(t)
	m, err := parcel.New(parcel.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ column, value, want string }{
		{"tries", "10", "parcel: tries is 10, must be from 1 to 9"},
		{"tries", "'x'", `converting driver.Value type string ("x") to a int`},
		{"state", "'Lost'", `parcel: unknown state "Lost"`},
		{"state", "''", `parcel: unknown state ""`},
		{"state", "x'ff00'", `parcel: unknown state "\xff\x00"`},
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
		if _, err := db.ExecContext(t.Context(), "UPDATE parcels SET "+c.column+" = "+c.value+" WHERE id = $1", id); err != nil {
			t.Fatal(err)
		}
		var before, after string
		state := "SELECT tries || ' ' || hex(state) || ' ' || failures || receiver || reason FROM parcels WHERE id = $1"
		if err := db.QueryRowContext(t.Context(), state, id).Scan(&before); err != nil {
			t.Fatal(err)
		}
		sent := false
		err := update(t.Context(), db, id, func(*parcel.Machine) error {
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
func TestColumnTypes(t *testing.T) {
	db := open(t)
	for _, c := range []struct {
		column, want string
	}{
		{"'Returned'", ""},
		{"CAST('Returned' AS BLOB)", ""},
		{"2", "parcel: cannot scan int64 into a value of type State: declare the column as text"},
		{"2.0", "parcel: cannot scan float64 into a value of type State: declare the column as text"},
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
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "generated-code.md"))
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
			t.Errorf("generated-code.md does not have:\n%s", text)
		}
	}
}
