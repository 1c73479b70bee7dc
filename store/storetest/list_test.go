package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
	"github.com/fsmgen/fsmgen/store/storetest/order2"
	"github.com/fsmgen/fsmgen/store/storetest/order3"
)

// TestListRenamed lists machines by the present names of their states, before Refresh has written them.
func TestListRenamed(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		old := open(t, db, order.Kind{Questions: stock(always)})
		const n = 230
		for i := range n {
			id := fmt.Sprintf("%03d", i)
			if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			if i%2 == 1 {
				if _, err := old.Do(ctx, id, order.PayInput{Amount: 1}); err != nil {
					t.Fatal(err)
				}
			}
		}
		s, err := store.Open(ctx, db.DB, db.dialect, order2.Kind{Questions: patient{always}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		list := func(selections ...store.Selection) (ids []string) {
			for rec, err := range s.List(ctx, selections...) {
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, rec.ID)
			}
			return ids
		}
		check := func(when string) {
			t.Helper()
			for name, test := range map[string]struct {
				selections []store.Selection
				n          int
				first      string
			}{
				"renamed":   {[]store.Selection{store.In(order2.StateBasket)}, n / 2, "000"},
				"text":      {[]store.Selection{store.In("Basket")}, n / 2, "000"},
				"same":      {[]store.Selection{store.In(order2.StatePaying)}, n / 2, "001"},
				"both":      {[]store.Selection{store.In(order2.StatePaying, order2.StateBasket)}, n, "000"},
				"old name":  {[]store.Selection{store.In("Draft")}, 0, ""},
				"empty":     {[]store.Selection{store.In(order2.StateSent)}, 0, ""},
				"limit":     {[]store.Selection{store.In(order2.StateBasket), store.Limit(105)}, 105, "000"},
				"limit 100": {[]store.Selection{store.In(order2.StateBasket), store.Limit(100)}, 100, "000"},
				"after":     {[]store.Selection{store.In(order2.StateBasket), store.After("100"), store.Limit(3)}, 3, "102"},
				"running":   {[]store.Selection{store.In(order2.StateBasket), store.Running()}, n / 2, "000"},
			} {
				if got := list(test.selections...); len(got) != test.n || test.n > 0 && got[0] != test.first {
					t.Errorf("%s, %s: %d machines, %.5q", when, name, len(got), got)
				}
			}
		}
		check("before Refresh")
		if _, err := s.Do(ctx, "000", order2.NoteInput{}); err != nil { // has the present name
			t.Fatal(err)
		}
		check("after an event")
		if _, err := s.Refresh(ctx); err != nil {
			t.Fatal(err)
		}
		check("after Refresh")
	})
}

// TestListMigrated lists machines whose rows need a migration. Without it, each row that could be in the state is an error.
func TestListMigrated(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		old := open(t, db, order.Kind{Questions: stock(always)})
		for _, id := range []string{"draft", "paying"} {
			if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := old.Do(ctx, "paying", order.PayInput{Amount: 1}); err != nil {
			t.Fatal(err)
		}
		for _, migrates := range []bool{false, true} {
			var options []store.Option
			if migrates {
				options = append(options, store.WithMigration((&carriers{}).migrate))
			}
			s, err := store.Open(ctx, db.DB, db.dialect, order3.Kind{Questions: stock(always)}, options...)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			for state, want := range map[order3.State]string{order3.StateBilling: "paying", order3.StateSent: ""} {
				var got string
				for rec, err := range s.List(ctx, store.In(state)) {
					switch {
					case err == nil:
						got += rec.ID
					case migrates || !errors.As(err, new(*store.LoadError)) || rec.ID != "paying":
						t.Errorf("%v: %+v, %v", state, rec, err)
					default:
						got += "error"
					}
				}
				if !migrates {
					want = "error"
				}
				if got != want {
					t.Errorf("%v, migration %t: %q", state, migrates, got)
				}
			}
		}
	})
}

