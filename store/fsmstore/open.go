package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/store"
)

// open opens the database. A file that does not exist is an error: it would be a database without machines.
func (c *call) open() (*sql.DB, store.Dialect, error) {
	switch {
	case c.db == "":
		return nil, 0, errors.New("there is no database: give -db, or set FSMSTORE_DB")
	case strings.HasPrefix(c.db, "postgres://") || strings.HasPrefix(c.db, "postgresql://"):
		db, err := sql.Open("pgx", c.db)
		return db, store.PostgreSQL, err
	}
	file := url.URL{Scheme: "file", Opaque: (&url.URL{Path: c.db}).EscapedPath(), RawQuery: "mode=rw&_pragma=busy_timeout(10000)&_txlock=immediate"}
	db, err := sql.Open("sqlite", file.String())
	return db, store.SQLite, err
}

// admin calls f with what operates the machines of a kind.
func (c *call) admin(ctx context.Context, kind string, f func(*store.Admin) error) error {
	db, dialect, err := c.open()
	if err != nil {
		return err
	}
	defer db.Close()
	a, err := store.OpenAdmin(ctx, db, dialect, kind, store.WithPrefix(c.prefix))
	if err != nil {
		return err
	}
	defer a.Close()
	return f(a)
}

// count notes how many there are of something, so that nothing is not taken for a failure, or the reverse.
func (c *call) count(n int, what string) {
	fmt.Fprintf(c.note, "%d %s\n", n, what)
}
