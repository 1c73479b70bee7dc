package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/family/checkout"
)

// checkouts is a store of machines that invoke a call and a child machine.
type checkouts = store.Store[*checkout.Machine, checkout.Params, checkout.Input, checkout.Output]

type record = store.Record[*checkout.Machine]

func openCheckouts(t testing.TB, db database, options ...store.Option) *checkouts {
	t.Helper()
	s, err := store.Open(t.Context(), db.DB, db.dialect, checkout.Kind{}, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// checking creates a checkout that has asked the warehouse, and returns the delivery of the question.
func checking(t *testing.T, s *checkouts, id string) store.Delivery[checkout.Output] {
	t.Helper()
	if _, err := s.Create(t.Context(), id, checkout.Params{}); err != nil {
		t.Fatal(err)
	}
	rec, err := s.Do(t.Context(), id, checkout.OrderInput{Item: "tea"})
	if err != nil || rec.State != "Checking" {
		t.Fatalf("%+v, %v", rec, err)
	}
	return store.Delivery[checkout.Output]{ID: id, Revision: rec.Revision}
}

// outbox returns the entries of the outbox that a condition selects, in order.
func outbox(t *testing.T, db database, where string) string {
	t.Helper()
	rows, err := db.Query("SELECT id, rev, n, output, CAST(payload AS TEXT) FROM fsm_outbox WHERE " + where + " ORDER BY id, rev, n")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var id, name, payload string
		var rev, n int
		if err := rows.Scan(&id, &rev, &n, &name, &payload); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.ReplaceAll(fmt.Sprintf("%s %d/%d %s %s", id, rev, n, name, payload), ": ", ":"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// TestCalls follows a checkout: starts and stops are in the outbox of the revision that makes them, and each start has
// one result.
func TestCalls(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := openCheckouts(t, db)
		d := checking(t, s, "1")
		if got, want := outbox(t, db, "rev = 2"), `1 2/0 stock.start {"call":1,"item":"tea"}`; got != want {
			t.Errorf("the outbox has\n%s\nwant\n%s", got, want)
		}
		rec, err := s.Answer(ctx, d, checkout.StockDoneInput{Call: 1, Left: 3})
		if err != nil || rec.Stale || rec.Repeated || rec.State != "Paying" {
			t.Fatalf("%+v, %v", rec, err)
		}
		if got, want := outbox(t, db, "rev = 3"), `1 3/0 Payment.start {"call":1,"cents":700,"retries":2}`; got != want {
			t.Errorf("the outbox has\n%s\nwant\n%s", got, want)
		}
		before := dump(t, db)
		if rec, err := s.Answer(ctx, d, checkout.StockDoneInput{Call: 1}); err != nil || !rec.Repeated || rec.Stale {
			t.Errorf("the same answer: %+v, %v", rec, err)
		}
		// The same result by another way, and an answer to another output.
		other := d
		other.Revision = 3
		for _, send := range []func() (record, error){
			func() (record, error) { return s.Do(ctx, "1", checkout.StockDoneInput{Call: 1, Left: 3}) },
			func() (record, error) {
				return s.Do(ctx, "1", checkout.StockErrorInput{Call: 1, Err: errors.New("late")}, store.WithKey("key"))
			},
			func() (record, error) { return s.Answer(ctx, other, checkout.StockDoneInput{Call: 1, Left: 3}) },
			func() (rec record, err error) {
				tx, err := db.BeginTx(ctx, nil)
				if err != nil {
					return rec, err
				}
				defer tx.Rollback()
				if rec, err = s.DoTx(ctx, tx, "1", checkout.StockDoneInput{Call: 1}); err != nil {
					return rec, err
				}
				return rec, tx.Commit()
			},
		} {
			if rec, err := send(); err != nil || !rec.Stale || rec.Repeated || rec.Revision != 3 || rec.State != "Paying" {
				t.Errorf("%+v, %v", rec, err)
			}
		}
		// A start that there has not been is no late result, but a mistake.
		for _, number := range []int{-1, 0, 2} {
			var stale *checkout.StaleCallError
			if rec, err := s.Do(ctx, "1", checkout.StockDoneInput{Call: number}); !errors.As(err, &stale) || rec.Stale || store.Status(err) != 409 {
				t.Errorf("number %d: %+v, %v", number, rec, err)
			}
		}
		if after := dump(t, db); after != before {
			t.Errorf("results that nobody waits for change the database from\n%s\nto\n%s", before, after)
		}
		if rec, err := s.Do(ctx, "1", checkout.CancelInput{}); err != nil || rec.State != "Cancelled" {
			t.Errorf("%+v, %v", rec, err)
		}
		if got, want := outbox(t, db, "rev = 4"), `1 4/0 Payment.stop {"call":1}`; got != want {
			t.Errorf("the outbox has\n%s\nwant\n%s", got, want)
		}
		if rec, err := s.Do(ctx, "1", checkout.PaymentPaidInput{Call: 1}); err != nil || !rec.Stale {
			t.Errorf("after the end: %+v, %v", rec, err)
		}
	})
}

// TestIgnoredResult ends a call although the machine stays where it is.
func TestIgnoredResult(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := openCheckouts(t, db)
		d := checking(t, s, "1")
		if rec, err := s.Answer(ctx, d, checkout.StockErrorInput{Call: 1, Err: errors.New("fire")}); err != nil || rec.State != "Checking" || rec.Revision != 3 {
			t.Fatalf("%+v, %v", rec, err)
		}
		rec, err := s.Do(ctx, "1", checkout.StockDoneInput{Call: 1, Left: 3})
		if err != nil || !rec.Stale || rec.State != "Checking" || len(rec.Machine.Calls()) != 0 {
			t.Errorf("%+v, %v", rec, err)
		}
		for e, err := range s.History(ctx, "1", 2) {
			if err != nil || !e.Ignored || e.Event != "stockError" || string(e.Payload) != `{"call":1,"err":"fire"}` {
				t.Errorf("%+v, %v", e, err)
			}
		}
	})
}

