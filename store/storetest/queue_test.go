package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestClockAhead delivers what a process has emitted whose clock is ahead or behind: the clock of the database decides.
func TestClockAhead(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
			clock := func() time.Time { return time.Now().Add(ahead) }
			pay(t, open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(clock)), fmt.Sprint(ahead))
		}
		b := &inbox{}
		work(t, open(t, db, order.Kind{Questions: stock(always)}), b.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
		if n := len(b.list()); n != 2 {
			t.Errorf("%d deliveries", n)
		}
	})
}

// TestClocksApart has two workers whose clocks differ by more than a claim lasts: none takes what the other one is delivering.
func TestClocksApart(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ahead := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(func() time.Time { return time.Now().Add(time.Hour) }))
		s := open(t, db, order.Kind{Questions: stock(always)})
		pay(t, s, "1")
		work(t, s, func(context.Context, delivery) error {
			start := time.Now()
			work(t, ahead, func(_ context.Context, d delivery) error {
				t.Errorf("%s is delivered a second time", d.Key)
				return nil
			}, func() bool { return time.Since(start) > 200*time.Millisecond })
			return nil
		}, func() bool { return count(t, db, "fsm_outbox") == 0 })
	})
}

// TestRedeliverWhileBusy makes a dead letter an output again while a later output of its machine is delivered: it comes after
// that one, and before the others.
func TestRedeliverWhileBusy(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1") // Its output is dead.
		for _, in := range []order.Input{order.ChargedInput{Receipt: "r"}, order.PackInput{}} {
			if _, err := s.Do(ctx, "1", in); err != nil {
				t.Fatal(err)
			}
		}
		var mu sync.Mutex
		var got []string
		busy := false
		work(t, s, func(_ context.Context, now delivery) error {
			mu.Lock()
			if busy {
				t.Errorf("%s is delivered while another output is", now.Key)
			}
			busy = true
			got = append(got, fmt.Sprint(now.Revision, "/", now.N, " ", now.Attempt))
			first := len(got) == 1
			mu.Unlock()
			if first {
				if err := s.Admin().Redeliver(ctx, d.Key); err != nil {
					t.Error(err)
				}
				time.Sleep(50 * time.Millisecond)
			}
			mu.Lock()
			defer mu.Unlock()
			busy = false
			if first {
				return errors.New("not yet")
			}
			return nil
		}, func() bool { return count(t, db, "fsm_outbox") == 0 })
		if all := strings.Join(got, ", "); all != "3/0 1, 2/0 1, 3/0 2, 3/1 1, 4/0 1" {
			t.Errorf("the order is %s", all)
		}
		if n := count(t, db, "fsm_queue"); n != 0 {
			t.Errorf("%d machines wait", n)
		}
	})
}

// TestSlowTransaction holds a transaction of the program open that emits an output, while an earlier output of the machine
// is delivered. Other machines do not wait, and the new output is not lost.
func TestSlowTransaction(t *testing.T) {
	db := openPostgreSQL(t)
	ctx := t.Context()
	s := open(t, db, order.Kind{Questions: stock(always)})
	pay(t, s, "slow")
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	entered, held, committed := make(chan struct{}), make(chan struct{}), false
	b := &inbox{}
	go func() {
		defer close(held)
		<-entered
		if _, err := s.DoTx(ctx, tx, "slow", order.ChargedInput{Receipt: "r"}); err != nil {
			t.Error(err)
		}
		for i := range 20 {
			pay(t, s, fmt.Sprint(i))
		}
	}()
	work(t, s, func(ctx context.Context, d delivery) error {
		if d.Key == "Order/slow/2/0" {
			close(entered)
			<-held
		}
		return b.deliver(ctx, d)
	}, func() bool {
		if n := len(b.list()); n == 21 && !committed {
			if err := tx.Commit(); err != nil {
				t.Error(err)
			}
			committed = true
		}
		return committed && count(t, db, "fsm_outbox") == 0
	})
	var slow []string
	for _, d := range b.list() {
		if d.ID == "slow" {
			slow = append(slow, d.Key)
		}
	}
	if len(slow) != 3 || len(b.list()) != 23 {
		t.Errorf("%d deliveries, %v", len(b.list()), slow)
	}
}

