package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestEnds delivers the end of each machine, however it ends: after its outputs, and once.
func TestEnds(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newFast()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now), store.WithEnds())
		for id, events := range map[string][]order.Input{
			"cancelled": {order.CancelInput{}},
			"late":      {},
			"packing":   {order.PayInput{Amount: 1}, order.ChargedInput{}, order.NoteInput{Text: "x"}},
			"refused":   {order.PayInput{Amount: 1}, order.DeclinedInput{Reason: order.ReasonFraud}},
		} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			for _, in := range events {
				if _, err := s.Do(ctx, id, in); err != nil {
					t.Fatal(err)
				}
			}
		}
		c.forward(25 * time.Hour)
		var lock sync.Mutex // outputs of several names are delivered at the same time
		var got []string
		tried := 0
		deliver := func(_ context.Context, d delivery) error {
			lock.Lock()
			defer lock.Unlock()
			line := fmt.Sprintf("%s %v", d.Key, d.Output)
			if d.Outcome != "" {
				line += " " + d.Outcome
			}
			got = append(got, line)
			if tried++; tried == 1 {
				return fmt.Errorf("once")
			}
			return nil
		}
		work(t, s, deliver, func() bool {
			// The timer first: its step writes the outbox.
			return count(t, db, "fsm_machine WHERE id = 'late' AND state = 'Cancelled'") == 1 && count(t, db, "fsm_outbox") == 0
		})
		again := got[0]
		got = slices.Delete(got, 0, 1)
		if !slices.Contains(got, again) {
			t.Errorf("%s is not repeated", again)
		}
		got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "Order/packing") })
		last := slices.Index(got, "Order/late/3/1 <nil> failure")
		if first := slices.IndexFunc(got, func(line string) bool { return strings.HasPrefix(line, "Order/late/3/0 ") }); first < 0 || last < first {
			t.Errorf("the end comes before an output: %q", got)
		}
		got = slices.DeleteFunc(got, func(line string) bool { return !strings.Contains(line, "<nil>") })
		slices.Sort(got)
		want := []string{"Order/cancelled/2/0 <nil> failure", "Order/late/3/1 <nil> failure", "Order/refused/3/0 <nil> failure"}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		// A machine that has ended does not end again, whatever rewrites its row.
		if _, err := db.Exec("UPDATE fsm_machine SET state = 'Earlier', outcome = 'earlier' WHERE id = 'cancelled'"); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Refresh(ctx); n != 1 || err != nil || count(t, db, "fsm_outbox") != 0 {
			t.Errorf("%d rows are rewritten, with %d outputs, %v", n, count(t, db, "fsm_outbox"), err)
		}
	})
}

// TestEndUnknown wants no entry without the option, and an error for one that cannot be read.
func TestEndUnknown(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "1", order.PayInput{Amount: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "1", order.DeclinedInput{Reason: order.ReasonFraud}); err != nil {
			t.Fatal(err)
		}
		if got := outbox(t, db, "TRUE"); got != `1 2/0 Charge {"amount":1}` {
			t.Errorf("the outbox has %s", got)
		}
		if _, err := db.Exec("UPDATE fsm_outbox SET output = '.end', payload = '{\"outcome\":7}'"); err != nil {
			t.Fatal(err)
		}
		b := &inbox{}
		work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox WHERE dead") == 1 }, store.WithDeliveries(1))
		for l, err := range s.Admin().DeadLetters(ctx, store.Letters{}) {
			if err != nil || !strings.HasPrefix(l.Error, "store: cannot read the output .end: ") || len(b.list()) > 0 {
				t.Errorf("%+v, %v", l, err)
			}
		}
	})
}
