package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/queue"
)

// tables is the rows of one kind, whatever its machines are. openTables makes it; the zero value cannot be used. All
// methods allow concurrent use.
type tables struct {
	db      *sql.DB
	dialect dialect.Namespace
	name    string // the kind in the tables
	tries   int    // how often a transaction is tried, from 1
	sql     *statements
	queue   *queue.Queue
	emitted bell // wakes the workers of this store
}

// openTables prepares the statements for tables that exist. With notify, outputs that are emitted notify those that listen. The caller closes it.
func openTables(ctx context.Context, db *sql.DB, d dialect.Namespace, name string, tries int, notify bool) (*tables, error) {
	t := &tables{db: db, dialect: d, name: name, tries: tries}
	var err error
	if t.sql, err = prepare(ctx, db, d); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if t.queue, err = queue.New(ctx, db, d, name, notify); err != nil {
		t.sql.close()
		return nil, fmt.Errorf("store: %w", err)
	}
	return t, nil
}

// close releases the statements.
func (t *tables) close() {
	t.sql.close()
	t.queue.Close()
}

// each calls scan for each row of a statement, outside of a transaction.
func (t *tables) each(ctx context.Context, statement string, scan func(*sql.Rows) error, args ...any) error {
	rows, err := t.db.QueryContext(ctx, t.dialect.Text(statement), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
