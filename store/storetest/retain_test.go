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

// entries returns the revisions of a machine's history.
func entries(t testing.TB, s *orders, id string) (revisions string) {
	t.Helper()
	for e, err := range s.History(t.Context(), id, 0) {
		if err != nil {
			return err.Error()
		}
		revisions += fmt.Sprint(e.Revision, " ")
	}
	return strings.TrimSpace(revisions)
}

// send sends events without keys.
func send(t testing.TB, s *orders, id string, events ...order.Input) {
	t.Helper()
	for _, in := range events {
		if _, err := s.Do(t.Context(), id, in); err != nil {
			t.Fatal(err)
		}
	}
}

// clear empties the tables.
func clear(t testing.TB, db database) {
	t.Helper()
	for _, table := range []string{"fsm_machine", "fsm_history", "fsm_timer", "fsm_outbox", "fsm_queue"} {
		if _, err := db.Exec("DELETE FROM " + table); err != nil {
			t.Fatal(err)
		}
	}
}

// create makes an order.
func create(t testing.TB, s *orders, id string) {
	t.Helper()
	if _, err := s.Create(t.Context(), id, order.DefaultParams()); err != nil {
		t.Fatal(err)
	}
}

// deliverAll delivers all outputs.
func deliverAll(t testing.TB, db database, s *orders) {
	t.Helper()
	work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_outbox WHERE NOT dead") == 0 })
}

// TestRetainEnded removes machines that ended long ago, and no others.
func TestRetainEnded(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		for _, name := range []string{"store", "rows"} {
			for _, batch := range []int{0, 1, 2} {
				ctx := t.Context()
				c := newClock()
				s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
				clear(t, db)
				paying(t, db, s, "dead")
				for _, id := range []string{"a", "b", "c", "dead", "running", "unreadable", "waits"} {
					if id != "dead" {
						create(t, s, id)
					}
					if id != "running" && id != "waits" {
						send(t, s, id, order.CancelInput{})
					}
				}
				send(t, s, "waits", order.PayInput{Amount: 1}, order.CancelInput{})
				for _, text := range []string{
					"UPDATE fsm_machine SET outcome = 'failure' WHERE id = 'running'",
					"UPDATE fsm_machine SET snapshot = '{}' WHERE id = 'unreadable'",
				} {
					if _, err := db.Exec(text); err != nil {
						t.Fatal(err)
					}
				}
				old := c.now.Add(time.Second)
				c.now = c.now.Add(time.Minute)
				create(t, s, "young")
				send(t, s, "young", order.CancelInput{})
				a := admins(t, db, s)[name]
				before := dump(t, db)
				r := store.Retention{Ended: old, Batch: batch, DryRun: true}
				want := store.Removed{Machines: 3, Seen: 8, Waiting: 2, Running: 1, Unreadable: 1}
				if name == "rows" {
					want = store.Removed{Machines: 5, Seen: 8, Waiting: 2}
				}
				if got, err := a.Retain(ctx, r); err != nil || got != want {
					t.Errorf("%s: a dry run: %+v, %v, want %+v", name, got, err, want)
				}
				if after := dump(t, db); after != before {
					t.Errorf("a dry run changes the tables from\n%s to\n%s", before, after)
				}
				r.DryRun = false
				if got, err := a.Retain(ctx, r); err != nil || got != want {
					t.Errorf("%s: %+v, %v, want %+v", name, got, err, want)
				}
				if n, m := count(t, db, "fsm_machine"), 8-want.Machines; n != m {
					t.Errorf("%s: %d machines, want %d", name, n, m)
				}
				for _, id := range []string{"a", "b", "c"} {
					var missing *store.NotFoundError
					if _, err := s.Do(ctx, id, order.NoteInput{}); !errors.As(err, &missing) {
						t.Errorf("%v", err)
					}
					if n := count(t, db, "fsm_history WHERE id = '"+id+"'"); n != 0 {
						t.Errorf("%s has %d entries in the history", id, n)
					}
				}
				create(t, s, "a")
				if got := entries(t, s, "a"); got != "1" {
					t.Errorf("the history is %s", got)
				}
				want.Seen, want.Machines = 8-want.Machines+1, 0
				if got, err := a.Retain(ctx, r); err != nil || got != want {
					t.Errorf("%s, again: %+v, %v, want %+v", name, got, err, want)
				}
			}
		}
	})
}

