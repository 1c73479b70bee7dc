package queues

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/fsmgen/fsmgen/internal/postgres"
)

var (
	jobs   = flag.Int("jobs", 10_000, "how many jobs a round works off with 32 workers")
	jit    = flag.Bool("jit", true, "whether the server may compile statements, as is its default")
	server postgres.Server
)

func TestMain(m *testing.M) { os.Exit(server.Main(m)) }

// queue is what the benchmark compares.
type queue interface {
	// add adds n jobs that can run now.
	add(ctx context.Context, n int) error
	// block adds n jobs that can run in some weeks.
	block(ctx context.Context, n int) error
	// work has that many workers run jobs until ctx ends. It calls begin when a job begins, and done when its result is stored, or is
	// stored next. It returns when all that has begun has ended.
	work(ctx context.Context, workers int, begin, done func()) error
	// left returns how many jobs are not done.
	left(ctx context.Context) (int, error)
}

// contender is a queue with its results.
type contender struct {
	name, unit string
	share      int // Its rounds have this part of the jobs.
	db         *sql.DB
	queue
	rates []float64 // jobs in a second, one for each round
}

// connections is how many connections each queue can have: more than it has workers.
const connections = 40

// start returns all queues, each with an empty database of its own.
func start(t testing.TB) []*contender {
	var list []*contender
	for _, one := range []struct {
		name, unit string
		share      int
		open       func(t testing.TB, address string, db *sql.DB) (queue, error)
	}{
		{"store", "store/s", 1, openStore},
		{"river", "river/s", 10, openRiver(0)}, // It looks for jobs every 100 ms, so a round takes long.
		{"river, 1 ms", "river-1ms/s", 1, openRiver(time.Millisecond)},
		{"plain SQL", "plain/s", 1, openPlain},
	} {
		address := server.Database(t)
		if !*jit {
			address += "&options=-c%20jit%3Doff"
		}
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
		q, err := one.open(t, address, db)
		if err != nil {
			t.Fatalf("%s: %v", one.name, err)
		}
		list = append(list, &contender{name: one.name, unit: one.unit, share: one.share, db: db, queue: q})
	}
	return list
}

// size is what a queue has beside the jobs of a round.
type size struct {
	waiting, blocked int
	stale            bool // The statistics of the database are those of empty tables.
}

func (s size) String() string {
	if s.stale {
		return fmt.Sprintf("waiting=%d/blocked=%d/stale", s.waiting, s.blocked)
	}
	return fmt.Sprintf("waiting=%d/blocked=%d", s.waiting, s.blocked)
}

// load brings an empty queue to its size.
func (c *contender) load(ctx context.Context, s size) error {
	analyze := "ANALYZE"
	if s.stale {
		// Without it, the database would count the rows by itself after a while.
		analyze += `; DO $$ DECLARE t regclass; BEGIN
	FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
		EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', t);
	END LOOP; END $$`
	}
	if _, err := c.db.ExecContext(ctx, analyze); err != nil {
		return err
	}
	if err := c.block(ctx, s.blocked); err != nil {
		return err
	}
	if err := c.add(ctx, s.waiting); err != nil || s.stale {
		return err
	}
	_, err := c.db.ExecContext(ctx, "ANALYZE")
	return err
}

// round adds n jobs, works off as many, and notes the rate. It adds those that workers have done beyond n.
func (c *contender) round(ctx context.Context, workers, n int) error {
	if err := c.add(ctx, n); err != nil {
		return err
	}
	working, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	var done atomic.Int64
	var first, last time.Time
	var begun sync.Once
	err := c.work(working, workers, func() { begun.Do(func() { first = time.Now() }) }, func() {
		if done.Add(1) == int64(n) {
			last = time.Now()
			cancel()
		}
	})
	if err != nil {
		return err
	}
	if last.IsZero() {
		return fmt.Errorf("%d of %d jobs in 5 minutes", done.Load(), n)
	}
	c.rates = append(c.rates, float64(n)/last.Sub(first).Seconds())
	return c.add(ctx, int(done.Load())-n)
}

// BenchmarkQueues reports the median rates, and logs the lowest ones, too.
func BenchmarkQueues(b *testing.B) {
	for _, s := range []size{{}, {waiting: 1000}, {waiting: 100_000}, {blocked: 50_000}, {waiting: 100_000, stale: true}, {blocked: 50_000, stale: true}} {
		b.Run(s.String(), func(b *testing.B) {
			list := start(b)
			for _, c := range list {
				if err := c.load(b.Context(), s); err != nil {
					b.Fatalf("%s: %v", c.name, err)
				}
			}
			for _, workers := range []int{32, 4} {
				b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
					for _, c := range list {
						c.rates = nil
					}
					for b.Loop() {
						for _, c := range list {
							if err := c.round(b.Context(), workers, *jobs*workers/32/c.share); err != nil {
								b.Fatalf("%s: %v", c.name, err)
							}
						}
					}
					report(b, list)
				})
			}
		})
	}
}

// report reports the rates, and those of the first queue as parts of the others.
func report(b *testing.B, list []*contender) {
	text := "lowest, median, and first as a part of it:"
	for _, c := range list {
		var parts []float64
		for i, rate := range c.rates {
			parts = append(parts, list[0].rates[i]/rate)
		}
		text += fmt.Sprintf(" | %s %.0f %.0f %.2f", c.name, slices.Min(c.rates), median(c.rates), median(parts))
		b.ReportMetric(median(c.rates), c.unit)
	}
	b.Log(text)
	b.ReportMetric(0, "ns/op")
}

func median[T cmp.Ordered](list []T) T {
	return slices.Sorted(slices.Values(list))[len(list)/2]
}

// overtime is how long the workers of TestQueues stay when all is done.
const overtime = 200 * time.Millisecond

// TestQueues runs small rounds, and then lets workers run longer than there is work: each queue does what can run, once, and leaves
// what is blocked.
func TestQueues(t *testing.T) {
	for _, s := range []size{{}, {waiting: 50, blocked: 20, stale: true}} {
		t.Run(s.String(), func(t *testing.T) {
			for _, c := range start(t) {
				if err := c.load(t.Context(), s); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				if err := c.round(t.Context(), 4, 40); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				if len(c.rates) != 1 || c.rates[0] <= 0 {
					t.Errorf("%s: rates %v", c.name, c.rates)
				}
				if n, err := c.left(t.Context()); err != nil || n != s.waiting+s.blocked {
					t.Errorf("%s: %d jobs are left after a round, want %d (%v)", c.name, n, s.waiting+s.blocked, err)
				}
				working, cancel := context.WithTimeout(t.Context(), time.Minute)
				over := time.AfterFunc(time.Minute, cancel)
				var done atomic.Int64
				count := func() {
					if done.Add(1) == int64(s.waiting) {
						over.Reset(overtime)
					}
				}
				if s.waiting == 0 {
					over.Reset(overtime)
				}
				err := c.work(working, 8, func() {}, count)
				cancel()
				if err != nil || done.Load() != int64(s.waiting) {
					t.Errorf("%s: %d jobs ran, want %d (%v)", c.name, done.Load(), s.waiting, err)
				}
				if n, err := c.left(t.Context()); err != nil || n != s.blocked {
					t.Errorf("%s: %d jobs are left, want %d (%v)", c.name, n, s.blocked, err)
				}
			}
		})
	}
}
