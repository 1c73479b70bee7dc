package storetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// BenchmarkCrowd times each operation among 100,000 machines, and of PostgreSQL logs the indexes that it uses, by the counters of the
// server. An operation that reads a table from its begin to its end fails the benchmark.
func BenchmarkCrowd(b *testing.B) {
	const half, times = 50_000, 100
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		b.Run(d.String(), func(b *testing.B) {
			db := openSpeed(b, d)
			s := open(b, db, order.Kind{Questions: stock(always)})
			ctx := b.Context()
			for id, in := range map[string]order.Input{"draft": order.NoteInput{}, "cancelled": order.CancelInput{}} {
				if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
					b.Fatal(err)
				}
				if _, err := s.Do(ctx, id, in); err != nil {
					b.Fatal(err)
				}
				crowd(b, db, id, half)
			}
			page := func(selections ...store.Selection) func(int) error {
				return func(int) error {
					list, err := store.Collect(s.List(ctx, append(selections, store.Limit(100))...))
					if err == nil && len(list) == 0 {
						err = fmt.Errorf("an empty page")
					}
					return err
				}
			}
			for b.Loop() {
				for _, op := range []struct {
					name string
					do   func(i int) error
				}{
					{"Create", func(i int) error { _, err := s.Create(ctx, fmt.Sprint("new/", i), order.DefaultParams()); return err }},
					{"Get", func(i int) error { _, err := s.Get(ctx, fmt.Sprint("draft/", i*400+1)); return err }},
					{"Do", func(i int) error { _, err := s.Do(ctx, fmt.Sprint("new/", i), order.NoteInput{}); return err }},
					{"Do, with a key", func(i int) error {
						_, err := s.Do(ctx, fmt.Sprint("new/", i), order.PayInput{Amount: 1}, store.WithKey("k"))
						return err
					}},
					{"History", func(i int) error { _, err := store.Collect(s.History(ctx, fmt.Sprint("new/", i), 0)); return err }},
					{"List, 100 of all", page()},
					{"List, 100 in a state that half of them have", page(store.In(order.StateDraft))},
					{"List, the first 100 in another", page(store.In(order.StatePaying))},
					{"List, 100 that have not ended", page(store.Running())},
					{"Admin().Machine", func(i int) error { _, err := s.Admin().Machine(ctx, fmt.Sprint("new/", i)); return err }},
				} {
					before := scans(b, db)
					var took []float64
					for i := range times {
						start := time.Now()
						if err := op.do(i); err != nil {
							b.Fatalf("%s: %v", op.name, err)
						}
						took = append(took, time.Since(start).Seconds()*1000)
					}
					used := scans(b, db)
					maps.DeleteFunc(used, func(name string, n int) bool { return n-before[name] < times })
					names := slices.Sorted(maps.Keys(used))
					b.Logf("| %s | %.2f ms | %s |", op.name, median(took), strings.Join(names, ", "))
					if i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, "ALL OF") }); i >= 0 {
						b.Errorf("%s reads %s", op.name, names[i])
					}
				}
			}
		})
	}
}

// scans returns how often the indexes and whole tables of PostgreSQL have been read.
func scans(b *testing.B, db database) map[string]int {
	counts := map[string]int{}
	if db.dialect != store.PostgreSQL {
		return counts
	}
	time.Sleep(1500 * time.Millisecond) // sessions report once a second
	rows, err := db.Query(`SELECT indexrelname, idx_scan FROM pg_stat_user_indexes
UNION ALL SELECT 'ALL OF ' || relname, seq_scan FROM pg_stat_user_tables WHERE n_live_tup > 1000`)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			b.Fatal(err)
		}
		counts[name] = n
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return counts
}
