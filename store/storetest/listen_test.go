package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// openTwo opens a database twice, as two processes do: one that sends events, and one that has workers.
func openTwo(t testing.TB, l func(dsn string) store.Listener, options ...store.Option) (db database, sends, works *orders) {
	t.Helper()
	dsn := server.Database(t)
	both := make([]*orders, 2)
	for i := range both {
		pool, err := sql.Open("pgx", dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { pool.Close() })
		db = database{pool, store.PostgreSQL}
		both[i] = open(t, db, order.Kind{Questions: stock(always)}, append(options, store.WithListener(l(dsn)))...)
	}
	return db, both[0], both[1]
}

// real is the listener of a program.
func real(dsn string) store.Listener { return listener(dsn) }

// within waits until ready.
func within(t testing.TB, limit time.Duration, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !ready(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", limit, what)
		}
	}
}

// runWorker runs a worker until the test ends.
func runWorker(t testing.TB, s *orders, deliver func(context.Context, delivery) error, options ...store.WorkerOption) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Worker(deliver, options...).Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestListen delivers what another process emits, or makes alive again, long before the next poll. It also does after the
// connection of the listener was lost.
func TestListen(t *testing.T) {
	db, sends, works := openTwo(t, real)
	other := database{db.DB, db.dialect}
	b := &inbox{}
	runWorker(t, works, b.deliver, store.WithPoll(time.Minute))
	delivered := func(n int) {
		t.Helper()
		within(t, 20*time.Second, "deliveries", func() bool { return len(b.list()) == n })
	}
	for i := range 3 {
		pay(t, sends, fmt.Sprint(i))
		delivered(i + 1)
	}
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := sends.DoTx(t.Context(), tx, "0", sold); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	delivered(3) // The notification comes with the commit.
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	delivered(5)
	// A dead letter that a tool without a listener makes an output again.
	if _, err := db.Exec(`INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, at, dead) SELECT 'Order', '2', 2, 7, 'Mail', '{"text":"t","count":1}', now(), TRUE`); err != nil {
		t.Fatal(err)
	}
	if err := admins(t, db, open(t, db, order.Kind{Questions: stock(always)}))["rows"].Redeliver(t.Context(), "Order/2/2/7"); err != nil {
		t.Fatal(err)
	}
	delivered(6)
}

// breaking is a listener whose connection is lost, and that cannot connect at first.
type breaking struct {
	listener
	mu    sync.Mutex
	calls int
}

// errUnreachable is what it returns at first.
var errUnreachable = errors.New("the server cannot be reached")

func (b *breaking) Listen(ctx context.Context, channel string, hear func(string)) error {
	b.mu.Lock()
	b.calls++
	first := b.calls == 1
	b.mu.Unlock()
	if first {
		return errUnreachable
	}
	return b.listener.Listen(ctx, channel, hear)
}

// failures is an observer of listeners.
type failures struct {
	mu  sync.Mutex
	all []error
}

func (f *failures) Start(ctx context.Context, op store.Operation) (context.Context, func(store.Result)) {
	return ctx, func(r store.Result) {
		if op.Name == "listen" {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.all = append(f.all, r.Err)
		}
	}
}

func (f *failures) list() []error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]error(nil), f.all...)
}

// TestListenLost loses the connection of a listener: observers are told, nothing is lost, and it listens again.
func TestListenLost(t *testing.T) {
	seen := &failures{}
	db, sends, works := openTwo(t, func(dsn string) store.Listener { return &breaking{listener: listener(dsn)} }, store.WithObserver(seen))
	b := &inbox{}
	runWorker(t, works, b.deliver, store.WithPoll(200*time.Millisecond))
	const listens = "pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
	for i := range 3 {
		within(t, 20*time.Second, "it listens", func() bool { return count(t, db, listens) == 1 })
		pay(t, sends, fmt.Sprint("a", i))
		within(t, 20*time.Second, "deliveries", func() bool { return len(b.list()) == 2*i+1 })
		if _, err := db.Exec("SELECT pg_terminate_backend(pid) FROM " + listens); err != nil {
			t.Fatal(err)
		}
		pay(t, sends, fmt.Sprint("b", i))
		within(t, 20*time.Second, "deliveries", func() bool { return len(b.list()) == 2*i+2 })
		within(t, 20*time.Second, "observers", func() bool { return len(seen.list()) == i+2 })
	}
	if all := seen.list(); !errors.Is(all[0], errUnreachable) || all[1] == nil {
		t.Errorf("observers see %v", all)
	}
}

