package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// names returns the names of all tables and indexes of a database that a program can see.
func names(t *testing.T, db database) (found []string) {
	t.Helper()
	text := "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
	if db.dialect == store.PostgreSQL {
		text = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname"
	}
	rows, err := db.Query(text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		found = append(found, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPrefix does everything that a store can do in a database that has no tables but those with a prefix, so a statement that forgets
// the prefix fails.
func TestPrefix(t *testing.T) {
	for _, prefix := range []string{"tenant_7_", "fsm_"} {
		t.Run(prefix, func(t *testing.T) {
			each(t, func(t *testing.T, db database) { doEverything(t, db, prefix) })
		})
	}
}

// doEverything uses a store with a prefix, and its Admin.
func doEverything(t *testing.T, db database, prefix string) {
	ctx, c, with := t.Context(), newClock(), store.WithPrefix(prefix)
	check := func(doing string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", doing, err)
		}
	}
	s := open(t, db, order.Kind{Questions: stock(always)}, with, store.WithClock(c.Now))
	for _, name := range names(t, db) {
		if !strings.HasPrefix(name, prefix+"fsm_") {
			t.Errorf("the table or index %s has no prefix", name)
		}
	}
	d := payingWith(t, s, "1") // It is a dead letter now.
	pay(t, s, "2")
	_, err := s.Do(ctx, "2", order.DeclinedInput{Reason: order.ReasonFraud}, store.WithKey("k"))
	check("Do", err)
	_, err = s.Answer(ctx, d, order.ChargedInput{Receipt: "r"})
	check("Answer", err)
	tx, err := db.Begin()
	check("Begin", err)
	_, err = s.CreateTx(ctx, tx, "3", order.DefaultParams())
	check("CreateTx", err)
	_, err = s.DoTx(ctx, tx, "3", order.PayInput{Amount: 1}, store.WithKey("k"))
	check("DoTx", err)
	check("Commit", tx.Commit())
	c.now = c.now.Add(25 * time.Hour) // All timers are due.
	work(t, s, (&inbox{}).deliver, func() bool {
		rec, err := s.Get(ctx, "3")
		return err == nil && rec.State == "Cancelled" && count(t, db, prefix+"fsm_outbox WHERE NOT dead") == 0
	})
	for _, selection := range [][]store.Selection{{}, {store.In(order.StateCancelled)}, {store.Running()}, {store.Ended()}} {
		_, err := store.Collect(s.List(ctx, selection...))
		check("List", err)
	}
	_, err = s.Refresh(ctx)
	check("Refresh", err)
	entries, err := store.Collect(s.History(ctx, "3", 0))
	if check("History", err); len(entries) != 3 {
		t.Errorf("%+v", entries)
	}

	kinds, err := store.Kinds(ctx, db.DB, db.dialect, with)
	if check("Kinds", err); !slices.Equal(kinds, []string{"Order"}) {
		t.Error(kinds)
	}
	a, err := store.OpenAdmin(ctx, db.DB, db.dialect, "Order", with)
	check("OpenAdmin", err)
	defer a.Close()
	counts, err := a.Counts(ctx, time.Hour)
	if check("Counts", err); len(counts.Machines) == 0 {
		t.Errorf("%+v", counts)
	}
	rows, err := store.Collect(a.Rows(ctx, store.Rows{}))
	if check("Rows", err); len(rows) != 3 {
		t.Errorf("%+v", rows)
	}
	_, err = a.Machine(ctx, "1")
	check("Machine", err)
	letters, err := store.Collect(a.DeadLetters(ctx, store.Letters{}))
	if check("DeadLetters", err); len(letters) != 1 {
		t.Fatalf("%+v", letters)
	}
	check("Redeliver", a.Redeliver(ctx, letters[0].Key))
	work(t, s, (&inbox{fail: func(delivery) error { return errors.New("no") }}).deliver, func() bool { return count(t, db, prefix+"fsm_outbox WHERE dead") == 1 }, store.WithDeliveries(1))
	check("Discard", a.Discard(ctx, letters[0].Key))
	removed, err := a.Retain(ctx, store.Retention{Ended: c.now.Add(time.Hour), History: c.now.Add(time.Hour)})
	if check("Retain", err); removed.Machines == 0 || removed.Entries == 0 {
		t.Errorf("%+v", removed)
	}
	if _, err := store.OpenAdmin(ctx, db.DB, db.dialect, "Order"); !errors.As(err, new(*store.SchemaError)) {
		t.Errorf("without the prefix: %v", err)
	}
}

// payingWith is paying for a store with a prefix.
func payingWith(t *testing.T, s *orders, id string) delivery {
	t.Helper()
	pay(t, s, id)
	b := &inbox{fail: func(delivery) error { return errors.New("nobody is there") }}
	work(t, s, b.deliver, func() bool { return len(b.list()) > 0 }, store.WithDeliveries(1))
	return b.list()[0]
}

// TestTenants has several tenants in one database, one of them without a prefix: machines with the same IDs, workers, and listeners do
// not meet.
func TestTenants(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		prefixes := []string{"", "a_", "b_"}
		stores := map[string]*orders{}
		for _, prefix := range prefixes {
			stores[prefix] = open(t, db, order.Kind{Questions: stock(always)}, store.WithPrefix(prefix))
		}
		for i, prefix := range prefixes {
			for n := range i + 1 {
				pay(t, stores[prefix], fmt.Sprint(n))
			}
		}
		work(t, stores["a_"], (&inbox{}).deliver, func() bool { return count(t, db, "a_fsm_outbox") == 0 })
		for i, prefix := range prefixes {
			waiting := i + 1
			if prefix == "a_" {
				waiting = 0
			}
			rows, err := store.Collect(stores[prefix].List(ctx))
			if err != nil || len(rows) != i+1 || count(t, db, prefix+"fsm_outbox") != waiting {
				t.Errorf("%q: %d machines, %v", prefix, len(rows), err)
			}
		}
	})
}

