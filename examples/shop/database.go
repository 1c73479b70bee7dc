package main

import (
	"database/sql"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/store"
)

// open opens the database that the flag -db names.
func open(source string) (*sql.DB, store.Dialect, error) {
	if strings.HasPrefix(source, "postgres://") || strings.HasPrefix(source, "postgresql://") {
		db, err := sql.Open("pgx", source)
		return db, store.PostgreSQL, err
	}
	db, err := sql.Open("sqlite", "file:"+source+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	return db, store.SQLite, err
}
