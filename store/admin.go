package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/retry"
	"github.com/fsmgen/fsmgen/store/internal/schema"
)

// Admin is for whoever operates the machines of one kind: it counts them, handles dead letters, and removes what is old. It
// knows the rows, and not the machines, so a tool can use it without their generated code. [Store.Admin] and [OpenAdmin] make
// it; the zero value cannot be used. All methods allow concurrent use.
type Admin struct {
	tables *tables
	now    func() time.Time
	// over reports whether the machine of a row is at its end in this version of the spec. If it is nil, the row says so.
	over func(ctx context.Context, id string, r row) (bool, error)
	owns bool // Close releases the statements.
}

// Admin returns what operates the machines of this store, until the store is closed. Its clock is that of the store.
func (s *Store[M, P, I, O]) Admin() *Admin {
	return &Admin{tables: s.tables, now: s.now, over: func(ctx context.Context, id string, r row) (bool, error) {
		rec, err := s.load(ctx, id, r)
		return rec.Outcome != "", err
	}}
}

// OpenAdmin returns what operates the machines of a kind, which is the name of the machine in its spec. It changes no table:
// if the tables have another version than those of this package, it returns a [SchemaError], and if there is no machine of
// the kind, an [EmptyError]. Of the options, only [WithPrefix] matters. The caller closes it; db stays open.
func OpenAdmin(ctx context.Context, db *sql.DB, d Dialect, kind string, options ...Option) (*Admin, error) {
	if db == nil {
		return nil, errors.New("store: the database is nil")
	}
	if reason := check("the kind", kind); reason != "" {
		return nil, &InvalidError{Kind: kind, Reason: reason}
	}
	kinds, err := Kinds(ctx, db, d, options...)
	switch {
	case err != nil:
		return nil, err
	case !slices.Contains(kinds, kind):
		return nil, &EmptyError{Kind: kind, Kinds: kinds}
	}
	t, err := openTables(ctx, db, namespace(d, options), kind, retry.DefaultParams().Attempts, false)
	if err != nil {
		return nil, err
	}
	return &Admin{tables: t, now: func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }, owns: true}, nil
}

// Close releases the prepared statements of [OpenAdmin]. Those of [Store.Admin] belong to the store.
func (a *Admin) Close() {
	if a.owns {
		a.tables.close()
	}
}

// kindsText lists the kinds, each with one step in the index.
const kindsText = `WITH RECURSIVE found (kind) AS (
	SELECT MIN(kind) FROM fsm_machine
	UNION ALL SELECT (SELECT MIN(m.kind) FROM fsm_machine m WHERE m.kind > found.kind) FROM found WHERE found.kind IS NOT NULL)
SELECT kind FROM found WHERE kind IS NOT NULL`

// Kinds returns the kinds of which there are machines, sorted. It changes no table: if they have another version than those
// of this package, or do not exist, it returns a [SchemaError]. Of the options, only [WithPrefix] matters.
func Kinds(ctx context.Context, db *sql.DB, d Dialect, options ...Option) ([]string, error) {
	scripts, err := Scripts(d, options...)
	if err != nil {
		return nil, err
	}
	in := namespace(d, options)
	found, err := schema.Version(ctx, db, in)
	if err != nil {
		return nil, fmt.Errorf("store: read the version of the tables: %w", err)
	}
	if found != len(scripts) {
		return nil, &SchemaError{Found: found, Supported: len(scripts)}
	}
	kinds, err := texts(ctx, db, in, kindsText)
	if err != nil {
		return nil, fmt.Errorf("store: kinds of machines: %w", err)
	}
	return kinds, nil
}

// texts returns the only column of a statement.
func texts(ctx context.Context, db *sql.DB, d dialect.Namespace, statement string, args ...any) (found []string, err error) {
	rows, err := db.QueryContext(ctx, d.Text(statement), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, rows.Err()
}

// History is [Store.History].
func (a *Admin) History(ctx context.Context, id string, after int64) iter.Seq2[Entry, error] {
	return a.tables.history(ctx, id, after)
}