// TestStops delivers what a worker must do for a call that is stopped, before its start and after it.
func TestStops(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		var seen watcher
		s := openCheckouts(t, db, store.WithObserver(&seen))
		for _, id := range []string{"before", "within", "deleted"} {
			checking(t, s, id)
		}
		cancel := func(id string) error {
			_, err := s.Do(ctx, id, checkout.CancelInput{})
			return err
		}
		if err := cancel("before"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("DELETE FROM fsm_machine WHERE id = 'deleted'"); err != nil {
			t.Fatal(err)
		}
		var lock sync.Mutex // outputs of several names are delivered at the same time
		var got []string
		deliver := func(ctx context.Context, d store.Delivery[checkout.Output]) error {
			lock.Lock()
			got = append(got, fmt.Sprint(d.ID, " ", d.Attempt, " ", d.Output.Name()))
			lock.Unlock()
			start, ok := d.Output.(checkout.StartStockOutput)
			if !ok {
				return nil
			}
			if d.Attempt == 1 {
				return errors.New("the warehouse is closed")
			}
			if err := cancel(d.ID); err != nil {
				return err
			}
			rec, err := s.Answer(ctx, d, checkout.StockDoneInput{Call: start.Call, Left: 1})
			if err == nil && !rec.Stale {
				t.Errorf("%+v", rec)
			}
			return err
		}
		work(t, s, deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
		slices.Sort(got)
		want := []string{"before 1 stock.stop", "within 1 stock.start", "within 1 stock.stop", "within 2 stock.start"}
		if !slices.Equal(got, want) {
			t.Errorf("delivered %q, want %q", got, want)
		}
		if want := []string{"answer within", "deliver before", "deliver deleted"}; !slices.Equal(seen.stale(), want) {
			t.Errorf("an observer is told of %q, want %q", seen.stale(), want)
		}
	})
}

// TestUnreadableCaller keeps a start while the row of its machine cannot be read: only the row tells whether it is still
// wanted.
func TestUnreadableCaller(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := openCheckouts(t, db)
		checking(t, s, "1")
		if _, err := db.Exec("UPDATE fsm_machine SET snapshot = '{}'"); err != nil {
			t.Fatal(err)
		}
		work(t, s, func(context.Context, store.Delivery[checkout.Output]) error {
			t.Error("it is delivered")
			return nil
		}, func() bool { return count(t, db, "fsm_outbox WHERE dead") == 1 }, store.WithDeliveries(2))
		for l, err := range s.Admin().DeadLetters(t.Context(), store.Letters{}) {
			if err != nil || l.Output != "stock.start" || !strings.Contains(l.Error, "cannot load") {
				t.Errorf("%+v, %v", l, err)
			}
		}
	})
}

