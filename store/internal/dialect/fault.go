package dialect

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"
)

// A Fault says what an error of a database means for the transaction.
type Fault int

// The faults.
const (
	// Lasting means that the transaction is rolled back, and would fail again.
	Lasting Fault = iota
	// Transient means that the transaction is rolled back because of other transactions, and
	// can succeed when repeated.
	Transient
	// Lost means that the connection is lost before the commit.
	Lost
	// Uncertain means that the transaction may have been committed.
	Uncertain
)

// Statement returns the fault of an error of a statement before the commit.
func (d Dialect) Statement(err error) Fault {
	switch {
	case d.transient(err):
		return Transient
	case lost(err):
		return Lost
	}
	return Lasting
}

// Commit returns the fault of an error of the commit.
func (d Dialect) Commit(err error) Fault {
	switch {
	case errors.Is(err, sql.ErrTxDone):
		return Lasting // The context ended before the commit.
	case d.transient(err):
		return Transient
	case d.answered(err):
		return Lasting
	}
	return Uncertain
}

// state returns the SQLSTATE of an error, as the drivers pgx and pq provide it.
func state(err error) string {
	var coded interface{ SQLState() string }
	if errors.As(err, &coded) {
		return coded.SQLState()
	}
	return ""
}

// answered reports whether the database has refused the commit.
func (d Dialect) answered(err error) bool {
	if d != PostgreSQL {
		return full(err)
	}
	s := state(err)
	// Class 08: connection exceptions; 40003: statement completion unknown; class 57: the
	// server shuts down, maybe after the commit.
	return s != "" && s != "40003" && !strings.HasPrefix(s, "08") && !strings.HasPrefix(s, "57")
}

// Unavailable reports whether an error of either database says that it cannot work at present: nobody can reach it, it
// lacks room, memory, or connections, it is busy, or it has canceled a statement that took too long.
func Unavailable(err error) bool {
	var network net.Error
	if lost(err) || PostgreSQL.transient(err) || SQLite.transient(err) || errors.As(err, &network) || full(err) {
		return true
	}
	// Class 53: insufficient resources; class 57: operator intervention, such as the end of a statement by its timeout;
	// 25006: the server only reads, as after a failover.
	s := state(err)
	return strings.HasPrefix(s, "53") || strings.HasPrefix(s, "57") || s == "25006"
}

// full reports whether SQLite has no room on its disk. A commit that fails for it is rolled back.
func full(err error) bool {
	var coded interface{ Code() int }
	return errors.As(err, &coded) && coded.Code()&0xff == 13 // SQLITE_FULL
}

// transient reports whether the server has rolled the transaction back because of
// other transactions.
func (d Dialect) transient(err error) bool {
	switch d {
	case PostgreSQL:
		switch state(err) {
		case "40001", "40P01", "55P03": // serialization_failure, deadlock_detected, lock_not_available
			return true
		}
	case SQLite:
		var coded interface{ Code() int }
		if errors.As(err, &coded) {
			primary := coded.Code() & 0xff
			return primary == 5 || primary == 6 // SQLITE_BUSY, SQLITE_LOCKED
		}
		text := err.Error() // Drivers whose errors have no method for the code.
		return strings.Contains(text, "database is locked") || strings.Contains(text, "database table is locked")
	}
	return false
}

// lost reports whether the connection to the server is lost.
func lost(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNREFUSED) {
		return true
	}
	s := state(err)
	// 57P01 to 57P03: the server shuts down, or is not up yet.
	return strings.HasPrefix(s, "08") || strings.HasPrefix(s, "57P0")
}