// TestListMigratedBesideNew lists rows whose state this version also writes, but which a migration puts into another one.
func TestListMigratedBesideNew(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		kind := order.Kind{Questions: stock(always)}
		m, _, err := kind.Create(order.DefaultParams(), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := kind.Apply(m, order.PayInput{Amount: 1}, time.Now()); err != nil {
			t.Fatal(err)
		}
		paying, err := m.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		migrate := func(context.Context, string, []byte) ([]byte, error) { return paying, nil }
		s := open(t, db, kind, store.WithMigration(migrate))
		for _, id := range []string{"b", "c", "d"} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Exec("UPDATE fsm_machine SET snapshot = '{}'"); err != nil { // as an earlier version has written Draft
			t.Fatal(err)
		}
		check := func(when string, paying, draft string) {
			t.Helper()
			for state, want := range map[order.State]string{order.StatePaying: paying, order.StateDraft: draft} {
				got := ""
				for rec, err := range s.List(ctx, store.In(state)) {
					if err != nil {
						t.Fatal(err)
					}
					got += rec.ID
				}
				if got != want {
					t.Errorf("%s: %q are in %v, want %q", when, got, state, want)
				}
			}
		}
		check("at first", "bcd", "")
		for _, id := range []string{"a", "e"} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			check("with "+id+" in Draft", "bcd", map[string]string{"a": "a", "e": "ae"}[id])
		}
		if n, err := s.Refresh(ctx); err != nil || n != 3 {
			t.Errorf("%d rows, %v", n, err)
		}
		check("after Refresh", "bcd", "ae")
	})
}

// TestListUnreadable lists states while the only row of another state cannot be read: it is an error only where it can be
// in the state.
func TestListUnreadable(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		old := open(t, db, order.Kind{Questions: stock(always)})
		for _, id := range []string{"bad", "good", "lost"} {
			if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := old.Do(ctx, "good", order.PayInput{Amount: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE fsm_machine SET snapshot = '{}' WHERE id <> 'good'"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE fsm_machine SET state = 'Gone' WHERE id = 'lost'"); err != nil {
			t.Fatal(err)
		}
		refuse := func(context.Context, string, []byte) ([]byte, error) { return nil, errors.New("no migration") }
		for name, options := range map[string][]store.Option{"no migration": nil, "migration": {store.WithMigration(refuse)}} {
			s, err := store.Open(ctx, db.DB, db.dialect, order2.Kind{Questions: patient{always}}, options...)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			for state, want := range map[order2.State]string{
				order2.StateBasket: "bad error lost error ", // The row has the name of version 1.
				order2.StatePaying: "good lost error ",      // Nobody knows what Gone is.
				order2.StateSent:   "lost error ",
			} {
				got := ""
				for rec, err := range s.List(ctx, store.In(state)) {
					got += rec.ID + " "
					if errors.As(err, new(*store.LoadError)) {
						got += "error "
					} else if err != nil {
						t.Fatal(err)
					}
				}
				if got != want {
					t.Errorf("%s, %v: %q, want %q", name, state, got, want)
				}
			}
		}
		// A list can leave them out.
		skipped := ""
		all, err := store.Collect(old.List(ctx, store.Limit(1), store.SkipUnreadable(func(err *store.LoadError) { skipped += err.ID })))
		if err != nil || len(all) != 1 || all[0].ID != "good" || skipped != "bad" {
			t.Errorf("%+v, %v, skipped %q", all, err, skipped)
		}
		// The version that has written the rows knows their states, also by their texts.
		for rec, err := range old.List(ctx, store.In("Paying")) {
			if rec.ID == "bad" {
				t.Errorf("%+v, %v", rec, err)
			}
		}
	})
}

// TestListCanceled lists with a context that has ended.
func TestListCanceled(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		seen := 0
		for _, err := range s.List(ctx, store.In(order.StateDraft)) {
			if seen++; !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		}
		if seen != 1 {
			t.Errorf("%d elements", seen)
		}
	})
}