// TestListenSQLite refuses a listener.
func TestListenSQLite(t *testing.T) {
	db := openSQLite(t, t.TempDir()+"/test.db")
	if _, err := store.Open(t.Context(), db.DB, db.dialect, order.Kind{Questions: stock(always)}, store.WithListener(listener(""))); err == nil ||
		err.Error() != "store: the dialect is SQLite, which has no notifications, but there is a listener" {
		t.Errorf("%v", err)
	}
}

// relay has one worker for charges and one for all else, which look at the queue by themselves once a minute. The mails of a machine are emitted
// while its charge is delivered, so the worker for charges makes way for them.
func relay(t *testing.T, sends, charges, others *orders) {
	b := &inbox{}
	entered, sent := make(chan string), make(chan struct{})
	runWorker(t, charges, func(ctx context.Context, d delivery) error {
		entered <- d.ID
		<-sent
		return b.deliver(ctx, d)
	}, store.WithOnly(), store.WithOutput("Charge", 1), store.WithPoll(time.Minute))
	runWorker(t, others, b.deliver, store.WithOutput("Charge", 0), store.WithPoll(time.Minute))
	time.Sleep(50 * time.Millisecond) // Both have looked.
	for i := range 3 {
		id := fmt.Sprint(i)
		pay(t, sends, id)
		select {
		case <-entered:
		case <-time.After(20 * time.Second):
			t.Fatal("the charge is not delivered")
		}
		send(t, sends, id, sold)
		time.Sleep(50 * time.Millisecond) // The worker for mails has looked, and found the machine busy.
		sent <- struct{}{}
		within(t, 20*time.Second, "the mails", func() bool { return len(b.list()) == 3*i+3 })
	}
}

// TestWakeAll wakes each worker of a process, whatever it is for.
func TestWakeAll(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		relay(t, s, s, s)
	})
}

// TestTellOthers has the workers in different processes.
func TestTellOthers(t *testing.T) {
	_, one, other := openTwo(t, real)
	relay(t, one, one, other)
}

// TestListenPage wants the page on databases to have the listener.
func TestListenPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/database.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("listener_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code2, _ := strings.Cut(string(code), ")\n\n")
	if !strings.Contains(string(page), strings.TrimSpace(code2)) {
		t.Errorf("the page does not have\n%s", code2)
	}
}

// BenchmarkLatency sends an event in one process, and waits until a worker of another one has its output. It reports the median and the
// longest time, with a listener and without one.
func BenchmarkLatency(b *testing.B) {
	for name, l := range map[string]func(string) store.Listener{"listener": real, "poll": nil} {
		b.Run(name, func(b *testing.B) {
			var sends, works *orders
			if l != nil {
				_, sends, works = openTwo(b, l)
			} else {
				dsn := server.Database(b)
				for _, s := range []**orders{&sends, &works} {
					pool, err := sql.Open("pgx", dsn)
					if err != nil {
						b.Fatal(err)
					}
					b.Cleanup(func() { pool.Close() })
					*s = open(b, database{pool, store.PostgreSQL}, order.Kind{Questions: stock(always)})
				}
			}
			came := make(chan time.Time)
			runWorker(b, works, func(context.Context, delivery) error { came <- time.Now(); return nil })
			time.Sleep(100 * time.Millisecond)
			var took []float64
			n := 0
			for b.Loop() {
				n++
				id := fmt.Sprint(n)
				create(b, sends, id)
				send(b, sends, id, order.PayInput{Amount: 1})
				start := time.Now()
				took = append(took, (<-came).Sub(start).Seconds()*1000)
				time.Sleep(time.Duration(n*37%100) * time.Millisecond) // at any phase of a poll
			}
			b.ReportMetric(median(took), "median-ms")
			b.ReportMetric(took[len(took)-1], "longest-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
