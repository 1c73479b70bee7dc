package storetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestRefusals checks the errors and the log of what clients do wrong: it needs no attention, and is not long.
func TestRefusals(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		var log bytes.Buffer
		s := open(t, db, order.Kind{Questions: stock(scarce)}, store.WithLogger(slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelInfo}))))
		long := strings.Repeat("x", 10000)
		_, parameters := s.Create(ctx, "1", order.Params{Tries: 1000})
		if parameters == nil || parameters.Error() != `store: Order "1": the parameters: order: tries is 1000, must be from 1 to 99` {
			t.Errorf("%v", parameters)
		}
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		_, exists := s.Create(ctx, "1", order.DefaultParams())
		_, missing := s.Do(ctx, "2", order.CancelInput{})
		_, guard := s.Do(ctx, "1", order.PayInput{Amount: 7})
		_, illegal := s.Do(ctx, "1", order.PackInput{})
		_, id := s.Do(ctx, long, order.CancelInput{})
		_, key := s.Do(ctx, "1", order.CancelInput{}, store.WithKey(long))
		for _, err := range []error{parameters, id, key} {
			if !errors.As(err, new(*store.InvalidError)) {
				t.Errorf("%v", err)
			}
		}
		var refused *store.RefusedError
		if !errors.As(guard, &refused) || refused.ID != "1" || refused.Event != "Pay" || !errors.As(guard, new(*order.GuardRejectedError)) {
			t.Errorf("%v", guard)
		}
		if !errors.As(illegal, &refused) || refused.Event != "Pack" || !errors.As(illegal, new(*order.IllegalTransitionError)) {
			t.Errorf("%v", illegal)
		}
		if exists == nil || missing == nil {
			t.Error("no error")
		}
		if n := strings.Count(log.String(), "level=INFO"); n != 7 || strings.Count(log.String(), "level=") != 7 || log.Len() > 7*400 {
			t.Errorf("%d lines, %d bytes in\n%.4000s", n, log.Len(), log.String())
		}
	})
}

// TestStatus checks the HTTP status of errors, also of wrapped ones.
func TestStatus(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 200}, {&store.NotFoundError{}, 404}, {&store.RefusedError{Err: errors.New("x")}, 409}, {&store.ExistsError{}, 409}, {&store.KeyReusedError{}, 409},
		{&store.InvalidError{}, 400}, {&store.ConflictError{}, 503}, {&store.UncertainError{}, 503}, {&store.LoadError{Err: errors.New("x")}, 500}, {errors.New("x"), 500},
	} {
		err := test.err
		if err != nil {
			err = fmt.Errorf("wrapped: %w", err)
		}
		if got := store.Status(err); got != test.want {
			t.Errorf("%v: %d, want %d", err, got, test.want)
		}
	}
}

// TestUnanswered opens a store whose machines have guards that nobody answers.
func TestUnanswered(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		_, err := store.Open(t.Context(), db.DB, db.dialect, order.Kind{})
		if err == nil || err.Error() != "store: order.Kind: Questions is nil, so nobody answers the guards or delays of the machine" {
			t.Errorf("%v", err)
		}
	})
}

// TestJSON checks the names of records and entries in JSON.
func TestJSON(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		rec, err := s.Create(t.Context(), "1", order.DefaultParams())
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(rec)
		want := fmt.Sprintf(`{"id":"1","revision":1,"machine":%s,"state":"Draft","created":"2026-11-22T10:00:00.123456Z","updated":"2026-11-22T10:00:00.123456Z"}`, func() []byte { text, _ := rec.Machine.MarshalJSON(); return text }())
		if err != nil || string(text) != want {
			t.Errorf("got  %s\nwant %s, %v", text, want, err)
		}
		if _, err := s.Do(t.Context(), "1", order.CancelInput{}, store.WithKey("k")); err != nil {
			t.Fatal(err)
		}
		for e, err := range s.History(t.Context(), "1", 1) {
			text, refused := json.Marshal(e)
			if err != nil || refused != nil || string(text) != `{"revision":2,"event":"Cancel","key":"k","payload":{},"from":"Draft","to":"Cancelled","at":"2026-11-22T10:00:00.123456Z"}` {
				t.Errorf("%s, %v", text, err)
			}
		}
	})
}
