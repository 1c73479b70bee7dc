package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
	"github.com/fsmgen/fsmgen/store/internal/retry"
	"github.com/fsmgen/fsmgen/store/internal/schema"
)

// Store contains the machines of one kind. Open makes it; the zero value cannot be used. All
// methods allow concurrent use.
type Store[M json.Marshaler, P, I, O any] struct {
	tables *tables
	name   string // the kind in the tables
	kind   Kind[M, P, I, O]
	calls  Caller[M, O] // the kind, or nil if it has no calls
	// contexts is the kind, or nil if its guards take no contexts.
	contexts Contextual[M, I, O]
	set      settings
	written  sync.Map // what states of rows are now, judged by name, as far as that is known
	mayLock  bool     // A step can be made inside the transaction that locks the row.
	// refreshed means that Refresh has written all rows in the form of this version.
	refreshed atomic.Bool
}

// Open returns the store of the machines of a kind. It creates the tables, or upgrades them
// to the version of this package; several processes can do so at the same time. If they are
// newer, it returns a [SchemaError]. Stores of several kinds can share the tables.
//
// The store does not close db.
func Open[M json.Marshaler, P, I, O any](ctx context.Context, db *sql.DB, d Dialect, kind Kind[M, P, I, O], options ...Option) (*Store[M, P, I, O], error) {
	s := &Store[M, P, I, O]{kind: kind}
	s.calls, _ = any(kind).(Caller[M, O])
	s.contexts, _ = any(kind).(Contextual[M, I, O])
	s.set = settings{clock: time.Now, attempts: retry.DefaultParams().Attempts}
	for _, option := range options {
		option(&s.set)
	}
	questions, asks := questionsOf(kind)
	in := namespace(d, options)
	if err := in.Check(); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	switch {
	case db == nil:
		return nil, errors.New("store: the database is nil")
	case kind == nil:
		return nil, errors.New("store: the kind is nil")
	case asks && questions == nil:
		return nil, fmt.Errorf("store: %T: Questions is nil, so nobody answers the guards or delays of the machine", kind)
	case s.set.clock == nil:
		return nil, errors.New("store: the clock is nil")
	case s.set.listener != nil && d != PostgreSQL:
		return nil, fmt.Errorf("store: the dialect is %v, which has no notifications, but there is a listener", dialect.Dialect(d))
	}
	if err := (retry.Params{Attempts: s.set.attempts}).Validate(); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	s.name = kind.Machine()
	if reason := check("the name of the machine", s.name); reason != "" {
		return nil, errors.New("store: " + reason)
	}
	if err := Migrate(ctx, db, d, options...); err != nil {
		return nil, err
	}
	// What machines ask may need another connection, and the pool may have no other.
	s.mayLock = d == PostgreSQL && !asks && s.set.migrate == nil
	var err error
	if s.tables, err = openTables(ctx, db, in, s.name, s.set.attempts, s.set.listener != nil); err != nil {
		return nil, err
	}
	return s, nil
}

// questionsOf returns what answers the questions of a generated kind, if its machines ask any.
func questionsOf(kind any) (answers any, asks bool) {
	v := reflect.ValueOf(kind)
	if v.Kind() != reflect.Struct {
		return nil, false
	}
	questions := v.FieldByName("Questions")
	if !questions.IsValid() || questions.Kind() != reflect.Interface {
		return nil, false
	}
	return questions.Interface(), true
}

// Close releases the prepared statements. It does not close the database.
func (s *Store[M, P, I, O]) Close() {
	s.tables.close()
}

// Migrate creates or upgrades the tables, as [Open] does. It needs rights that Open does not
// need if the tables are up to date. If another process blocks the database, it tries again, as
// often as transactions do by default. Of the options, only [WithPrefix] matters.
func Migrate(ctx context.Context, db *sql.DB, d Dialect, options ...Option) error {
	scripts, err := Scripts(d, options...)
	if err != nil {
		return err
	}
	found := 0
	for made := 1; ; made++ {
		found, err = schema.Migrate(ctx, db, namespace(d, options), scripts)
		// SQLite does not wait while another process changes the journal mode of a new database.
		if err == nil || made == retry.DefaultParams().Attempts || dialect.Dialect(d).Statement(err) != dialect.Transient || pause(ctx, made) != nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("store: create or upgrade the tables: %w", err)
	}
	if found > len(scripts) {
		return &SchemaError{Found: found, Supported: len(scripts)}
	}
	return nil
}

// Scripts returns the DDL of the tables, for reading and for other migration tools: element i
// leads from version i to version i+1. A tool that runs them also creates the table
// fsm_schema (version INTEGER NOT NULL), with a row for each version from 1. With [WithPrefix], all names have the prefix, also that of this
// table. No other option matters.
func Scripts(d Dialect, options ...Option) ([]string, error) {
	in := namespace(d, options)
	if err := in.Check(); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return schema.Scripts(in)
}

// now is the time of a step. Databases store microseconds, so a step has no finer time.
func (s *Store[M, P, I, O]) now() time.Time {
	return s.set.clock().UTC().Truncate(time.Microsecond)
}