// TestNewCalls reads rows of a version that did not have the calls: what runs now is started once, with the next event, by the
// next timer, or by a refresh.
func TestNewCalls(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		s := openCheckouts(t, db, store.WithClock(c.Now))
		for _, id := range []string{"event", "refresh", "timer"} {
			checking(t, s, id)
		}
		rec, err := s.Get(ctx, "refresh")
		if err != nil {
			t.Fatal(err)
		}
		text, err := rec.Machine.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		old := strings.Replace(string(text), `"calls":{"stock":1},`, "", 1)
		if old == string(text) {
			t.Fatalf("the snapshot is %s", text)
		}
		if _, err := db.Exec("DELETE FROM fsm_outbox"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1"), old); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "event", checkout.CancelInput{}); err != nil {
			t.Fatal(err)
		}
		c.now = c.now.Add(time.Hour)
		if _, err := db.Exec("UPDATE fsm_timer SET next = '2099-01-01T00:00:00.000000Z' WHERE id = 'refresh'"); err != nil {
			t.Fatal(err)
		}
		work(t, s, nil, func() bool { return count(t, db, "fsm_machine WHERE id = 'timer' AND state = 'Cancelled'") == 1 })
		for _, rewritten := range []int{1, 0} {
			if n, err := s.Refresh(ctx); err != nil || n != rewritten {
				t.Errorf("%d rows are rewritten, want %d, %v", n, rewritten, err)
			}
		}
		want := `event 3/0 stock.start {"call":1,"item":"tea"}
event 3/1 stock.stop {"call":1}
refresh 3/0 stock.start {"call":1,"item":"tea"}
timer 3/0 stock.start {"call":1,"item":"tea"}
timer 3/1 stock.stop {"call":1}
timer 3/2 Mail {"text":"Please try again."}`
		if got := outbox(t, db, "TRUE"); got != want {
			t.Errorf("the outbox has\n%s\nwant\n%s", got, want)
		}
		// The revision of a refresh has outputs now, so it can be answered.
		d := store.Delivery[checkout.Output]{ID: "refresh", Revision: 3}
		if rec, err := s.Answer(ctx, d, checkout.StockDoneInput{Call: 1, Left: 1}); err != nil || rec.State != "Paying" {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestMigratedCalls reads rows through a migration: what it returns tells whether the calls have started.
func TestMigratedCalls(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		plain := openCheckouts(t, db)
		checking(t, plain, "started")
		checking(t, plain, "new")
		rec, err := plain.Get(ctx, "new")
		if err != nil {
			t.Fatal(err)
		}
		text, err := rec.Machine.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("DELETE FROM fsm_outbox"); err != nil {
			t.Fatal(err)
		}
		// Restore refuses both rows, whose machine is called otherwise.
		for id, old := range map[string]string{
			"started": `{"machine":"Basket"}`,
			"new":     strings.Replace(string(text), `"machine":"Checkout"`, `"machine":"Basket"`, 1),
		} {
			if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1 WHERE id = $2"), old, id); err != nil {
				t.Fatal(err)
			}
		}
		s := openCheckouts(t, db, store.WithMigration(func(_ context.Context, id string, _ []byte) ([]byte, error) {
			if id == "started" {
				return text, nil
			}
			return []byte(strings.Replace(string(text), `"calls":{"stock":1},`, "", 1)), nil
		}))
		if n, err := s.Refresh(ctx); n != 2 || err != nil {
			t.Errorf("%d rows are rewritten, %v", n, err)
		}
		if got, want := outbox(t, db, "TRUE"), `new 3/0 stock.start {"call":1,"item":"tea"}`; got != want {
			t.Errorf("the outbox has\n%s\nwant\n%s", got, want)
		}
	})
}

// TestStarts finds the starts of calls that run, for a program that starts them again.
func TestStarts(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := openCheckouts(t, db)
		d := checking(t, s, "1")
		starts := func() string {
			rec, err := s.Get(t.Context(), "1")
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprintf("%+v", checkout.Kind{}.Starts(rec.Machine, nil))
		}
		if got := starts(); got != "[{Call:1 Item:tea}]" {
			t.Error(got)
		}
		if _, err := s.Answer(t.Context(), d, checkout.StockErrorInput{Call: 1}); err != nil {
			t.Fatal(err)
		}
		if got := starts(); got != "[]" {
			t.Error(got)
		}
	})
}

// watcher is an observer that notes what was stale.
type watcher struct {
	mu    sync.Mutex
	notes []string
}

func (w *watcher) Start(ctx context.Context, op store.Operation) (context.Context, func(store.Result)) {
	return ctx, func(r store.Result) {
		if r.Stale {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.notes = append(w.notes, op.Name+" "+op.ID)
		}
	}
}

// stale returns the notes, sorted.
func (w *watcher) stale() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(slices.Values(w.notes))
}
