// Package dialect contains what differs between databases: placeholders, times, and the
// meaning of errors. It imports no driver; it recognizes the errors of drivers by the
// methods that they commonly have.
package dialect

import (
	"database/sql"
	"fmt"
	"time"
)

// Dialect is a kind of database.
type Dialect int

// The supported databases.
const (
	SQLite Dialect = iota + 1
	PostgreSQL
)

// Valid reports whether d is one of the constants.
func (d Dialect) Valid() bool { return d == SQLite || d == PostgreSQL }

func (d Dialect) String() string {
	switch d {
	case SQLite:
		return "SQLite"
	case PostgreSQL:
		return "PostgreSQL"
	}
	return fmt.Sprintf("Dialect(%d)", int(d))
}

// layout has a fixed width, so that the order of texts is the order of times.
const layout = "2006-01-02T15:04:05.000000Z"

// Time returns a time as an argument of a statement. Both databases store microseconds;
// SQLite has no type for times, so it stores a text such as 2026-11-22T10:00:00.000000Z.
func (d Dialect) Time(t time.Time) any {
	t = t.UTC()
	if d == SQLite {
		return t.Format(layout)
	}
	return t
}

// Stamp is a time that a statement returns. It implements sql.Scanner.
type Stamp struct{ time.Time }

// Scan implements sql.Scanner. A column that is NULL becomes the zero time.
func (s *Stamp) Scan(src any) (err error) {
	switch src := src.(type) {
	case nil:
		s.Time = time.Time{}
	case time.Time:
		s.Time = src.UTC()
	case string:
		s.Time, err = time.Parse(time.RFC3339Nano, src)
	case []byte:
		s.Time, err = time.Parse(time.RFC3339Nano, string(src))
	default:
		err = fmt.Errorf("a time has the type %T", src)
	}
	return err
}

// Claims returns the options of transactions in which a worker claims rows and stores results. A claim that skips the rows of
// others needs to see what they have committed, whatever isolation is the default of the database.
func (d Dialect) Claims() *sql.TxOptions {
	if d == PostgreSQL {
		return &sql.TxOptions{Isolation: sql.LevelReadCommitted}
	}
	return nil
}
