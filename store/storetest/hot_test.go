package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/family/payment"
)

// hot opens a store of machines that ask nothing, with one of them.
func hot(t *testing.T, db database, options ...store.Option) *store.Store[*payment.Machine, payment.Params, payment.Input, payment.Output] {
	t.Helper()
	s, err := store.Open(t.Context(), db.DB, db.dialect, payment.Kind{}, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if _, err := s.Create(t.Context(), "1", payment.Params{Cents: 1}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestHot has many clients send events to one machine of PostgreSQL: none gives up, because it waits for its turn after the
// first race that it has lost.
func TestHot(t *testing.T) {
	for _, level := range levels {
		t.Run(level, func(t *testing.T) {
			s := hot(t, openIsolated(t, level))
			const clients, events = 40, 6
			var wg sync.WaitGroup
			for c := range clients {
				wg.Go(func() {
					for i := range events {
						if _, err := s.Do(t.Context(), "1", payment.GiveUpInput{}, store.WithKey(fmt.Sprint(c, "/", i))); err != nil {
							t.Error(err)
						}
					}
				})
			}
			wg.Wait()
			if rec, err := s.Get(t.Context(), "1"); err != nil || rec.Revision != 1+clients*events {
				t.Errorf("%+v, %v", rec, err)
			}
		})
	}
}

// TestSameKeyTogether sends one event, with one key, in several transactions of the program at the same time: one is
// accepted, and the others find it, although they have begun before.
func TestSameKeyTogether(t *testing.T) {
	db := openPostgreSQL(t)
	s := hot(t, db)
	ctx := t.Context()
	const senders = 6
	var begun, ended sync.WaitGroup
	begun.Add(senders)
	repeated := make(chan bool, senders)
	for range senders {
		ended.Go(func() {
			begun.Done()
			begun.Wait()
			again, err := sendInTx(ctx, db.DB, s)
			if err != nil {
				t.Error(err)
			}
			repeated <- again
		})
	}
	ended.Wait()
	close(repeated)
	accepted := 0
	for again := range repeated {
		if !again {
			accepted++
		}
	}
	if accepted != 1 || count(t, db, "fsm_history WHERE key = 'k'") != 1 {
		t.Errorf("the event is accepted %d times", accepted)
	}
}

// sendInTx sends an event with the key k, and holds its transaction for a while.
func sendInTx(ctx context.Context, db *sql.DB, s *store.Store[*payment.Machine, payment.Params, payment.Input, payment.Output]) (repeated bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	rec, err := s.DoTx(ctx, tx, "1", payment.GiveUpInput{}, store.WithKey("k"))
	if err != nil {
		return false, err
	}
	time.Sleep(20 * time.Millisecond)
	return rec.Repeated, tx.Commit()
}
