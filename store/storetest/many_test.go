package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/family/payment"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// sent is an event of DoMany.
type sent = store.Sent[order.Input]

// TestDoMany sends events to several machines: all accept them, or none.
func TestDoMany(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(scarce)})
		for _, id := range []string{"a", "b", "c"} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		payOf := func(id string, amount int, options ...store.SendOption) sent {
			return sent{ID: id, Input: order.PayInput{Amount: amount}, Options: options}
		}
		for want, events := range map[error][]sent{
			store.ErrRefused:  {payOf("c", 1), payOf("b", 7), payOf("a", 1)}, // The stock lacks 7 pieces.
			store.ErrNotFound: {payOf("a", 1), payOf("d", 1)},
			store.ErrRevision: {payOf("a", 1), payOf("b", 1, store.AtRevision(2))},
			store.ErrInvalid:  {payOf("a", 1), payOf("b", 1), payOf("a", 2)},
		} {
			if records, err := s.DoMany(ctx, events); !errors.Is(err, want) || records != nil {
				t.Errorf("%v, %v, want %v", records, err, want)
			}
		}
		if _, err := s.DoMany(ctx, []sent{payOf("a", 1), {ID: "b"}}); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("no event: %v", err)
		}
		if n := count(t, db, "fsm_history WHERE rev > 1") + count(t, db, "fsm_outbox"); n != 0 {
			t.Fatalf("%d events or outputs of refused calls are stored", n)
		}
		if records, err := s.DoMany(ctx, nil); err != nil || len(records) != 0 {
			t.Errorf("no events: %v, %v", records, err)
		}

		if _, err := s.Do(ctx, "b", order.PayInput{Amount: 2}, store.WithKey("k")); err != nil {
			t.Fatal(err)
		}
		for round, repeated := range [][]bool{{false, true, false}, {true, true, true}} {
			records, err := s.DoMany(ctx, []sent{payOf("c", 3, store.WithKey("k")), payOf("b", 2, store.WithKey("k")), payOf("a", 1, store.WithKey("k"))})
			if err != nil || len(records) != 3 {
				t.Fatalf("%v, %v", records, err)
			}
			for i, id := range []string{"c", "b", "a"} {
				if r := records[i]; r.ID != id || r.Revision != 2 || r.State != "Paying" || r.Repeated != repeated[i] {
					t.Errorf("round %d: %+v, want %s", round, r, id)
				}
			}
		}
		if n := count(t, db, "fsm_outbox"); n != 3 {
			t.Errorf("%d outputs, want 3", n)
		}
	})
}

// TestDoManyOpposite has clients send events to the same machines in different orders, while others send single events. Nobody gives up, and
// PostgreSQL has seen no deadlock.
func TestDoManyOpposite(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		db.SetMaxOpenConns(20)
		s := hot(t, db)
		const machines, clients, rounds = 6, 6, 15
		for i := 2; i <= machines; i++ {
			if _, err := s.Create(t.Context(), fmt.Sprint(i), payment.Params{Cents: 1}); err != nil {
				t.Fatal(err)
			}
		}
		if db.dialect == store.SQLite {
			s = hotAgain(t, db, store.WithAttempts(1000)) // One writer at a time: others lose races, but do not wait for each other.
		}
		var wg sync.WaitGroup
		for c := range clients {
			wg.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(c)))
				for round := range rounds {
					key := store.WithKey(fmt.Sprint(c, "/", round))
					var events []store.Sent[payment.Input]
					for _, i := range random.Perm(machines) {
						events = append(events, store.Sent[payment.Input]{ID: fmt.Sprint(i + 1), Input: payment.GiveUpInput{}, Options: []store.SendOption{key}})
					}
					if _, err := s.DoMany(t.Context(), events); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Go(func() {
			for i := range rounds * machines {
				if _, err := s.Do(t.Context(), fmt.Sprint(i%machines+1), payment.GiveUpInput{}); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Wait()
		for i := range machines {
			if rec, err := s.Get(t.Context(), fmt.Sprint(i+1)); err != nil || rec.Revision != 1+clients*rounds+rounds {
				t.Errorf("%+v, %v", rec, err)
			}
		}
		if db.dialect == store.PostgreSQL {
			if n := deadlocks(t, db); n != 0 {
				t.Errorf("%d deadlocks", n)
			}
		}
	})
}

// deadlocks returns how many deadlocks the server has seen in the database.
func deadlocks(t *testing.T, db database) (n int) {
	t.Helper()
	db.SetMaxIdleConns(0) // A connection that ends sends what it has counted.
	if err := db.QueryRow("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// hotAgain opens the store of hot again.
func hotAgain(t *testing.T, db database, options ...store.Option) *store.Store[*payment.Machine, payment.Params, payment.Input, payment.Output] {
	t.Helper()
	s, err := store.Open(t.Context(), db.DB, db.dialect, payment.Kind{}, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestDoManyLost loses the connection during the commit, before or after it has taken effect: with keys, the events are stored once. Without
// a key, nobody knows.
func TestDoManyLost(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		for i, e := range []effect{refused, before, after} {
			ids := []string{fmt.Sprint("a", i), fmt.Sprint("b", i)}
			for _, id := range ids {
				if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
					t.Fatal(err)
				}
			}
			var events []sent
			for _, id := range ids {
				events = append(events, sent{ID: id, Input: order.PayInput{Amount: 1}, Options: []store.SendOption{store.WithKey("k")}})
			}
			f.set(&trap{statement: "commit", nth: 1, effect: e})
			records, err := s.DoMany(ctx, events)
			if err != nil || !f.wasSprung() || records[0].Revision != 2 || records[1].Revision != 2 || records[0].Repeated != (e == after) {
				t.Errorf("%v: %+v, %v", e, records, err)
			}
			f.set(nil)
			events[1] = sent{ID: ids[1], Input: order.CancelInput{}} // without a key
			events[0] = sent{ID: ids[0], Input: order.CancelInput{}, Options: []store.SendOption{store.WithKey("c")}}
			f.set(&trap{statement: "commit", nth: 1, effect: e})
			if _, err := s.DoMany(ctx, events); errors.Is(err, store.ErrUncertain) != (e != refused) {
				t.Errorf("%v without a key: %v", e, err)
			}
			f.set(nil)
		}
	})
}
