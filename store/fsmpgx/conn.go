package fsmpgx

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// connector is a driver with one connection: a transaction.
type connector struct{ tx pgx.Tx }

func (c connector) Connect(context.Context) (driver.Conn, error) { return conn(c), nil }
func (c connector) Driver() driver.Driver                        { return c }

// Open implements driver.Driver. Nobody calls it, because there is no name of a database.
func (c connector) Open(string) (driver.Conn, error) { return conn(c), nil }

// conn runs statements in a transaction, which others begin and end.
type conn struct{ tx pgx.Tx }

var errPrepare = errors.New("fsmpgx: statements are not prepared")

func (conn) Prepare(string) (driver.Stmt, error) { return nil, errPrepare }
func (conn) Close() error                        { return nil }
func (conn) Begin() (driver.Tx, error)           { return outer{}, nil }

// BeginTx implements driver.ConnBeginTx. The isolation is that of the transaction.
func (conn) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) { return outer{}, nil }

// outer is a transaction that others end.
type outer struct{}

func (outer) Commit() error   { return nil }
func (outer) Rollback() error { return nil }

// ExecContext implements driver.ExecerContext.
func (c conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	tag, err := c.tx.Exec(ctx, query, values(args)...)
	if err != nil {
		return nil, err
	}
	return result(tag), nil
}

// QueryContext implements driver.QueryerContext.
func (c conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	found, err := c.tx.Query(ctx, query, values(args)...)
	if err != nil {
		return nil, err
	}
	r := &rows{found: found, types: c.tx.Conn().TypeMap()}
	// An error of the statement comes with the first row.
	if r.more = found.Next(); !r.more {
		if err := found.Err(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// values returns arguments as pgx takes them.
func values(args []driver.NamedValue) []any {
	all := make([]any, len(args))
	for i, a := range args {
		all[i] = a.Value
	}
	return all
}

// result is what a statement has done.
type result pgconn.CommandTag

func (r result) RowsAffected() (int64, error) { return pgconn.CommandTag(r).RowsAffected(), nil }

func (result) LastInsertId() (int64, error) {
	return 0, errors.New("fsmpgx: PostgreSQL has no last ID: use RETURNING")
}
