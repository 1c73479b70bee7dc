package store

import "github.com/fsmgen/fsmgen/store/internal/dialect"

// Dialect is the kind of a database.
type Dialect int

// The supported databases.
const (
	// SQLite is SQLite 3.35 or newer, in one process or several on one computer. Recommended
	// settings are journal_mode(WAL) and a busy_timeout of some seconds.
	SQLite = Dialect(dialect.SQLite)
	// PostgreSQL is PostgreSQL 13 or newer, with any number of processes.
	PostgreSQL = Dialect(dialect.PostgreSQL)
)

// String returns the name of the database.
func (d Dialect) String() string { return dialect.Dialect(d).String() }
