package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestRetainFaults makes each statement of Retain fail in each way. Whatever happens, no machine loses a part only, and after
// a repetition everything old is gone.
func TestRetainFaults(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		ctx := t.Context()
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now), store.WithAttempts(3))
		r := store.Retention{Batch: 2}
		fill := func() {
			clear(t, db)
			c.now = newClock().now
			for i := range 3 {
				ended, runs := fmt.Sprint("ended", i), fmt.Sprint("runs", i)
				create(t, s, ended)
				send(t, s, ended, order.CancelInput{})
				create(t, s, runs)
				send(t, s, runs, order.NoteInput{}, order.NoteInput{})
			}
			c.now = c.now.Add(time.Minute)
			r.Ended, r.History = c.now, c.now
		}
		fill()
		f.set(nil)
		if got, err := s.Admin().Retain(ctx, r); err != nil || got != (store.Removed{Machines: 3, Entries: 6, Seen: 6}) {
			t.Fatalf("without a fault: %+v, %v", got, err)
		}
		statements, happened := f.statements(), 0
		for _, text := range statements {
			for nth := 1; nth <= 3; nth++ {
				for e := range effects {
					fill()
					f.set(&trap{statement: text, nth: nth, effect: e})
					got, err := s.Admin().Retain(ctx, r)
					if f.wasSprung() {
						happened++
					}
					f.set(nil)
					at := fmt.Sprintf("fault %v at execution %d of %s (%+v, %v)", e, nth, text, got, err)
					if err == nil && (count(t, db, "fsm_machine") != 3 || count(t, db, "fsm_history") != 3) {
						t.Errorf("%s: something old is left", at)
					}
					if n := count(t, db, "fsm_machine m WHERE NOT EXISTS (SELECT 1 FROM fsm_history h WHERE h.id = m.id AND h.rev = m.rev)"); n != 0 {
						t.Errorf("%s: %d machines without an entry", at, n)
					}
					if n := count(t, db, "fsm_history h WHERE NOT EXISTS (SELECT 1 FROM fsm_machine m WHERE h.id = m.id)"); n != 0 {
						t.Errorf("%s: %d entries without a machine", at, n)
					}
					if got.Machines > 6-count(t, db, "fsm_machine") || got.Entries > 6 {
						t.Errorf("%s: more is said to be removed than is gone", at)
					}
					if _, err := s.Admin().Retain(ctx, r); err != nil || count(t, db, "fsm_machine") != 3 || count(t, db, "fsm_history") != 3 {
						t.Errorf("%s: a repetition leaves something old, %v", at, err)
					}
				}
			}
		}
		if happened < 2*len(statements) {
			t.Errorf("%d faults in %d statements", happened, len(statements))
		}
	})
}

// TestRetainReplaced removes a machine, and makes another one with its ID, between the moment at which Retain reads it and the one
// at which it removes: the new machine stays, with its whole history.
func TestRetainReplaced(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		ctx := t.Context()
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		for name, r := range map[string]store.Retention{"ended": {Ended: c.now.Add(time.Hour)}, "history": {History: c.now.Add(time.Hour)}} {
			clear(t, db)
			c.now = newClock().now
			create(t, s, "1")
			send(t, s, "1", order.NoteInput{}, order.NoteInput{}, order.CancelInput{})
			f.set(&trap{statement: "begin", nth: 1, effect: refused, act: func() {
				clear(t, db)
				c.now = c.now.Add(2 * time.Hour)
				create(t, s, "1")
				send(t, s, "1", order.NoteInput{}, order.NoteInput{})
			}})
			if _, err := s.Admin().Retain(ctx, r); err != nil {
				t.Fatal(err)
			}
			if !f.wasSprung() {
				t.Errorf("%s: nothing is removed", name)
			}
			f.set(nil)
			if rec, err := s.Get(ctx, "1"); err != nil || rec.State != "Draft" || entries(t, s, "1") != "1 2 3" {
				t.Errorf("%s: %+v, %v, history %s", name, rec, err, entries(t, s, "1"))
			}
		}
	})
}
