package storetest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/store"
)

// effect is what happens at a statement.
type effect int

const (
	refused effect = iota // the database rolls the transaction back in favor of others
	failed                // the database fails the statement, as with a full disk
	before                // the connection is lost before the statement
	after                 // the connection is lost when the statement has taken effect
	effects
	undone // the rows of a statement arrive, and then an error: it has had no effect
)

func (e effect) String() string {
	return map[effect]string{refused: "refused", failed: "failed", before: "before", after: "after", undone: "undone"}[e]
}

// trap is a place where an effect happens once.
type trap struct {
	statement string // its text, or begin, commit, rollback
	nth       int    // at which execution, from 1
	effect    effect
	act       func() // called instead, if not nil
}

// faults is a driver that sees every statement, and fails as a trap says. It allows concurrent use.
type faults struct {
	mu     sync.Mutex
	seen   map[string]int
	order  []string
	trap   *trap
	sprung bool
}

// set sets a trap, or none, and counts anew.
func (f *faults) set(t *trap) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen, f.order, f.trap, f.sprung = map[string]int{}, nil, t, false
}

// statements returns the statements since set, in the order in which they first occurred.
func (f *faults) statements() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.order...)
}

// hit counts a statement, and returns the trap if it is there.
func (f *faults) hit(statement string) *trap {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.seen[statement]++; f.seen[statement] == 1 {
		f.order = append(f.order, statement)
	}
	if f.trap == nil || f.sprung || f.trap.statement != statement || f.trap.nth != f.seen[statement] {
		return nil
	}
	f.sprung = true
	return f.trap
}

// wasSprung reports whether the trap has had its effect.
func (f *faults) wasSprung() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sprung
}

// busy is the error of a database that has rolled a transaction back in favor of others.
type busy struct{}

func (busy) Error() string    { return "fault: try again" }
func (busy) SQLState() string { return "40001" }
func (busy) Code() int        { return 5 }

// errFull is an error that says nothing about other transactions.
var errFull = errors.New("fault: the disk is full")

// openFaulty opens a database whose driver is f.
func openFaulty(t testing.TB, d store.Dialect, dsn string, f *faults) database {
	name := "sqlite"
	if d == store.PostgreSQL {
		name = "pgx"
	}
	plain, err := sql.Open(name, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	f.set(nil)
	db := sql.OpenDB(&connector{plain.Driver(), dsn, f})
	t.Cleanup(func() { db.Close() })
	return database{db, d}
}

type connector struct {
	driver driver.Driver
	dsn    string
	faults *faults
}

func (c *connector) Driver() driver.Driver { return c.driver }

func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	inner, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: inner, faults: c.faults}, nil
}

// conn is a connection that can break.
type conn struct {
	driver.Conn
	faults *faults
	tx     driver.Tx
	rows   driver.Rows // the latest ones
	broken bool
}

// at does something, unless there is a trap.
func (c *conn) at(statement string, do func() error) error {
	if c.broken {
		return driver.ErrBadConn
	}
	t := c.faults.hit(statement)
	if t == nil {
		return do()
	}
	if t.effect == after {
		c.rows = nil
		if err := do(); err != nil {
			return err
		}
		if c.rows != nil {
			_ = c.rows.Close() // Now its effect is complete.
		}
	}
	if t.act != nil {
		t.act()
	}
	switch t.effect {
	case undone:
		return errUndone
	case refused, failed:
		if statement == "commit" {
			_ = c.tx.Rollback()
			c.tx = nil
		}
		if t.effect == refused {
			return busy{}
		}
		return errFull
	}
	if c.tx != nil {
		_ = c.tx.Rollback()
		c.tx = nil
	}
	c.broken = true
	_ = c.Conn.Close()
	return io.ErrUnexpectedEOF
}

func (c *conn) IsValid() bool { return !c.broken }

func (c *conn) Close() error {
	if c.broken {
		return nil
	}
	return c.Conn.Close()
}

