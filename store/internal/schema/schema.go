// Package schema contains the tables of package store as versioned DDL, and creates or
// upgrades them.
package schema

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

//go:embed sqlite/*.sql postgresql/*.sql
var files embed.FS

// Scripts returns the DDL of a database: element i leads from version i to version i+1.
func Scripts(d dialect.Namespace) ([]string, error) {
	dir := strings.ToLower(d.Dialect.String())
	entries, err := files.ReadDir(dir) // sorted by name
	if err != nil {
		return nil, err
	}
	var scripts []string
	for i, e := range entries {
		if want := fmt.Sprintf("%04d.sql", i+1); e.Name() != want {
			return nil, fmt.Errorf("schema: %s is %s, want %s", dir, e.Name(), want)
		}
		text, err := files.ReadFile(path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, d.Text(string(text)))
	}
	return scripts, nil
}

// Migrate creates the tables, or upgrades them to the version of scripts. It holds a lock
// meanwhile, so that several processes can call it at the same time. It returns the version
// that it found; if that is newer than scripts, it changes nothing.
func Migrate(ctx context.Context, db *sql.DB, d dialect.Namespace, scripts []string) (found int, err error) {
	if found, err = Version(ctx, db, d); err != nil || found >= len(scripts) {
		return found, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	run := func(statements ...string) error {
		for _, s := range statements {
			if _, err := conn.ExecContext(ctx, s); err != nil {
				return err
			}
		}
		return nil
	}
	if err := run(begin(d.Dialect)...); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			// The context may have ended; a connection inside a transaction must not go back.
			_, back := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
			err = errors.Join(err, back)
		}
	}()
	if err := run(d.Text("CREATE TABLE IF NOT EXISTS fsm_schema (version INTEGER NOT NULL)")); err != nil {
		return 0, err
	}
	// Another process may have upgraded the tables while this one waited for the lock.
	if err := conn.QueryRowContext(ctx, d.Text(current)).Scan(&found); err != nil {
		return 0, err
	}
	for i := found; i < len(scripts); i++ {
		if err := run(scripts[i], d.Text(fmt.Sprintf("INSERT INTO fsm_schema (version) VALUES (%d)", i+1))); err != nil {
			return found, fmt.Errorf("upgrade from version %d to %d: %w", i, i+1, err)
		}
	}
	return found, run("COMMIT")
}

// current is the version of existing tables. fsm_schema has a row for each version.
const current = "SELECT COALESCE(MAX(version), 0) FROM fsm_schema"

// Version returns the version of the tables, or 0 if there are none.
func Version(ctx context.Context, db *sql.DB, d dialect.Namespace) (version int, err error) {
	exists := "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = 'fsm_schema'"
	if d.Dialect == dialect.PostgreSQL {
		exists = "SELECT CASE WHEN to_regclass('fsm_schema') IS NULL THEN 0 ELSE 1 END"
	}
	if err := db.QueryRowContext(ctx, d.Text(exists)).Scan(&version); err != nil || version == 0 {
		return 0, err
	}
	err = db.QueryRowContext(ctx, d.Text(current)).Scan(&version)
	return version, err
}

// begin returns the statements that begin a transaction and take the lock.
func begin(d dialect.Dialect) []string {
	if d == dialect.PostgreSQL {
		// With a stronger isolation, the snapshot would be older than the lock.
		return []string{"BEGIN ISOLATION LEVEL READ COMMITTED", "SELECT pg_advisory_xact_lock(4702394921427289929)"} // any constant that others do not use
	}
	return []string{"BEGIN IMMEDIATE"}
}