// TestRetainHistory removes old entries: the rest is the end of the history without a gap, and what outputs that are not delivered
// need to have one answer.
func TestRetainHistory(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		for _, batch := range []int{0, 1, 3} {
			ctx := t.Context()
			c := newClock()
			s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
			clear(t, db)
			id := func(name string) string { return fmt.Sprint(name, batch) }
			d := paying(t, db, s, id("dead"))
			if _, err := s.Answer(ctx, d, order.ChargedInput{Receipt: "r"}); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"old", "mixed", "back", "one"} {
				create(t, s, id(name))
			}
			send(t, s, id("old"), order.NoteInput{}, order.NoteInput{}, order.NoteInput{})
			send(t, s, id("mixed"), order.NoteInput{}, order.NoteInput{})
			send(t, s, id("dead"), order.PackInput{}, order.PackInput{}) // Then its timer fires.
			c.now = c.now.Add(time.Hour)
			old := c.now
			send(t, s, id("mixed"), order.NoteInput{}, order.NoteInput{})
			send(t, s, id("back"), order.NoteInput{})
			c.now = c.now.Add(-time.Minute) // The clock goes back.
			send(t, s, id("back"), order.NoteInput{})
			work(t, s, (&inbox{}).deliver, func() bool { // the timer is not in the outbox
				return count(t, db, "fsm_outbox WHERE NOT dead") == 0 && strings.HasSuffix(entries(t, s, id("dead")), " 6")
			})
			r := store.Retention{History: old, Batch: batch, DryRun: true}
			want := store.Removed{Entries: 3 + 3 + 1 + 1, Seen: count(t, db, "fsm_machine")}
			for name, a := range admins(t, db, s) {
				if got, err := a.Retain(ctx, r); err != nil || got != want {
					t.Errorf("%s: a dry run: %+v, %v, want %+v", name, got, err, want)
				}
			}
			r.DryRun = false
			if got, err := s.Admin().Retain(ctx, r); err != nil || got != want {
				t.Errorf("%+v, %v, want %+v", got, err, want)
			}
			for name, want := range map[string]string{"old": "4", "mixed": "4 5", "back": "2 3", "one": "1", "dead": "2 3 4 5 6"} {
				if got := entries(t, s, id(name)); got != want {
					t.Errorf("%s has the history %s, want %s", name, got, want)
				}
			}
			if rec, err := s.Answer(ctx, d, order.ChargedInput{Receipt: "another"}); err != nil || !rec.Repeated {
				t.Errorf("a second answer: %+v, %v", rec, err)
			}
			if err := s.Admin().Discard(ctx, d.Key); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Admin().Retain(ctx, r); err != nil || got.Entries != 4 {
				t.Errorf("without the dead letter: %+v, %v", got, err)
			}
			send(t, s, id("old"), order.NoteInput{})
			if got := entries(t, s, id("old")); got != "4 5" {
				t.Errorf("the history is %s", got)
			}
		}
	})
}

// TestRetainArguments checks what Retain refuses.
func TestRetainArguments(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		create(t, s, "1")
		for want, r := range map[string]store.Retention{
			"store: Order: the retention removes nothing": {},
			"store: Order: the batch is -1":               {Batch: -1, Ended: time.Now()},
		} {
			var invalid *store.InvalidError
			if _, err := s.Admin().Retain(t.Context(), r); !errors.As(err, &invalid) || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Admin().Retain(ctx, store.Retention{Ended: time.Now()}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
}

// TestRetainWhileUsed removes machines while clients make them again under the same IDs, and send events. What is there
// has its whole history since it was made, and outputs are delivered.
func TestRetainWhileUsed(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
		ctx, cancel := context.WithCancel(t.Context())
		var background, clients sync.WaitGroup
		b := &inbox{}
		background.Go(func() {
			if err := s.Worker(b.deliver, store.WithPoll(2*time.Millisecond)).Run(ctx); err != nil {
				t.Error(err)
			}
		})
		const ids, rounds = 4, 12
		var mu sync.Mutex
		removed, made, charges := 0, 0, 0
		background.Go(func() {
			for ctx.Err() == nil {
				got, err := s.Admin().Retain(ctx, store.Retention{Ended: time.Now().Add(time.Hour), History: time.Now().Add(-time.Hour), Batch: 2})
				if err != nil && ctx.Err() == nil && !errors.As(err, new(*store.EmptyError)) {
					t.Error(err)
				}
				mu.Lock()
				removed += got.Machines
				mu.Unlock()
			}
		})
		for i := range ids {
			clients.Go(func() {
				id := fmt.Sprint(i)
				for range rounds {
					for end := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
						_, err := s.Create(ctx, id, order.DefaultParams())
						if err == nil {
							break
						}
						if !errors.As(err, new(*store.ExistsError)) || time.Now().After(end) {
							t.Error(err)
							return
						}
					}
					mu.Lock()
					made++
					charges++
					mu.Unlock()
					for rev, in := range []order.Input{order.PayInput{Amount: 1}, order.DeclinedInput{Reason: order.ReasonNoMoney}, order.CancelInput{}} {
						if rec, err := s.Do(ctx, id, in); err != nil || rec.Revision != int64(rev+2) {
							t.Errorf("%+v, %v", rec, err)
						}
						if in == (order.CancelInput{}) {
							break
						}
						if got, want := entries(t, s, id), "1 2 3"[:2*rev+3]; got != want {
							t.Errorf("the history is %s, want %s", got, want)
						}
					}
				}
			})
		}
		clients.Wait()
		for end := time.Now().Add(30 * time.Second); count(t, db, "fsm_machine")+count(t, db, "fsm_outbox") > 0 && time.Now().Before(end); {
			time.Sleep(2 * time.Millisecond)
		}
		cancel()
		background.Wait()
		if removed != made || made != ids*rounds || len(b.list()) < charges {
			t.Errorf("%d of %d machines are removed, and %d outputs of %d delivered", removed, made, len(b.list()), charges)
		}
		for _, table := range []string{"fsm_machine", "fsm_history", "fsm_timer", "fsm_outbox", "fsm_queue"} {
			if n := count(t, db, table); n != 0 {
				t.Errorf("%s has %d rows", table, n)
			}
		}
	})
}
