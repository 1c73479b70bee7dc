// Package query contains statements that run inside a transaction or outside of one. SQLite has them prepared once; with
// PostgreSQL, the driver decides whether to prepare them, as its settings say, because a pooler such as PgBouncer may not
// allow it.
package query

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// Query is a statement of a database. The zero value cannot be used; Prepare makes it. All methods allow concurrent use.
type Query struct {
	db   *sql.DB
	text string
	stmt *sql.Stmt // or nil: the driver decides
}

// Prepare returns a statement, whose placeholders are $1 to $99. It is prepared here, if at all: inside a transaction, that
// would wait for a second connection, which there may never be. The caller closes it.
func Prepare(ctx context.Context, db *sql.DB, d dialect.Namespace, text string) (*Query, error) {
	q := &Query{db: db, text: d.Text(text)}
	if d.Dialect == dialect.PostgreSQL {
		return q, nil
	}
	var err error
	if q.stmt, err = db.PrepareContext(ctx, q.text); err != nil {
		return nil, fmt.Errorf("prepare %s: %w", text, err)
	}
	return q, nil
}

// Close releases what is prepared. A nil q has nothing.
func (q *Query) Close() {
	if q != nil && q.stmt != nil {
		q.stmt.Close()
	}
}

// Exec runs the statement in tx, or outside of a transaction if tx is nil.
func (q *Query) Exec(ctx context.Context, tx *sql.Tx, args ...any) (sql.Result, error) {
	switch {
	case q.stmt != nil && tx != nil:
		return tx.StmtContext(ctx, q.stmt).ExecContext(ctx, args...)
	case q.stmt != nil:
		return q.stmt.ExecContext(ctx, args...)
	case tx != nil:
		return tx.ExecContext(ctx, q.text, args...)
	}
	return q.db.ExecContext(ctx, q.text, args...)
}

// Changed is Exec, and returns how many rows the statement has changed.
func (q *Query) Changed(ctx context.Context, tx *sql.Tx, args ...any) (int64, error) {
	result, err := q.Exec(ctx, tx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Row returns the row of the statement.
func (q *Query) Row(ctx context.Context, tx *sql.Tx, args ...any) *sql.Row {
	switch {
	case q.stmt != nil && tx != nil:
		return tx.StmtContext(ctx, q.stmt).QueryRowContext(ctx, args...)
	case q.stmt != nil:
		return q.stmt.QueryRowContext(ctx, args...)
	case tx != nil:
		return tx.QueryRowContext(ctx, q.text, args...)
	}
	return q.db.QueryRowContext(ctx, q.text, args...)
}

// Each calls scan for each row of the statement.
func (q *Query) Each(ctx context.Context, tx *sql.Tx, scan func(*sql.Rows) error, args ...any) error {
	rows, err := q.rows(ctx, tx, args...)
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

func (q *Query) rows(ctx context.Context, tx *sql.Tx, args ...any) (*sql.Rows, error) {
	switch {
	case q.stmt != nil && tx != nil:
		return tx.StmtContext(ctx, q.stmt).QueryContext(ctx, args...)
	case q.stmt != nil:
		return q.stmt.QueryContext(ctx, args...)
	case tx != nil:
		return tx.QueryContext(ctx, q.text, args...)
	}
	return q.db.QueryContext(ctx, q.text, args...)
}
