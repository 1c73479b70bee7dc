package queues

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// later is when blocked jobs can run.
const later = 1000 * time.Hour

// rivers is river.
type rivers struct {
	driver   *riverpgxv5.Driver
	db       *sql.DB
	cooldown time.Duration // between two looks for jobs, or 0 for river's default
	insert   *river.Client[pgx.Tx]
}

// charge is a job of river, with the payload that the output of an order has.
type charge struct {
	Amount int `json:"amount"`
}

func (charge) Kind() string { return "charge" }

// openRiver returns a function that opens river in an empty database.
func openRiver(cooldown time.Duration) func(testing.TB, string, *sql.DB) (queue, error) {
	return func(t testing.TB, address string, db *sql.DB) (queue, error) {
		pool, err := pgxpool.New(t.Context(), fmt.Sprintf("%s&pool_max_conns=%d", address, connections))
		if err != nil {
			return nil, err
		}
		t.Cleanup(pool.Close)
		driver := riverpgxv5.New(pool)
		m, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: quiet()})
		if err != nil {
			return nil, err
		}
		if _, err := m.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
			return nil, err
		}
		insert, err := river.NewClient(driver, &river.Config{Logger: quiet()})
		return &rivers{driver, db, cooldown, insert}, err
	}
}

// quiet logs errors only.
func quiet() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
}

func (r *rivers) add(ctx context.Context, n int) error { return r.schedule(ctx, n, nil) }

func (r *rivers) block(ctx context.Context, n int) error {
	return r.schedule(ctx, n, &river.InsertOpts{ScheduledAt: time.Now().Add(later)})
}

// schedule inserts n jobs, some thousand at once.
func (r *rivers) schedule(ctx context.Context, n int, options *river.InsertOpts) error {
	for n > 0 {
		some := make([]river.InsertManyParams, min(n, 5000))
		for i := range some {
			some[i] = river.InsertManyParams{Args: charge{7}, InsertOpts: options}
		}
		if _, err := r.insert.InsertManyFast(ctx, some); err != nil {
			return err
		}
		n -= len(some)
	}
	return nil
}

func (r *rivers) work(ctx context.Context, workers int, begin, done func()) error {
	list := river.NewWorkers()
	river.AddWorker(list, river.WorkFunc(func(context.Context, *river.Job[charge]) error { begin(); return nil }))
	client, err := river.NewClient(r.driver, &river.Config{
		Logger: quiet(), Workers: list, FetchCooldown: r.cooldown,
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workers}},
	})
	if err != nil {
		return err
	}
	all := context.WithoutCancel(ctx) // Jobs that have begun end.
	// Results are stored some time after their jobs, many at once.
	completed, end := client.SubscribeConfig(&river.SubscribeConfig{ChanSize: 200_000, Kinds: []river.EventKind{river.EventKindJobCompleted}})
	var counting sync.WaitGroup
	counting.Go(func() {
		for range completed {
			done()
		}
	})
	if err = client.Start(all); err == nil {
		<-ctx.Done()
		err = client.Stop(all)
	}
	end()
	counting.Wait()
	return err
}

func (r *rivers) left(ctx context.Context) (n int, err error) {
	err = r.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM river_job WHERE state <> 'completed'").Scan(&n)
	return n, err
}

// plain is a table whose rows goroutines take, one in each transaction.
type plain struct{ db *sql.DB }

func openPlain(t testing.TB, _ string, db *sql.DB) (queue, error) {
	_, err := db.ExecContext(t.Context(), `CREATE TABLE job (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, due TIMESTAMPTZ NOT NULL, payload JSON NOT NULL);
CREATE INDEX job_due ON job (due, id)`)
	return plain{db}, err
}

func (p plain) add(ctx context.Context, n int) error { return p.insert(ctx, n, 0) }

func (p plain) block(ctx context.Context, n int) error { return p.insert(ctx, n, later) }

func (p plain) insert(ctx context.Context, n int, wait time.Duration) error {
	_, err := p.db.ExecContext(ctx, `INSERT INTO job (due, payload)
SELECT clock_timestamp() + $2 * INTERVAL '1 second', '{"amount":7}' FROM generate_series(1, CAST($1 AS integer))`, n, wait.Seconds())
	return err
}

func (p plain) work(ctx context.Context, workers int, begin, done func()) error {
	var wg sync.WaitGroup
	faults := make([]error, workers)
	for i := range workers {
		wg.Go(func() {
			for ctx.Err() == nil && faults[i] == nil {
				faults[i] = p.one(context.WithoutCancel(ctx), begin, done)
			}
		})
	}
	wg.Wait()
	return errors.Join(faults...)
}

// one does a job, or waits a little if there is none.
func (p plain) one(ctx context.Context, begin, done func()) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	var id int64
	var payload []byte
	err = tx.QueryRowContext(ctx, `SELECT id, payload FROM job WHERE due <= now() ORDER BY due, id LIMIT 1 FOR UPDATE SKIP LOCKED`).Scan(&id, &payload)
	if errors.Is(err, sql.ErrNoRows) {
		time.Sleep(5 * time.Millisecond)
		return nil
	}
	if err != nil {
		return err
	}
	begin()
	if _, err := tx.ExecContext(ctx, `DELETE FROM job WHERE id = $1`, id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	done()
	return nil
}

func (p plain) left(ctx context.Context) (n int, err error) {
	err = p.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM job").Scan(&n)
	return n, err
}
