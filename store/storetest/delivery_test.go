package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// deliveredAtOnce is how many outputs an iteration of BenchmarkDelivery delivers.
const deliveredAtOnce = 1000

// BenchmarkDelivery delivers outputs of different machines to a receiver that does nothing, while others wait behind them, or
// while the outputs of other machines have failed and wait to be tried again. The statistics of the database are those of
// empty tables. Beside it, as many goroutines take rows from a plain table, one in each transaction. It reports medians.
func BenchmarkDelivery(b *testing.B) {
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		for _, size := range []struct{ waiting, blocked int }{{0, 0}, {1000, 0}, {100_000, 0}, {0, 50_000}} {
			for _, parallel := range []int{4, 32} {
				b.Run(fmt.Sprintf("%v/waiting=%d/blocked=%d/parallel=%d", d, size.waiting, size.blocked, parallel), func(b *testing.B) {
					db := openSpeed(b, d)
					s := open(b, db, order.Kind{Questions: stock(always)})
					execute(b, db, "CREATE TABLE plain (id INTEGER PRIMARY KEY, payload TEXT NOT NULL)", "ANALYZE")
					if d == store.PostgreSQL {
						execute(b, db, "ALTER TABLE fsm_queue SET (autovacuum_enabled = off)", "ALTER TABLE fsm_outbox SET (autovacuum_enabled = off)")
					}
					fill(b, db, "blocked", size.blocked, "2999-01-01T00:00:00.000000Z")
					fill(b, db, "waiting", size.waiting, "2001-01-01T00:00:00.000000Z")
					execute(b, db, numbers(size.waiting)+"INSERT INTO plain (id, payload) SELECT i, '{}' FROM c")
					var ours, plain []float64
					n := size.waiting
					for b.Loop() {
						// They are behind those that wait, whose place the next iteration takes.
						fill(b, db, fmt.Sprint("more", len(ours)), deliveredAtOnce, "2002-01-01T00:00:00.000000Z")
						ours = append(ours, deliverSome(b, s, parallel))
						if d == store.SQLite {
							continue // It has one writer.
						}
						execute(b, db, numbers(deliveredAtOnce)+fmt.Sprintf("INSERT INTO plain (id, payload) SELECT i + %d, '{}' FROM c", n))
						n += deliveredAtOnce
						plain = append(plain, takeSome(b, db, parallel))
					}
					b.ReportMetric(median(ours), "deliveries/s")
					if len(plain) > 0 {
						b.ReportMetric(median(plain), "plain/s")
					}
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}

// execute executes statements.
func execute(b *testing.B, db database, statements ...string) {
	b.Helper()
	for _, text := range statements {
		if _, err := db.Exec(text); err != nil {
			b.Fatalf("%v: %s", err, text)
		}
	}
}

// numbers returns the begin of a statement that has the numbers from 1 to n as c (i).
func numbers(n int) string {
	return fmt.Sprintf("WITH RECURSIVE c (i) AS (SELECT 1 WHERE %d > 0 UNION ALL SELECT i + 1 FROM c WHERE i < %d) ", n, n)
}

// fill adds n machines with one output each.
func fill(b *testing.B, db database, name string, n int, next string) {
	b.Helper()
	at := "'" + next + "'"
	payload := `'{"amount":1}'`
	if db.dialect == store.PostgreSQL {
		at, payload = "CAST("+at+" AS TIMESTAMPTZ)", payload+"::json"
	}
	execute(b, db,
		numbers(n)+fmt.Sprintf("INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, at) SELECT 'Order', '%s' || i, 2, 0, 'Charge', %s, %s FROM c", name, payload, at),
		numbers(n)+fmt.Sprintf("INSERT INTO fsm_queue (kind, id, rev, next, output) SELECT 'Order', '%s' || i, 2, %s, 'Charge' FROM c", name, at))
}

// deliverSome returns how many outputs a worker delivers in a second.
func deliverSome(b *testing.B, s *orders, parallel int) float64 {
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	var n atomic.Int64
	var start time.Time // A worker that starts first looks at all outputs.
	err := s.Worker(func(context.Context, delivery) error {
		switch n.Add(1) {
		case 1:
			start = time.Now()
		case deliveredAtOnce:
			cancel()
		}
		return nil
	}, store.WithParallel(parallel)).Run(ctx)
	if err != nil {
		b.Fatal(err)
	}
	return float64(n.Load()) / time.Since(start).Seconds()
}

// takeSome returns how many rows of the plain table goroutines take in a second.
func takeSome(b *testing.B, db database, parallel int) float64 {
	const text = `DELETE FROM plain WHERE id = (SELECT id FROM plain ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`
	var left atomic.Int64
	left.Store(deliveredAtOnce)
	start := time.Now()
	var wg sync.WaitGroup
	for range parallel {
		wg.Go(func() {
			for left.Add(-1) >= 0 {
				var id int64
				if err := db.QueryRow(text).Scan(&id); err != nil && !errors.Is(err, sql.ErrNoRows) {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	return deliveredAtOnce / time.Since(start).Seconds()
}
