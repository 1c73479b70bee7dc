package fsmpgx_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/fsmgen/fsmgen/internal/postgres"
	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/fsmpgx"
)

// server is the PostgreSQL server of the tests.
var server postgres.Server

func TestMain(m *testing.M) { os.Exit(server.Main(m)) }

// open returns a pool of a new database, with a setting of the driver.
func open(t *testing.T, mode pgx.QueryExecMode) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(server.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	config.ConnConfig.DefaultQueryExecMode = mode
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// modes are the ways in which pgx runs statements. Values arrive in other formats in some of them.
func modes(t *testing.T, test func(t *testing.T, pool *pgxpool.Pool)) {
	for _, mode := range []pgx.QueryExecMode{pgx.QueryExecModeCacheStatement, pgx.QueryExecModeExec, pgx.QueryExecModeSimpleProtocol} {
		t.Run(mode.String(), func(t *testing.T) { test(t, open(t, mode)) })
	}
}

// TestIn has events, the creation of a machine, and a row of the program in one transaction of pgx: they are stored together, or not at all.
func TestIn(t *testing.T) {
	modes(t, func(t *testing.T, pool *pgxpool.Pool) {
		ctx := t.Context()
		db := stdlib.OpenDBFromPool(pool)
		defer db.Close()
		s, err := store.Open(ctx, db, store.PostgreSQL, orchestration.Kind{Questions: day{}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := pool.Exec(ctx, "CREATE TABLE mine (id TEXT PRIMARY KEY, state TEXT)"); err != nil {
			t.Fatal(err)
		}
		stop := errors.New("stop")
		cancel := orchestration.CancelledInput{Cause: errors.New("no")}
		do := func(id string, end error) (rec store.Record[*orchestration.Machine], err error) {
			return rec, pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
				err := fsmpgx.In(ctx, tx, func(tx *sql.Tx) error {
					if _, err := s.CreateTx(ctx, tx, id, orchestration.DefaultParams()); err != nil {
						return err
					}
					rec, err = s.DoTx(ctx, tx, id, cancel, store.WithKey("k"))
					return err
				})
				if err != nil {
					return err
				}
				if _, err := tx.Exec(ctx, "INSERT INTO mine VALUES ($1, $2)", id, rec.State); err != nil {
					return err
				}
				return end
			})
		}
		if _, err := do("1", stop); !errors.Is(err, stop) {
			t.Errorf("%v", err)
		}
		if _, err := s.Get(ctx, "1"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("after the rollback: %v", err)
		}
		rec, err := do("1", nil)
		if err != nil || rec.Revision != 2 || rec.Outcome == "" {
			t.Fatalf("%+v, %v", rec, err)
		}
		if _, err := do("1", nil); !errors.Is(err, store.ErrExists) {
			t.Errorf("again: %v", err)
		}
		var rows int
		var state string
		if err := pool.QueryRow(ctx, "SELECT COUNT(*), MAX(state) FROM mine").Scan(&rows, &state); err != nil || rows != 1 || state != rec.State {
			t.Errorf("%d rows, %s, %v", rows, state, err)
		}
		got, err := s.Get(ctx, "1")
		if err != nil || got.State != rec.State || got.Revision != 2 || got.Machine.String() != rec.Machine.String() || !got.Updated.Equal(rec.Updated) {
			t.Errorf("%+v, %v, want %+v", got, err, rec)
		}
		// A refusal leaves the transaction as it was. A repetition is found.
		err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			err := fsmpgx.In(ctx, tx, func(tx *sql.Tx) error {
				_, err := s.DoTx(ctx, tx, "1", orchestration.InitializedInput{})
				return err
			})
			if !errors.Is(err, store.ErrRefused) {
				t.Errorf("%v", err)
			}
			return fsmpgx.In(ctx, tx, func(tx *sql.Tx) error {
				again, err := s.DoTx(ctx, tx, "1", cancel, store.WithKey("k"))
				if !again.Repeated || again.Revision != 2 || again.Created.IsZero() {
					t.Errorf("%+v", again)
				}
				return errors.Join(err, tx.Commit()) // It has no effect.
			})
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// TestTransient has two transactions in each other's way, of which the store must see that they can be repeated.
func TestTransient(t *testing.T) {
	pool := open(t, pgx.QueryExecModeCacheStatement)
	ctx := t.Context()
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	s, err := store.Open(ctx, db, store.PostgreSQL, orchestration.Kind{Questions: day{}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Create(ctx, "1", orchestration.DefaultParams()); err != nil {
		t.Fatal(err)
	}
	tx, err := pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := tx.Exec(ctx, "SELECT COUNT(*) FROM fsm_machine"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do(ctx, "1", orchestration.InitializedInput{Preferred: true}); err != nil {
		t.Fatal(err)
	}
	err = fsmpgx.In(ctx, tx, func(tx *sql.Tx) error {
		_, err := s.DoTx(ctx, tx, "1", orchestration.CancelledInput{Cause: errors.New("no")})
		return err
	})
	if !errors.Is(err, store.ErrConflict) || store.Status(err) != 503 {
		t.Errorf("%v, status %d", err, store.Status(err))
	}
}

// TestValues reads values of each type as the driver of pgx for database/sql does.
func TestValues(t *testing.T) {
	modes(t, func(t *testing.T, pool *pgxpool.Pool) {
		ctx := t.Context()
		db := stdlib.OpenDBFromPool(pool)
		defer db.Close()
		const text = `SELECT TRUE, 7::int2, -8::int4, 9223372036854775807::int8, 1.5::float8, 'ä'::text, '{"a": [1, "b"]}'::json, '{"a":1}'::jsonb,
			'2026-11-28T10:00:00.123456Z'::timestamptz, NULL::text, '\x0001'::bytea, 'x'::varchar, 12.50::numeric, $1::bigint, $2::text
			FROM generate_series(1, 3)`
		read := func(query func(context.Context, string, ...any) (*sql.Rows, error)) string {
			t.Helper()
			rows, err := query(ctx, text, 5, "z")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			names, err := rows.Columns()
			if err != nil {
				t.Fatal(err)
			}
			all := ""
			for rows.Next() {
				values, into := make([]any, len(names)), make([]any, len(names))
				for i := range values {
					into[i] = &values[i]
				}
				if err := rows.Scan(into...); err != nil {
					t.Fatal(err)
				}
				for _, v := range values {
					all += fmt.Sprintf("%T %v\n", v, v)
				}
			}
			if err := rows.Err(); err != nil {
				t.Fatal(err)
			}
			return all
		}
		want, got := read(db.QueryContext), ""
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			return fsmpgx.In(ctx, tx, func(tx *sql.Tx) error {
				got = read(tx.QueryContext)
				_, err := tx.QueryContext(ctx, "SELECT 1/0 FROM generate_series(1, 3)")
				if err == nil {
					t.Error("no error of a statement")
				}
				return nil
			})
		})
		if got != want || err == nil {
			t.Errorf("%v\n%s\nwant\n%s", err, got, want)
		}
	})
}

// day gives the machines a day.
type day struct{}

func (day) Deadline() time.Duration { return 24 * time.Hour }
