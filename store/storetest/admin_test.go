package storetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// admins returns both admins of orders: that of the store, and one that knows the rows only.
func admins(t *testing.T, db database, s *orders) map[string]*store.Admin {
	t.Helper()
	a, err := store.OpenAdmin(t.Context(), db.DB, db.dialect, "Order")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return map[string]*store.Admin{"store": s.Admin(), "rows": a}
}

// TestCounts counts machines, outputs, and timers.
func TestCounts(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		first := c.now.Truncate(time.Microsecond)
		for _, id := range []string{"draft", "old"} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		paying(t, db, s, "dead") // Its output is dead.
		c.now = c.now.Add(2 * time.Hour)
		second := c.now.Truncate(time.Microsecond)
		if _, err := s.Do(ctx, "draft", order.NoteInput{}); err != nil {
			t.Fatal(err)
		}
		pay(t, s, "waiting")
		if _, err := s.Create(ctx, "over", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "over", order.CancelInput{}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"UPDATE fsm_timer SET error = 'no' WHERE id = 'draft' AND timer = 'Draft.Remind'", "UPDATE fsm_outbox SET error = 'no' WHERE id = 'waiting'",
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		c.now = c.now.Add(time.Minute)
		got, err := s.Admin().Counts(ctx, time.Hour, 24*time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		want := store.Counts{
			Kind: "Order", At: c.now.Truncate(time.Microsecond),
			Machines: []store.MachineCount{
				{State: "Cancelled", Outcome: "failure", Machines: 1, Oldest: second, Older: []int{0, 0}},
				{State: "Draft", Machines: 2, Oldest: first, Older: []int{1, 0}},
				{State: "Paying", Machines: 2, Oldest: first, Older: []int{1, 0}},
			},
			Outputs: []store.OutputCount{{Output: "Charge", Waiting: 1, Failing: 1, Dead: 1, Oldest: second}},
			Timers: []store.TimerCount{
				{Timer: "Draft.Remind", Timers: 2, Late: 2, Failing: 1, Next: first.Add(time.Hour)},
				{Timer: "Open.Expire", Timers: 4, Next: first.Add(24 * time.Hour)},
			},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nwant %+v", got, want)
		}
		rows := admins(t, db, s)["rows"]
		if got, err = rows.Counts(ctx); err != nil {
			t.Fatal(err)
		}
		if got.Machines[1].Machines != 2 || len(got.Machines[1].Older) != 0 || got.Outputs[0].Dead != 1 || time.Since(got.At) > time.Minute || got.Timers[0].Late != 2 {
			t.Errorf("%+v", got)
		}
	})
}

// TestEmpty asks for what is not there: no data is an error, and never looks like no problem.
func TestEmpty(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		var schema *store.SchemaError
		if _, err := store.OpenAdmin(ctx, db.DB, db.dialect, "Order"); !errors.As(err, &schema) || schema.Found != 0 || !strings.Contains(err.Error(), "no tables") {
			t.Errorf("%v", err)
		}
		s := open(t, db, order.Kind{Questions: stock(always)})
		empty := func(err error, kinds ...string) {
			t.Helper()
			var none *store.EmptyError
			if !errors.As(err, &none) || store.Status(err) != 404 || !slices.Equal(none.Kinds, kinds) || !strings.Contains(err.Error(), strings.Join(kinds, ", ")) {
				t.Errorf("%v", err)
			}
		}
		_, err := store.OpenAdmin(ctx, db.DB, db.dialect, "Order")
		empty(err)
		_, err = s.Admin().Counts(ctx)
		empty(err)
		_, err = s.Admin().Retain(ctx, store.Retention{Ended: time.Now()})
		empty(err)
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("INSERT INTO fsm_machine SELECT 'Another', id, rev, state, outcome, snapshot, created, updated FROM fsm_machine"); err != nil {
			t.Fatal(err)
		}
		_, err = store.OpenAdmin(ctx, db.DB, db.dialect, "order")
		empty(err, "Another", "Order")
		if kinds, err := store.Kinds(ctx, db.DB, db.dialect); err != nil || !slices.Equal(kinds, []string{"Another", "Order"}) {
			t.Errorf("%v, %v", kinds, err)
		}
		a := admins(t, db, s)["rows"]
		if _, err := db.Exec("DELETE FROM fsm_machine WHERE kind = 'Order'"); err != nil {
			t.Fatal(err)
		}
		_, err = a.Counts(ctx)
		empty(err, "Another")
		_, err = a.Retain(ctx, store.Retention{History: time.Now()})
		empty(err, "Another")
		for _, each := range []struct {
			open func() (*store.Admin, error)
			want string
		}{
			{func() (*store.Admin, error) { return store.OpenAdmin(ctx, nil, db.dialect, "Order") }, "store: the database is nil"},
			{func() (*store.Admin, error) { return store.OpenAdmin(ctx, db.DB, 0, "Order") }, "store: the dialect is 0, want SQLite or PostgreSQL"},
			{func() (*store.Admin, error) { return store.OpenAdmin(ctx, db.DB, db.dialect, "") }, "store: : the kind is empty"},
		} {
			if _, err := each.open(); err == nil || err.Error() != each.want {
				t.Errorf("%v, want %s", err, each.want)
			}
		}
		if _, err := db.Exec("DELETE FROM fsm_schema WHERE version = (SELECT MAX(version) FROM fsm_schema)"); err != nil {
			t.Fatal(err)
		}
		if _, err := store.OpenAdmin(ctx, db.DB, db.dialect, "Another"); !errors.As(err, &schema) || schema.Found != versions-1 || !strings.Contains(err.Error(), "Migrate") {
			t.Errorf("%v", err)
		}
	})
}

