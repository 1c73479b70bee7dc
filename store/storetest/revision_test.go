package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// inOwnTx sends an event with DoTx, in a transaction of its own.
func inOwnTx(ctx context.Context, db database, s *orders, id string, in order.Input, options ...store.SendOption) (store.Record[*order.Machine], error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return store.Record[*order.Machine]{}, err
	}
	defer tx.Rollback()
	rec, err := s.DoTx(ctx, tx, id, in, options...)
	if err != nil {
		return rec, err
	}
	return rec, tx.Commit()
}

// TestRevision sends events that expect a revision.
func TestRevision(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		for name, do := range map[string]func(in order.Input, options ...store.SendOption) (store.Record[*order.Machine], error){
			"Do": func(in order.Input, options ...store.SendOption) (store.Record[*order.Machine], error) {
				return s.Do(ctx, "Do", in, options...)
			},
			"DoTx": func(in order.Input, options ...store.SendOption) (store.Record[*order.Machine], error) {
				return inOwnTx(ctx, db, s, "DoTx", in, options...)
			},
		} {
			create(t, s, name)
			if rec, err := do(order.NoteInput{}, store.AtRevision(1), store.WithKey("k")); err != nil || rec.Revision != 2 {
				t.Errorf("%s: %+v, %v", name, rec, err)
			}
			before := dump(t, db)
			// Also an event that the state refuses: the client has not seen this state.
			for _, in := range []order.Input{order.NoteInput{}, order.PackInput{}} {
				for _, rev := range []int64{-1, 0, 1, 3} {
					var moved *store.RevisionError
					_, err := do(in, store.AtRevision(2), store.AtRevision(rev), store.WithKey("other"))
					if !errors.As(err, &moved) || *moved != (store.RevisionError{Kind: "Order", ID: name, Expected: rev, Found: 2}) || store.Status(err) != 412 ||
						err.Error() != fmt.Sprintf("store: Order %q is at revision 2, not at %d as expected", name, rev) {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
			if after := dump(t, db); after != before {
				t.Errorf("%s: the tables change from\n%s to\n%s", name, before, after)
			}
			// A repetition has happened, at whatever revision the machine is.
			if rec, err := do(order.NoteInput{}, store.AtRevision(1), store.WithKey("k")); err != nil || !rec.Repeated || rec.Revision != 2 {
				t.Errorf("%s: %+v, %v", name, rec, err)
			}
			if rec, err := do(order.CancelInput{}, store.AtRevision(2), store.WithKey("")); err != nil || rec.Revision != 3 {
				t.Errorf("%s: %+v, %v", name, rec, err)
			}
		}
	})
}

// TestRevisionRace has several clients send an event at the same revision: one of them wins, and the others are told.
func TestRevisionRace(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
		create(t, s, "1")
		for rev := int64(1); rev <= 10; rev++ {
			var won atomic.Int32
			var wg sync.WaitGroup
			for i := range 4 {
				wg.Go(func() {
					var err error
					if i%2 == 0 {
						_, err = s.Do(ctx, "1", order.NoteInput{}, store.AtRevision(rev))
					} else {
						_, err = inOwnTx(ctx, db, s, "1", order.NoteInput{}, store.AtRevision(rev))
					}
					if err == nil {
						won.Add(1)
					} else if store.Status(err) != 412 && store.Status(err) != 503 { // SQLite can give up a transaction of the caller.
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if rec, err := s.Get(ctx, "1"); won.Load() != 1 || err != nil || rec.Revision != rev+1 {
				t.Fatalf("%d clients have won at revision %d: %+v, %v", won.Load(), rev, rec, err)
			}
		}
	})
}

// TestSentinels wants each error to have its own sentinel, and the outermost error to set the status, whatever has caused it.
func TestSentinels(t *testing.T) {
	inner := &store.NotFoundError{}
	all := map[store.Sentinel]error{
		store.ErrNotFound: inner, store.ErrExists: &store.ExistsError{}, store.ErrInvalid: &store.InvalidError{}, store.ErrRefused: &store.RefusedError{Err: inner},
		store.ErrKeyReused: &store.KeyReusedError{}, store.ErrRevision: &store.RevisionError{}, store.ErrLoad: &store.LoadError{Err: inner},
		store.ErrConflict: &store.ConflictError{}, store.ErrUncertain: &store.UncertainError{}, store.ErrSchema: &store.SchemaError{},
	}
	for sentinel, err := range all {
		for other := range all {
			want := sentinel == other || other == store.ErrNotFound && errors.Unwrap(err) == inner
			if got := errors.Is(fmt.Errorf("wrapped: %w", err), other); got != want {
				t.Errorf("%T is %v: %t", err, other, got)
			}
		}
	}
	if !errors.Is(&store.EmptyError{}, store.ErrNotFound) {
		t.Error("an EmptyError is not ErrNotFound")
	}
	for err, want := range map[error]int{all[store.ErrRefused]: 409, all[store.ErrLoad]: 500, &store.InvalidError{Err: inner}: 400, &store.RevisionError{}: 412, &store.EmptyError{}: 404} {
		if got := store.Status(err); got != want {
			t.Errorf("%#v: %d, want %d", err, got, want)
		}
	}
}