// TestEmitWhileDelivered sends events to machines while their outputs are delivered, so that each last output is taken away
// while another one comes.
func TestEmitWhileDelivered(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx, cancel := context.WithCancel(t.Context())
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
		b := &inbox{}
		var workers, clients sync.WaitGroup
		for range 2 {
			workers.Go(func() {
				if err := s.Worker(b.deliver, store.WithPoll(2*time.Millisecond)).Run(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		var looked sync.WaitGroup
		looked.Go(func() {
			for ctx.Err() == nil {
				if n := count(t, db, misnamed); n != 0 {
					t.Errorf("%d rows of the queue have the name of another output", n)
				}
				time.Sleep(time.Millisecond)
			}
		})
		const machines, parcels = 4, 9
		for i := range machines {
			clients.Go(func() {
				id := fmt.Sprint(i)
				pay(t, s, id)
				events := []order.Input{order.ChargedInput{Receipt: "r"}}
				for range parcels {
					events = append(events, order.PackInput{})
				}
				for _, in := range events {
					if _, err := s.Do(ctx, id, in); err != nil {
						t.Error(err)
					}
				}
			})
		}
		clients.Wait()
		for end := time.Now().Add(30 * time.Second); count(t, db, "fsm_outbox") > 0 && time.Now().Before(end); {
			time.Sleep(2 * time.Millisecond)
		}
		cancel()
		workers.Wait()
		looked.Wait()
		if n := len(b.list()); n != machines*(3+parcels) || count(t, db, "fsm_queue") != 0 {
			t.Errorf("%d deliveries, want %d; %d machines wait", n, machines*(3+parcels), count(t, db, "fsm_queue"))
		}
		last := map[string]delivery{}
		for _, d := range b.list() {
			if l := last[d.ID]; l.Revision > d.Revision || l.Revision == d.Revision && l.N >= d.N {
				t.Errorf("%s comes after %s", d.Key, l.Key)
			}
			last[d.ID] = d
		}
	})
}

// TestUnqueued delivers outputs that somebody has inserted by hand.
func TestUnqueued(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		pay(t, s, "1")
		if _, err := db.Exec("DELETE FROM fsm_queue"); err != nil {
			t.Fatal(err)
		}
		work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_outbox")+count(t, db, "fsm_queue") == 0 })
		// The other way around, nothing is there to deliver.
		pay(t, s, "2")
		if _, err := db.Exec("DELETE FROM fsm_outbox"); err != nil {
			t.Fatal(err)
		}
		work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_queue") == 0 })
	})
}

// TestClaimPlans claims outputs from a long queue while the database knows only that it was empty: no statement of a worker
// reads what waits behind what it takes, or what has failed and waits to be tried again.
func TestClaimPlans(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		claimOf(t, db, s, f)
		statements := f.statements()
		if _, err := db.Exec("ANALYZE"); err != nil {
			t.Fatal(err)
		}
		pay(t, s, "waiting")
		pay(t, s, "blocked")
		if _, err := db.Exec("UPDATE fsm_queue SET next = '2999-01-01T00:00:00.000000Z' WHERE id = 'blocked'"); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"fsm_queue (kind, id, rev, next, busy, output) SELECT kind, id || i, rev, next, busy, output FROM fsm_queue", "fsm_outbox (kind, id, rev, n, output, payload, at) SELECT kind, id || i, rev, n, output, payload, at FROM fsm_outbox"} {
			if _, err := db.Exec("WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2000) INSERT INTO " + table + ", c"); err != nil {
				t.Fatal(err)
			}
		}
		done := `[{"id":"waiting7","rev":2,"n":0,"attempt":0},{"id":"waiting8","rev":2,"n":0,"attempt":0}]`
		seen := 0
		for _, text := range statements {
			var args []any
			switch {
			case strings.Contains(text, "json_to_recordset"):
				args = []any{"Order", done}
			case strings.Contains(text, "payload") && db.dialect == store.PostgreSQL:
				args = []any{"Order", `["waiting1","waiting2"]`, 1}
			case strings.Contains(text, "payload"):
				args = []any{"Order", "waiting1", 1}
			case strings.Contains(text, "json_array_elements_text"):
				args = []any{"Order", `["waiting1","waiting2"]`}
			case strings.Contains(text, "SKIP LOCKED") && strings.Contains(text, "fsm_queue"):
				args = []any{"Order", `{"Mail":1}`, 4}
			case strings.HasPrefix(text, "WITH RECURSIVE lanes"):
				args = []any{"Order"}
			case strings.HasPrefix(text, "UPDATE fsm_queue SET next") && strings.Contains(text, "RETURNING"):
				args = []any{"Order", 4, 1000000, "Charge"}
			default:
				continue
			}
			seen++
			if p := workPlan(t, db, statements, text, args...); wasteful.MatchString(p) {
				t.Errorf("the plan of %s is\n%s", text, p)
			}
		}
		if seen < 3 {
			t.Errorf("only %d statements in %q", seen, statements)
		}
	})
}

// workPlan returns the plan of a statement of a worker, in a transaction like those of workers.
func workPlan(t testing.TB, db database, statements []string, text string, args ...any) string {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if db.dialect == store.PostgreSQL { // as with many rows, for which each statement seems expensive
		if _, err := tx.Exec("SET LOCAL jit_above_cost = 0"); err != nil {
			t.Fatal(err)
		}
	}
	for _, first := range statements {
		if strings.Contains(first, "set_config") {
			if _, err := tx.Exec(first); err != nil {
				t.Fatal(err)
			}
		}
	}
	return plan(t, db, tx, text, args...)
}