// TestLetters selects dead letters by machine, output, and time, in several pages.
func TestLetters(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		start := time.Now()
		d := paying(t, db, s, "1")
		var failed time.Time
		for name, a := range admins(t, db, s) {
			letters, err := store.Collect(a.DeadLetters(ctx, store.Letters{}))
			if err != nil || len(letters) != 1 || letters[0].Key != d.Key {
				t.Fatalf("%s: %+v, %v", name, letters, err)
			}
			failed = letters[0].Failed
			if l := letters[0]; failed.Before(start.Add(-time.Second)) || failed.After(time.Now().Add(time.Second)) || l.Emitted.Before(start.Add(-time.Second)) {
				t.Errorf("%+v", l)
			}
			if text, err := json.Marshal(letters[0]); err != nil || !strings.Contains(string(text), `"emitted":"20`) || !strings.Contains(string(text), `"failed":"20`) {
				t.Errorf("%s, %v", text, err)
			}
		}
		// Others that died an hour earlier, of which one has no time, and another output.
		const n = 230
		earlier := failed.Add(-time.Hour).UTC().Format("2006-01-02T15:04:05.000000Z")
		for _, text := range []string{
			fmt.Sprintf(`WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %d)
INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, attempts, dead, error, at, failed)
SELECT kind, id || '/' || i, rev, n, 'Mail', payload, attempts, dead, error, at, '%s' FROM fsm_outbox, c`, n, earlier),
			"UPDATE fsm_outbox SET failed = NULL WHERE id = '1/7'",
			"UPDATE fsm_outbox SET output = 'Charge' WHERE id = '1/8'",
		} {
			if db.dialect == store.PostgreSQL {
				text = strings.Replace(text, "'"+earlier+"'", "'"+earlier+"'::timestamptz", 1)
			}
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		for want, each := range map[string]store.Letters{
			"231 1 1/99":   {},
			"1 1/7 1/7":    {ID: "1/7"},
			"2 1 1/8":      {Output: "Charge"},
			"1 1/8 1/8":    {Output: "Charge", ID: "1/8"},
			"0":            {Output: "charge"},
			"1 1 1":        {From: failed},
			"230 1/1 1/99": {Until: failed},
			"229 1/1 1/99": {From: failed.Add(-time.Hour), Until: failed},
			"1 1/7 1/7 ":   {Until: failed.Add(-time.Hour)},
		} {
			for name, a := range admins(t, db, s) {
				letters, err := store.Collect(a.DeadLetters(ctx, each))
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(len(letters))
				if len(letters) > 0 {
					got += " " + letters[0].ID + " " + letters[len(letters)-1].ID
				}
				if got != strings.TrimSpace(want) {
					t.Errorf("%s, %+v: %s, want %s", name, each, got, want)
				}
			}
		}
		// A loop can handle what it reads.
		a := admins(t, db, s)["rows"]
		for l, err := range a.DeadLetters(ctx, store.Letters{Output: "Mail"}) {
			if err == nil {
				err = a.Discard(ctx, l.Key)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Redeliver(ctx, d.Key); err != nil {
			t.Fatal(err)
		}
		if left := count(t, db, "fsm_outbox WHERE dead"); left != 1 {
			t.Errorf("%d dead letters are left", left)
		}
	})
}