// TestTenantsListen has an output of a tenant wake its workers in another process, and each tenant listens to a channel of its own.
func TestTenantsListen(t *testing.T) {
	db, sends, works := openTwo(t, real, store.WithPrefix("a_"))
	for prefix, want := range map[string]string{"": "fsm_outbox", "a_": "a_fsm_outbox"} {
		heard := make(channels, 1)
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithPrefix(prefix), store.WithListener(heard))
		runWorker(t, s, (&inbox{}).deliver, store.WithPoll(time.Minute), store.WithOnly(), store.WithOutput("None", 1))
		if got := <-heard; got != want {
			t.Errorf("the channel of %q is %s", prefix, got)
		}
	}
	b := &inbox{}
	runWorker(t, works, b.deliver, store.WithPoll(time.Minute))
	pay(t, sends, "0")
	within(t, 20*time.Second, "the first delivery", func() bool { return len(b.list()) == 1 })
	pay(t, sends, "1")
	within(t, 20*time.Second, "the second delivery", func() bool { return len(b.list()) == 2 })
}

// channels is a listener that says to what it listens.
type channels chan string

func (c channels) Listen(ctx context.Context, channel string, _ func(string)) error {
	c <- channel
	<-ctx.Done()
	return ctx.Err()
}

// TestPrefixRefused opens stores whose prefix is not a plain name: statements contain it.
func TestPrefixRefused(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		for _, prefix := range []string{"x; DROP TABLE y; --", "public.", `"`, "'", "A_", "_a", "1a", "é", "a b", "sqlite_", strings.Repeat("a", 31)} {
			with := store.WithPrefix(prefix)
			_, opened := store.Open(t.Context(), db.DB, db.dialect, order.Kind{Questions: stock(always)}, with)
			_, admin := store.OpenAdmin(t.Context(), db.DB, db.dialect, "Order", with)
			_, kinds := store.Kinds(t.Context(), db.DB, db.dialect, with)
			_, scripts := store.Scripts(db.dialect, with)
			for _, err := range []error{opened, admin, kinds, scripts, store.Migrate(t.Context(), db.DB, db.dialect, with)} {
				if err == nil || !strings.Contains(err.Error(), "prefix") {
					t.Errorf("%q: %v", prefix, err)
				}
			}
		}
		if all := names(t, db); len(all) != 0 {
			t.Errorf("tables %v", all)
		}
	})
}
