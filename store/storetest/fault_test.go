package storetest

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// fast is a clock that runs 100 times as fast as others, and can be set forward.
type fast struct {
	start  time.Time
	rate   time.Duration
	offset atomic.Int64
}

func newFast() *fast { return &fast{start: time.Now(), rate: 100} }

func (f *fast) Now() time.Time {
	return f.start.Add(time.Since(f.start)*f.rate + time.Duration(f.offset.Load()))
}

func (f *fast) forward(d time.Duration) { f.offset.Add(int64(d)) }

// TestFaults makes each statement fail, in each way, while a client and a worker take machines through
// their lives.
func TestFaults(t *testing.T) {
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			dsn := "file:" + filepath.Join(t.TempDir(), "test.db") + sqliteSettings
			if d == store.PostgreSQL {
				dsn = server.Database(t)
			}
			f := &faults{}
			r := &rig{t: t, db: openFaulty(t, d, dsn, f), plain: openFaulty(t, d, dsn, &faults{}), faults: f, clock: newFast(), file: filepath.Join(t.TempDir(), "journal")}
			r.orders = open(t, r.db, order.Kind{Questions: stock(scarce)}, store.WithClock(r.clock.Now), store.WithAttempts(3))
			f.set(nil)
			r.run(nil)
			if t.Failed() {
				t.Fatal("a run without faults fails")
			}
			var traps []*trap
			for _, text := range f.statements() {
				for nth := 1; nth <= 2; nth++ {
					for e := range effects {
						if text == "rollback" && e < before {
							continue // A rollback that is refused has no effect on what is stored.
						}
						traps = append(traps, &trap{statement: text, nth: nth, effect: e})
					}
				}
			}
			sprung := 0
			chosen := sample.Some(t, traps, sample.Size(4, 20, len(traps)))
			for _, at := range chosen {
				r.run(at)
				if f.wasSprung() {
					sprung++
				}
				if t.Failed() {
					t.Fatalf("fault %v at execution %d of %s", at.effect, at.nth, at.statement)
				}
			}
			t.Logf("%d of %d faults, of which %d happened, in %d kinds of statements", len(chosen), len(traps), sprung, len(f.seen))
			if sprung < len(chosen)/2 {
				t.Errorf("only %d of %d faults happened", sprung, len(chosen))
			}
		})
	}
}

// rig is what a test with faults uses.
type rig struct {
	t      *testing.T
	db     database
	plain  database // the same without faults
	orders *orders
	faults *faults
	clock  *fast
	file   string
	runs   int
}

// run takes two machines through their lives, one with timers, with a fault.
func (r *rig) run(at *trap) {
	r.runs++
	t, ctx := r.t, r.t.Context()
	j, err := openJournal(r.file)
	if err != nil {
		t.Fatal(err)
	}
	defer j.file.Close()
	c := &client{orders: r.orders, journal: j}
	buyer, sleeper := fmt.Sprint("buyer", r.runs), fmt.Sprint("sleeper", r.runs)
	r.faults.set(at)
	stop, cancel := context.WithCancel(ctx)
	var worker sync.WaitGroup
	worker.Go(func() {
		w := r.orders.Worker(c.deliver, store.WithPoll(time.Millisecond), store.WithBackoff(2*time.Millisecond, 20*time.Millisecond), store.WithDeliveries(1000), store.WithTimeout(time.Second))
		if err := w.Run(stop); err != nil {
			t.Error(err)
		}
	})
	defer worker.Wait()
	defer cancel()
	c.send(ctx, sleeper, "", nil)
	c.send(ctx, buyer, "", nil)
	c.send(ctx, buyer, "note", order.NoteInput{Text: "hello"})
	c.send(ctx, buyer, "pay", order.PayInput{Amount: 20})
	c.send(ctx, buyer, "pay", order.PayInput{Amount: 20})
	r.until("paid", func() bool { return r.state(buyer) == "Packing" })
	for i := range 9 {
		if i != 4 {
			c.send(ctx, buyer, fmt.Sprint(i), order.PackInput{})
			continue
		}
		c.journal.write(note{Do: "send", ID: buyer, Key: "4", Name: "Pack", Payload: []byte("{}")})
		for r.packTx(buyer) != nil && ctx.Err() == nil {
		}
		c.journal.write(note{Do: "sent", ID: buyer, Key: "4"})
	}
	r.clock.forward(2 * time.Hour)
	r.until("reminded", func() bool { return r.count("fsm_history WHERE event = 'Remind' AND id = $1", sleeper) > 0 })
	r.clock.forward(30 * time.Hour)
	r.until("expired", func() bool { return r.state(sleeper) == "Cancelled" })
	r.until("delivered", func() bool { return r.count("fsm_outbox WHERE id IN ($1, $2)", buyer, sleeper) == 0 })
	cancel()
	worker.Wait()
	if r.state(buyer) != "Sent" || r.count("fsm_timer WHERE id IN ($1, $2)", buyer, sleeper) != 0 {
		t.Errorf("the order is %s at the end", r.state(buyer))
	}
	check(t, r.plain, r.file, buyer, sleeper)
}

// packTx packs a parcel in a transaction of the caller.
func (r *rig) packTx(id string) error {
	tx, err := r.db.BeginTx(r.t.Context(), nil)
	if err != nil {
		return err
	}
	if _, err := r.orders.DoTx(r.t.Context(), tx, id, order.PackInput{}, store.WithKey("4")); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// until waits for a condition.
func (r *rig) until(what string, ready func() bool) {
	r.t.Helper()
	for end := time.Now().Add(30 * time.Second); !ready(); {
		if time.Now().After(end) {
			r.t.Fatalf("not %s within 30 s, with the fault %+v", what, r.faults.trap)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// count counts rows.
func (r *rig) count(tableWhere string, args ...any) (n int) {
	r.t.Helper()
	if err := r.plain.QueryRow(place(r.plain, "SELECT COUNT(*) FROM "+tableWhere), args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

// state returns the state of a machine.
func (r *rig) state(id string) (state string) {
	r.t.Helper()
	if err := r.plain.QueryRow(place(r.plain, "SELECT state FROM fsm_machine WHERE id = $1"), id).Scan(&state); err != nil {
		r.t.Fatal(err)
	}
	return state
}
