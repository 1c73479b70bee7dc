package storetest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// BenchmarkEvents takes orders through their lives, 12 events each with a key, in turn through a store and
// by hand: the same statements in the same tables. An iteration is a round of both. It reports medians.
func BenchmarkEvents(b *testing.B) {
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		for _, clients := range []int{1, 8} {
			b.Run(fmt.Sprintf("%v/clients=%d", d, clients), func(b *testing.B) {
				db := openSpeed(b, d)
				s := open(b, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
				h := newHand(b, db)
				var ours, theirs, ratios []float64
				n := 0
				for b.Loop() {
					n++
					run := func(one func(id string) error) float64 {
						start := time.Now()
						var wg sync.WaitGroup
						const orders = 8
						for c := range clients {
							wg.Go(func() {
								for i := c; i < orders; i += clients {
									if err := one(fmt.Sprintf("%d/%d", n, i)); err != nil {
										b.Error(err)
									}
								}
							})
						}
						wg.Wait()
						return orders * 12 / time.Since(start).Seconds()
					}
					var x, y float64
					if n%2 == 0 {
						x, y = run(func(id string) error { return sell(b.Context(), s, id) }), 0
						y = run(func(id string) error { return h.sell(b.Context(), id) })
					} else {
						y = run(func(id string) error { return h.sell(b.Context(), id) })
						x = run(func(id string) error { return sell(b.Context(), s, id) })
					}
					ours, theirs, ratios = append(ours, x), append(theirs, y), append(ratios, x/y)
				}
				b.ReportMetric(median(ours), "store-events/s")
				b.ReportMetric(median(theirs), "hand-events/s")
				b.ReportMetric(median(ratios), "ratio")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// openSpeed opens a database. What is committed survives a power failure, as in production.
func openSpeed(b *testing.B, d store.Dialect) database {
	if d == store.PostgreSQL {
		db := openPostgreSQL(b)
		db.SetMaxIdleConns(16)
		return db
	}
	db := openSQLite(b, filepath.Join(b.TempDir(), "speed.db"))
	db.SetMaxIdleConns(16)
	return db
}

// sell takes an order through its life.
func sell(ctx context.Context, s *orders, id string) error {
	if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
		return err
	}
	events := []order.Input{order.PayInput{Amount: 7}, order.ChargedInput{Receipt: "a receipt"}}
	for range 9 {
		events = append(events, order.PackInput{})
	}
	for i, in := range events {
		if _, err := s.Do(ctx, id, in, store.WithKey(fmt.Sprint("key ", i))); err != nil {
			return err
		}
	}
	return nil
}

// TestHand compares what the store and the handwritten program leave in the tables.
func TestHand(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		h := newHand(t, db)
		h.now = func() time.Time { return c.Now().Truncate(time.Microsecond) }
		if err := sell(t.Context(), s, "1"); err != nil {
			t.Fatal(err)
		}
		if err := h.sell(t.Context(), "1"); err != nil {
			t.Fatal(err)
		}
		strip := func(kind string) (out string) {
			for _, query := range []string{
				"SELECT 'm', id, rev, state, outcome, '', '', '' FROM fsm_machine WHERE kind = $1",
				"SELECT 'h', id, rev, key, event, CASE WHEN rev > 1 THEN CAST(payload AS TEXT) END, from_state, to_state FROM fsm_history WHERE kind = $1 ORDER BY rev",
				"SELECT 't', id, rev, timer, '', '', '', '' FROM fsm_timer WHERE kind = $1 ORDER BY timer",
				"SELECT 'o', id, rev, n, output, CAST(payload AS TEXT), '', '' FROM fsm_outbox WHERE kind = $1 ORDER BY rev, n",
			} {
				rows, err := db.Query(place(db, query), kind)
				if err != nil {
					t.Fatal(err)
				}
				for rows.Next() {
					values := make([]sql.NullString, 8)
					into := make([]any, 8)
					for i := range values {
						into[i] = &values[i]
					}
					if err := rows.Scan(into...); err != nil {
						t.Fatal(err)
					}
					out += fmt.Sprintln(values)
				}
				rows.Close()
			}
			return out
		}
		if a, b := strip("Order"), strip("Hand"); a != b || !strings.Contains(a, "Send") {
			t.Errorf("the store leaves\n%s\nthe handwritten program\n%s", a, b)
		}
	})
}

// BenchmarkSnapshot writes and restores an order, in turn with encoding/json and a struct of the same
// values.
func BenchmarkSnapshot(b *testing.B) {
	kind := order.Kind{Questions: stock(always)}
	now := time.Now().UTC()
	m, _, err := kind.Create(order.DefaultParams(), now)
	if err != nil {
		b.Fatal(err)
	}
	for _, in := range []order.Input{order.PayInput{Amount: 7}, order.ChargedInput{Receipt: "a receipt"}, order.PackInput{}} {
		if _, _, err := kind.Apply(m, in, now); err != nil {
			b.Fatal(err)
		}
	}
	text, err := m.MarshalJSON()
	if err != nil {
		b.Fatal(err)
	}
	var plain document
	if err := json.Unmarshal(text, &plain); err != nil {
		b.Fatal(err)
	}
	const n = 200
	round := func(f func() error) float64 {
		start := time.Now()
		for range n {
			if err := f(); err != nil {
				b.Fatal(err)
			}
		}
		return float64(time.Since(start).Nanoseconds()) / n
	}
	var written, plainly, restored, read []float64
	for b.Loop() {
		written = append(written, round(func() error { _, err := m.MarshalJSON(); return err }))
		plainly = append(plainly, round(func() error { _, err := json.Marshal(&plain); return err }))
		restored = append(restored, round(func() error { _, err := kind.Restore(text); return err }))
		read = append(read, round(func() error { return json.Unmarshal(text, new(document)) }))
	}
	w, p, r, u := median(written), median(plainly), median(restored), median(read)
	b.ReportMetric(w, "write-ns")
	b.ReportMetric(p, "json-write-ns")
	b.ReportMetric(w/p, "write-ratio")
	b.ReportMetric(r, "restore-ns")
	b.ReportMetric(u, "json-restore-ns")
	b.ReportMetric(r/u, "restore-ratio")
	b.ReportMetric(0, "ns/op")
}
