package storetest

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// eachFaulty runs a test with an empty database of each dialect, whose driver can fail.
func eachFaulty(t *testing.T, test func(t *testing.T, db database, f *faults)) {
	t.Helper()
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			dsn := "file:" + filepath.Join(t.TempDir(), "test.db") + sqliteSettings
			if d == store.PostgreSQL {
				dsn = server.Database(t)
			}
			f := &faults{}
			test(t, openFaulty(t, d, dsn, f), f)
		})
	}
}

// pay makes an order with one output.
func pay(t testing.TB, s *orders, id string) {
	t.Helper()
	if _, err := s.Create(t.Context(), id, order.DefaultParams()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do(t.Context(), id, order.PayInput{Amount: 1}); err != nil {
		t.Fatal(err)
	}
}

// claimOf returns the statement of a worker that returns the outputs which it delivers.
func claimOf(t testing.TB, db database, s *orders, f *faults) string {
	t.Helper()
	pay(t, s, "first")
	f.set(nil)
	work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
	for _, text := range f.statements() {
		if strings.Contains(text, "payload") {
			return text
		}
	}
	t.Fatalf("no statement returns payloads: %q", f.statements())
	return ""
}

// TestClaimFails has the database refuse a claim after its rows have arrived: by an error behind them, and at the commit.
// Nothing is claimed then, so nothing is delivered.
func TestClaimFails(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		claim := claimOf(t, db, s, f)
		for i, at := range []trap{{statement: claim, nth: 1, effect: undone}, {statement: "commit", nth: 1, effect: failed}} {
			pay(t, s, fmt.Sprint(i))
			f.set(&at)
			b := &inbox{fail: func(d delivery) error {
				if !f.wasSprung() {
					t.Errorf("%v at %s: %s is delivered before the claim is committed", at.effect, at.statement, d.Key)
				}
				return nil
			}}
			work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
			if list := b.list(); len(list) != 1 || list[0].Attempt != 1 || !f.wasSprung() {
				t.Errorf("%v at %s: %+v, fault: %t", at.effect, at.statement, list, f.wasSprung())
			}
		}
	})
}

// TestClaimRefused has the database refuse a claim in favor of others: the worker tries again long before its next poll.
func TestClaimRefused(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		other := open(t, db, order.Kind{Questions: stock(always)}) // whose outputs do not wake the worker
		claim := claimOf(t, db, s, f)
		for i, at := range []trap{{statement: claim, nth: 1, effect: refused}, {statement: "commit", nth: 1, effect: refused}} {
			pay(t, other, fmt.Sprint(i))
			f.set(&at)
			start := time.Now()
			work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_outbox") == 0 }, store.WithPoll(20*time.Second))
			if d := time.Since(start); d > 10*time.Second || !f.wasSprung() {
				t.Errorf("refused at %s: delivered after %v, fault: %t", at.statement, d, f.wasSprung())
			}
		}
	})
}

// levels are the levels of isolation that PostgreSQL has.
var levels = []string{"read committed", "repeatable read", "serializable"}

// openIsolated opens a new database of PostgreSQL with a default isolation.
func openIsolated(t testing.TB, level string) database {
	t.Helper()
	db := openPostgreSQL(t)
	var name string
	if err := db.QueryRow("SELECT current_database()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("ALTER DATABASE " + name + " SET default_transaction_isolation = '" + level + "'"); err != nil {
		t.Fatal(err)
	}
	db.SetMaxIdleConns(0) // The setting is for new connections.
	if _, err := db.Exec("SELECT 1"); err != nil {
		t.Fatal(err)
	}
	db.SetMaxIdleConns(20)
	return db
}

// TestIsolation has workers compete in a database whose default isolation is stronger than the usual one: each output is
// delivered once, and one at a time for each machine.
func TestIsolation(t *testing.T) {
	for _, level := range levels {
		t.Run(level, func(t *testing.T) {
			db := openIsolated(t, level)
			ctx, cancel := context.WithCancel(t.Context())
			s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
			const machines = 40
			for i := range machines {
				id := fmt.Sprint(i)
				pay(t, s, id)
				for _, in := range []order.Input{order.ChargedInput{Receipt: "r"}, order.PackInput{}, order.PackInput{}} {
					if _, err := s.Do(ctx, id, in); err != nil {
						t.Fatal(err)
					}
				}
			}
			var mu sync.Mutex
			busy, seen := map[string]string{}, map[string]int{}
			var workers sync.WaitGroup
			for range 4 {
				w := s.Worker(func(_ context.Context, d delivery) error {
					mu.Lock()
					if other, ok := busy[d.ID]; ok {
						t.Errorf("%s while %s is delivered", d.Key, other)
					}
					busy[d.ID] = d.Key
					seen[d.Key]++
					mu.Unlock()
					time.Sleep(time.Millisecond)
					mu.Lock()
					delete(busy, d.ID)
					mu.Unlock()
					return nil
				}, store.WithPoll(5*time.Millisecond))
				workers.Go(func() {
					if err := w.Run(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			for end := time.Now().Add(60 * time.Second); count(t, db, "fsm_outbox") > 0 && time.Now().Before(end); {
				time.Sleep(5 * time.Millisecond)
			}
			cancel()
			workers.Wait()
			if len(seen) != 5*machines {
				t.Errorf("%d outputs are delivered, want %d", len(seen), 5*machines)
			}
			for key, n := range seen {
				if n != 1 {
					t.Errorf("%s is delivered %d times", key, n)
				}
			}
		})
	}
}