func (c *conn) CheckNamedValue(v *driver.NamedValue) error {
	if inner, ok := c.Conn.(driver.NamedValueChecker); ok {
		return inner.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

func (c *conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	err := c.at("begin", func() (err error) {
		c.tx, err = c.Conn.(driver.ConnBeginTx).BeginTx(ctx, options)
		return err
	})
	if err != nil {
		return nil, err
	}
	return transaction{c}, nil
}

func (c *conn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if c.broken {
		return nil, driver.ErrBadConn
	}
	inner, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	return &statement{inner, c, text}, nil
}

func (c *conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (result driver.Result, err error) {
	err = c.at(text, func() error {
		result, err = c.Conn.(driver.ExecerContext).ExecContext(ctx, text, args)
		return err
	})
	return result, err
}

func (c *conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (rows driver.Rows, err error) {
	err = c.at(text, func() error {
		rows, err = c.Conn.(driver.QueryerContext).QueryContext(ctx, text, args)
		c.rows = rows
		return err
	})
	if err == errUndone {
		return c.undo(func() (driver.Rows, error) { return c.Conn.(driver.QueryerContext).QueryContext(ctx, text, args) })
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// errUndone asks for the effect undone.
var errUndone = errors.New("fault: rows, and then an error")

// undo rolls a query back, and returns its rows with an error behind them.
func (c *conn) undo(query func() (driver.Rows, error)) (driver.Rows, error) {
	alone := c.tx == nil
	if alone {
		var err error
		if c.tx, err = c.Conn.(driver.ConnBeginTx).BeginTx(context.Background(), driver.TxOptions{}); err != nil {
			return nil, err
		}
	}
	rows, err := query()
	if err != nil {
		return nil, err
	}
	return &undoneRows{rows, c, alone}, nil
}

// undoneRows are the rows of a query that has had no effect.
type undoneRows struct {
	driver.Rows
	conn  *conn
	alone bool // The query is not in a transaction.
}

func (r *undoneRows) Next(values []driver.Value) error {
	err := r.Rows.Next(values)
	if err == io.EOF {
		return errFull
	}
	return err
}

func (r *undoneRows) Close() error {
	err := r.Rows.Close()
	if r.alone {
		err = errors.Join(err, r.conn.tx.Rollback())
		r.conn.tx = nil
	}
	return err
}

type transaction struct{ conn *conn }

func (t transaction) Commit() error {
	return t.conn.at("commit", func() error {
		tx := t.conn.tx
		t.conn.tx = nil
		return tx.Commit()
	})
}

func (t transaction) Rollback() error {
	return t.conn.at("rollback", func() error {
		tx := t.conn.tx
		t.conn.tx = nil
		if tx == nil {
			return nil // The fault has rolled it back.
		}
		return tx.Rollback()
	})
}

type statement struct {
	driver.Stmt
	conn *conn
	text string
}

func (s *statement) CheckNamedValue(v *driver.NamedValue) error {
	if inner, ok := s.Stmt.(driver.NamedValueChecker); ok {
		return inner.CheckNamedValue(v)
	}
	return s.conn.CheckNamedValue(v)
}

func (s *statement) ExecContext(ctx context.Context, args []driver.NamedValue) (result driver.Result, err error) {
	err = s.conn.at(s.text, func() error {
		result, err = s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
		return err
	})
	return result, err
}

func (s *statement) QueryContext(ctx context.Context, args []driver.NamedValue) (rows driver.Rows, err error) {
	err = s.conn.at(s.text, func() error {
		rows, err = s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
		s.conn.rows = rows
		return err
	})
	if err == errUndone {
		return s.conn.undo(func() (driver.Rows, error) { return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args) })
	}
	if err != nil {
		return nil, err
	}
	return rows, nil
}

func (s *statement) Close() error {
	if s.conn.broken {
		return nil
	}
	return s.Stmt.Close()
}
