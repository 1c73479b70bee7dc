package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// paying returns an order in Paying, and the delivery of its charge.
func paying(t *testing.T, db database, s *orders, id string) delivery {
	t.Helper()
	if _, err := s.Create(t.Context(), id, order.DefaultParams()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do(t.Context(), id, order.PayInput{Amount: 7}); err != nil {
		t.Fatal(err)
	}
	b := &inbox{fail: func(delivery) error { return errors.New("the process dies before the success is stored") }}
	work(t, s, b.deliver, func() bool { return len(b.list()) > 0 }, store.WithDeliveries(1))
	for _, d := range b.list() {
		if d.ID == id {
			return d
		}
	}
	t.Fatalf("no delivery of %s: %+v", id, b.list())
	return delivery{}
}

// TestAnswer answers a delivery: the first answer wins, and a repeated one has its result.
func TestAnswer(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1")
		rec, err := s.Answer(ctx, d, order.ChargedInput{Receipt: "first"})
		if err != nil || rec.Repeated || rec.Revision != 3 || rec.State != "Packing" {
			t.Fatalf("%+v, %v", rec, err)
		}
		if _, err := s.Do(ctx, "1", order.PackInput{}); err != nil {
			t.Fatal(err)
		}
		before := dump(t, db)
		for _, in := range []order.Input{order.ChargedInput{Receipt: "first"}, order.ChargedInput{Receipt: "second"}, order.DeclinedInput{}, order.PackInput{}} {
			rec, err := s.Answer(ctx, d, in)
			if err != nil || !rec.Repeated || rec.Revision != 4 || rec.State != "Packing" {
				t.Errorf("%+v: %+v, %v", in, rec, err)
			}
		}
		if after := dump(t, db); after != before {
			t.Errorf("repeated answers change the database from\n%s\nto\n%s", before, after)
		}
		for e, err := range s.History(ctx, "1", 2) {
			want := map[int64]string{3: "2/0"}[e.Revision]
			if err != nil || e.Answers != want || e.Key != "" {
				t.Errorf("%+v, %v", e, err)
			}
		}
		// Another output has an answer of its own, which the machine may refuse.
		var illegal *order.IllegalTransitionError
		other := delivery{ID: "1", Revision: 3, N: 1}
		if _, err := s.Answer(ctx, other, order.ChargedInput{Receipt: "first"}); !errors.As(err, &illegal) {
			t.Errorf("%v", err)
		}
		if rec, err := s.Answer(ctx, other, order.PackInput{}); err != nil || rec.Repeated || rec.Revision != 5 {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestAnswerTx answers a delivery in a transaction of the program.
func TestAnswerTx(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1")
		for _, repeated := range []bool{false, true} {
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := s.AnswerTx(ctx, tx, d, order.ChargedInput{Receipt: map[bool]string{true: "again"}[repeated]})
			if err != nil || rec.Repeated != repeated || rec.Revision != 3 {
				t.Errorf("%+v, %v", rec, err)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestAnswerIsNotAKey has a client use the key of a delivery for its own event. The answer is not taken for it.
func TestAnswerIsNotAKey(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1")
		for _, key := range []string{d.Key, "2/0"} {
			if _, err := s.Do(ctx, "1", order.NoteInput{Text: "mine"}, store.WithKey(key)); err != nil {
				t.Fatal(err)
			}
		}
		if rec, err := s.Answer(ctx, d, order.ChargedInput{Receipt: "r"}); err != nil || rec.Repeated || rec.State != "Packing" {
			t.Errorf("%+v, %v", rec, err)
		}
		// Nor the other way around.
		if rec, err := s.Do(ctx, "1", order.NoteInput{Text: "mine"}, store.WithKey("2/0")); err != nil || !rec.Repeated {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestAnswerLongID answers outputs of machines with the longest IDs: their keys are longer than an ID.
func TestAnswerLongID(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, strings.Repeat("x", store.MaxID))
		if rec, err := s.Answer(t.Context(), d, order.ChargedInput{Receipt: "r"}); err != nil || rec.State != "Packing" {
			t.Errorf("%+v, %v", rec, err)
		}
		if err := s.Admin().Redeliver(t.Context(), d.Key); err != nil { // It is a dead letter.
			t.Error(err)
		}
	})
}

// TestAnswerArguments checks deliveries that no worker has made.
func TestAnswerArguments(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1")
		var invalid *store.InvalidError
		for _, d := range []delivery{{}, {ID: "1"}, {ID: "1", Revision: -1}, {ID: "1", Revision: 2, N: -1}, {Revision: 2}} {
			if _, err := s.Answer(t.Context(), d, order.ChargedInput{}); !errors.As(err, &invalid) {
				t.Errorf("%+v: %v", d, err)
			}
		}
		if _, err := s.Answer(t.Context(), d, nil); !errors.As(err, &invalid) {
			t.Errorf("%v", err)
		}
		d.ID = "2"
		if _, err := s.Answer(t.Context(), d, order.ChargedInput{}); !errors.As(err, new(*store.NotFoundError)) {
			t.Errorf("%v", err)
		}
	})
}

// TestAnswerWithoutOutput answers outputs that there cannot be: an answer to a later revision would take the place of
// the real one.
func TestAnswerWithoutOutput(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1")
		for range 3 { // They are ignored.
			if _, err := s.Do(ctx, "1", order.NoteInput{Text: "x"}); err != nil {
				t.Fatal(err)
			}
		}
		rec, err := s.Get(ctx, "1")
		if err != nil {
			t.Fatal(err)
		}
		before := dump(t, db)
		for revision, want := range map[int64]string{
			99:               fmt.Sprintf(`store: Order "1": the delivery 99/3 does not exist: the machine is at revision %d`, rec.Revision),
			rec.Revision + 1: "the machine is at revision",
			rec.Revision:     `store: Order "1": the delivery ` + fmt.Sprint(rec.Revision) + `/3 does not exist: this revision has no outputs`,
		} {
			never := d
			never.Revision, never.N = revision, 3
			_, err := s.Answer(ctx, never, order.ChargedInput{Receipt: "r"})
			if !errors.As(err, new(*store.InvalidError)) || !strings.Contains(err.Error(), want) {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.AnswerTx(ctx, tx, never, order.ChargedInput{Receipt: "r"}); !errors.As(err, new(*store.InvalidError)) {
				t.Errorf("in a transaction: %v", err)
			}
			if err := tx.Rollback(); err != nil {
				t.Fatal(err)
			}
		}
		if after := dump(t, db); after != before {
			t.Errorf("the answers change the database from\n%s\nto\n%s", before, after)
		}
		// A program that has stored where the output is from can answer it later.
		later := delivery{ID: d.ID, Revision: d.Revision, N: d.N}
		if err := s.Admin().Discard(ctx, d.Key); err != nil { // It is a dead letter.
			t.Fatal(err)
		}
		if rec, err := s.Answer(ctx, later, order.ChargedInput{Receipt: "r"}); err != nil || rec.Repeated || rec.State != "Packing" {
			t.Errorf("%+v, %v", rec, err)
		}
		if rec, err := s.Answer(ctx, later, order.DeclinedInput{}); err != nil || !rec.Repeated {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestAnswerWithoutOutputAnywhere answers outputs that the creation, events, and a refresh do not have. Of rows of before the
// upgrade, nobody knows.
func TestAnswerWithoutOutputAnywhere(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		// Revisions 2 (one output), 3 (none), and 4 (one).
		for _, in := range []order.Input{order.PayInput{Amount: 1}, order.DeclinedInput{}, order.PayInput{Amount: 2}} {
			if _, err := s.Do(ctx, "1", in); err != nil {
				t.Fatal(err)
			}
		}
		before := dump(t, db)
		for _, test := range []struct {
			delivery
			want string
		}{
			{delivery{ID: "1", Revision: 1}, `store: Order "1": the delivery 1/0 does not exist: this revision has no outputs`},
			{delivery{ID: "1", Revision: 3}, `store: Order "1": the delivery 3/0 does not exist: this revision has no outputs`},
			{delivery{ID: "1", Revision: 2, N: 1}, `store: Order "1": the delivery 2/1 does not exist: the last one of this revision is 2/0`},
			{delivery{ID: "1", Revision: 2, N: 7}, `store: Order "1": the delivery 2/7 does not exist: the last one of this revision is 2/0`},
		} {
			if _, err := s.Answer(ctx, test.delivery, order.ChargedInput{Receipt: "r"}); !errors.As(err, new(*store.InvalidError)) || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		}
		if after := dump(t, db); after != before {
			t.Errorf("the answers change the database from\n%s\nto\n%s", before, after)
		}
		if _, err := db.Exec("UPDATE fsm_history SET outputs = NULL"); err != nil {
			t.Fatal(err)
		}
		if rec, err := s.Answer(ctx, delivery{ID: "1", Revision: 3}, order.ChargedInput{Receipt: "r"}); err != nil || rec.State != "Packing" {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestKeyReusedDiffers checks what the error says of an event that has the key of another one.
func TestKeyReusedDiffers(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "1", order.PayInput{Amount: 5}, store.WithKey("k")); err != nil {
			t.Fatal(err)
		}
		check := func(in order.Input, want string) {
			t.Helper()
			if _, err := s.Do(ctx, "1", in, store.WithKey("k")); err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		}
		check(order.CancelInput{}, `store: Order "1": the key "k" belongs to another event, Pay, which led to revision 2`)
		check(order.PayInput{Amount: 6}, `store: Order "1": the key "k" belongs to the event Pay that led to revision 2, with another value of amount`)
		// The event of an earlier version had another field.
		if _, err := db.Exec("UPDATE fsm_history SET payload = '{\"amount\":5,\"currency\":\"EUR\"}' WHERE rev = 2"); err != nil {
			t.Fatal(err)
		}
		check(order.PayInput{Amount: 5}, `store: Order "1": the key "k" belongs to the event Pay that led to revision 2, with another value of currency`)
		check(order.PayInput{Amount: 6}, `store: Order "1": the key "k" belongs to the event Pay that led to revision 2, with other values of amount, currency`)
	})
}
