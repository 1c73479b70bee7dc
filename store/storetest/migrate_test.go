package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
	"github.com/fsmgen/fsmgen/store/storetest/order3"
)

// carriers are the values that version 3 of the order needs, by ID. It counts how often it is asked.
type carriers struct {
	of    map[string]string
	asked int
}

func (c *carriers) migrate(_ context.Context, id string, snapshot []byte) ([]byte, error) {
	c.asked++
	return order3.Decisions{PackingCarrier: func(order3.Stored) (string, error) {
		if carrier, ok := c.of[id]; ok {
			return carrier, nil
		}
		return "", errors.New("no carrier is known")
	}}.Migrate(snapshot)
}

// TestMigration deploys a version that refuses stored machines, with the code of fsmgen migrate.
func TestMigration(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		old := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		pay, charged := order.PayInput{Amount: 1}, order.ChargedInput{Receipt: "r"}
		for id, inputs := range map[string][]order.Input{
			"draft": nil, "paying": {pay}, "packing": {pay, charged}, "sending": {pay, charged}, "unknown": {pay, charged}, "cancelled": {order.CancelInput{}},
		} {
			if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			for _, in := range inputs {
				if _, err := old.Do(ctx, id, in); err != nil {
					t.Fatal(err)
				}
			}
		}
		due := dueRows(t, db)
		open3 := func(options ...store.Option) *store.Store[*order3.Machine, order3.Params, order3.Input, order3.Output] {
			s, err := store.Open(ctx, db.DB, db.dialect, order3.Kind{Questions: stock(always)}, append(options, store.WithClock(c.Now))...)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			return s
		}
		var load *store.LoadError
		without := open3()
		for _, id := range []string{"paying", "packing"} {
			if _, err := without.Get(ctx, id); !errors.As(err, &load) {
				t.Errorf("%s, without the migration: %v", id, err)
			}
		}

		known := &carriers{of: map[string]string{"packing": "mule", "sending": "ship"}}
		s := open3(store.WithMigration(known.migrate))
		if rec, err := s.Get(ctx, "paying"); err != nil || rec.State != "Billing" || rec.Revision != 2 {
			t.Errorf("%+v, %v", rec, err)
		}
		if rec, err := s.Get(ctx, "draft"); err != nil || rec.State != "Draft" || known.asked != 1 {
			t.Errorf("%+v, %v, asked %d times", rec, err, known.asked)
		}
		if rec, err := s.Do(ctx, "sending", order3.PackInput{}); err != nil || rec.State != "Packing" || rec.Revision != 4 {
			t.Errorf("%+v, %v", rec, err)
		} else if carrier := carrierOf(rec.Machine); carrier != "ship" {
			t.Errorf("the carrier is %q", carrier)
		}
		before := dump(t, db)
		if _, err := s.Get(ctx, "unknown"); !errors.As(err, &load) || !strings.Contains(err.Error(), "order3: ") ||
			!strings.HasSuffix(err.Error(), "\nmigration: order3: migrate: Decisions.PackingCarrier: no carrier is known") {
			t.Errorf("%v", err)
		}
		if _, err := s.Do(ctx, "unknown", order3.PackInput{}); !errors.As(err, &load) {
			t.Errorf("%v", err)
		}
		if after := dump(t, db); after != before {
			t.Errorf("a migration that fails changes the database from\n%s\nto\n%s", before, after)
		}

		// The event has rewritten one row, Refresh does so with the others.
		rewritten, err := s.Refresh(ctx)
		if rewritten != 2 || !errors.As(err, &load) || load.ID != "unknown" {
			t.Errorf("%d rows, %v", rewritten, err)
		}
		known.of["unknown"] = "pigeon"
		if n, err := s.Refresh(ctx); n != 1 || err != nil {
			t.Errorf("%d rows, %v", n, err)
		}
		known.asked = 0
		before = dump(t, db)
		if n, err := s.Refresh(ctx); n != 0 || err != nil || known.asked != 0 || dump(t, db) != before {
			t.Errorf("%d rows, %v, asked %d times", n, err, known.asked)
		}
		for id, want := range map[string]string{"packing": "mule", "unknown": "pigeon", "sending": "ship"} {
			if rec, err := without.Get(ctx, id); err != nil || carrierOf(rec.Machine) != want {
				t.Errorf("%+v, %v", rec, err)
			}
		}
		for e, err := range s.History(ctx, "packing", 3) {
			if err != nil || e.Event != "" || e.From != "Packing" || e.To != "Packing" || !strings.Contains(string(e.Payload), "mule") {
				t.Errorf("%+v, %v", e, err)
			}
		}
		// Timers are due when they were.
		for name, at := range dueRows(t, db) {
			if !strings.HasPrefix(name, "sending") && !at.Equal(due[name]) {
				t.Errorf("%s is due at %v, want %v", name, at, due[name])
			}
		}
	})
}

func carrierOf(m *order3.Machine) string {
	carrier, _ := m.Carrier()
	return carrier
}

// TestMigrationFires fires a timer of a row that the version refuses.
func TestMigrationFires(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		old := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		if _, err := old.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := old.Do(ctx, "1", order.PayInput{}); err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(ctx, db.DB, db.dialect, order3.Kind{Questions: stock(always)}, store.WithClock(c.Now), store.WithMigration((&carriers{}).migrate))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		c.now = c.now.Add(25 * time.Hour)
		stop, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		go func() {
			for count(t, db, "fsm_timer") > 0 && stop.Err() == nil {
				time.Sleep(2 * time.Millisecond)
			}
			cancel()
		}()
		if err := s.Worker(nil, store.WithPoll(5*time.Millisecond)).Run(stop); err != nil {
			t.Error(err)
		}
		if rec, err := s.Get(ctx, "1"); err != nil || rec.State != "Cancelled" {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestMigrationWrong has a function that returns something else than a snapshot of this version.
func TestMigrationWrong(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithMigration(func(_ context.Context, _ string, snapshot []byte) ([]byte, error) {
			return []byte(fmt.Sprintf("[%s]", snapshot)), nil
		}))
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE fsm_machine SET snapshot = '{}'"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Get(ctx, "1"); !errors.As(err, new(*store.LoadError)) || !strings.Contains(err.Error(), "\nthe result of the migration: ") {
			t.Errorf("%v", err)
		}
		if n, err := s.Refresh(ctx); n != 0 || !errors.As(err, new(*store.LoadError)) {
			t.Errorf("%d rows, %v", n, err)
		}
	})
}
