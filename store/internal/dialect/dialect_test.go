package dialect

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// TestTime checks that the order of stored texts is the order of times, and that texts and times
// are read as they were written.
func TestTime(t *testing.T) {
	start := time.Date(2026, 11, 22, 10, 0, 0, 0, time.FixedZone("", 7200))
	last := ""
	for _, d := range []time.Duration{0, time.Microsecond, 100 * time.Millisecond, 120 * time.Millisecond, time.Second, 10 * time.Hour, 50 * 365 * 24 * time.Hour} {
		at := start.Add(d)
		text, ok := SQLite.Time(at).(string)
		if !ok || text <= last {
			t.Errorf("%v is %q after %q", at, text, last)
		}
		last = text
		for _, src := range []any{text, []byte(text), PostgreSQL.Time(at)} {
			var s Stamp
			if err := s.Scan(src); err != nil || !s.Equal(at) || s.Location() != time.UTC {
				t.Errorf("%T %v becomes %v, %v", src, at, s, err)
			}
		}
	}
	s := Stamp{start}
	if err := s.Scan(nil); err != nil || !s.IsZero() {
		t.Errorf("NULL becomes %v, %v", s, err)
	}
	for _, src := range []any{7, "yesterday", []byte("")} {
		if err := s.Scan(src); err == nil {
			t.Errorf("%v becomes %v", src, s)
		}
	}
}

type coded struct{ state string }

func (e coded) Error() string    { return "server: " + e.state }
func (e coded) SQLState() string { return e.state }

type numbered struct{ code int }

func (e numbered) Error() string { return fmt.Sprint("sqlite: ", e.code) }
func (e numbered) Code() int     { return e.code }

// TestFaults checks what errors mean, before a commit and of the commit.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		d                 Dialect
		err               error
		statement, commit Fault
	}{
		{PostgreSQL, coded{"40001"}, Transient, Transient},
		{PostgreSQL, coded{"40P01"}, Transient, Transient},
		{PostgreSQL, coded{"40003"}, Lasting, Uncertain},
		{PostgreSQL, coded{"23505"}, Lasting, Lasting},
		{PostgreSQL, coded{"53100"}, Lasting, Lasting},
		{PostgreSQL, coded{"08006"}, Lost, Uncertain},
		{PostgreSQL, coded{"57P01"}, Lost, Uncertain},
		{PostgreSQL, coded{"57014"}, Lasting, Uncertain},
		{PostgreSQL, driver.ErrBadConn, Lost, Uncertain},
		{PostgreSQL, io.ErrUnexpectedEOF, Lost, Uncertain},
		{PostgreSQL, context.Canceled, Lasting, Uncertain},
		{PostgreSQL, sql.ErrTxDone, Lasting, Lasting},
		{PostgreSQL, errors.New("database is locked"), Lasting, Uncertain},
		{SQLite, numbered{5}, Transient, Transient},
		{SQLite, numbered{517}, Transient, Transient}, // SQLITE_BUSY_SNAPSHOT
		{SQLite, numbered{262}, Transient, Transient}, // SQLITE_LOCKED_SHAREDCACHE
		{SQLite, numbered{19}, Lasting, Uncertain},
		{SQLite, numbered{13}, Lasting, Lasting}, // SQLITE_FULL
		{SQLite, errors.New("database is locked"), Transient, Transient},
		{SQLite, coded{"40001"}, Lasting, Uncertain},
		{SQLite, driver.ErrBadConn, Lost, Uncertain},
	} {
		for _, err := range []error{test.err, fmt.Errorf("wrapped: %w", test.err)} {
			if s, c := test.d.Statement(err), test.d.Commit(err); s != test.statement || c != test.commit {
				t.Errorf("%v, %v: %d, %d, want %d, %d", test.d, err, s, c, test.statement, test.commit)
			}
		}
	}
}

// TestUnavailable checks which errors say that the database cannot work at present.
func TestUnavailable(t *testing.T) {
	for err, want := range map[error]bool{
		coded{"08006"}: true, coded{"57P01"}: true, coded{"57014"}: true, coded{"53300"}: true, coded{"53100"}: true, coded{"40001"}: true, coded{"25006"}: true,
		coded{"23505"}: false, coded{"42P01"}: false, coded{""}: false,
		numbered{5}: true, numbered{517}: true, numbered{13}: true, numbered{19}: false, numbered{1}: false,
		driver.ErrBadConn: true, io.ErrUnexpectedEOF: true, &net.DNSError{Err: "no such host"}: true, &net.OpError{Op: "dial", Err: errors.New("x")}: true,
		errors.New("x"): false, sql.ErrNoRows: false,
	} {
		if got := Unavailable(fmt.Errorf("wrapped: %w", err)); got != want {
			t.Errorf("%v: %t", err, got)
		}
	}
}

// TestText checks placeholders.
func TestText(t *testing.T) {
	const text = "SELECT $1, $12 FROM fsm_queue q, x_fsm_queue"
	for n, want := range map[Namespace]string{
		{PostgreSQL, ""}: text, {SQLite, ""}: "SELECT ?1, ?12 FROM fsm_queue q, x_fsm_queue",
		{PostgreSQL, "a_"}: "SELECT $1, $12 FROM a_fsm_queue q, x_a_fsm_queue", {SQLite, "fsm_"}: "SELECT ?1, ?12 FROM fsm_fsm_queue q, x_fsm_fsm_queue",
	} {
		if got := n.Text(text); got != want {
			t.Errorf("%+v: %s", n, got)
		}
	}
}

// TestCheck checks which prefixes there are. Statements contain them, so no other one may pass.
func TestCheck(t *testing.T) {
	for _, prefix := range []string{"", "a", "tenant_7_", "t42", "fsm_", "pg_", strings.Repeat("a", 30)} {
		if err := (Namespace{SQLite, prefix}).Check(); err != nil {
			t.Error(err)
		}
	}
	for _, prefix := range []string{
		"_", "7", "A", "aB", "a.", "public.", "a-", "a b", "a;", "a'", `a"`, "a--", "a/*", "a$1", "a?", "a%", "é", "a\x00", "a\n", "ａ", "\xff", "a\xff",
		"sqlite_", "sqlite_a", strings.Repeat("a", 31),
	} {
		if err := (Namespace{PostgreSQL, prefix}).Check(); err == nil {
			t.Errorf("%q is taken", prefix)
		}
	}
	if err := (Namespace{7, ""}).Check(); err == nil {
		t.Error("a dialect that does not exist")
	}
}
