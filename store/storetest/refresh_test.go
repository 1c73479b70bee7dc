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
	"github.com/fsmgen/fsmgen/store/storetest/order2"
)

// patient answers what an order of the next version asks.
type patient struct{ stock }

func (patient) Patience(left int) time.Duration { return time.Duration(left) * time.Minute }

// TestRefresh deploys the next version of a spec: rows get their present names, and new timers start.
func TestRefresh(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		old := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		events := map[string][]order.Input{
			"draft":     nil,
			"paying":    {order.PayInput{Amount: 1}},
			"packing":   {order.PayInput{Amount: 1}, order.ChargedInput{Receipt: "r"}},
			"cancelled": {order.CancelInput{}},
			"broken":    {order.PayInput{Amount: 1}},
		}
		for id, inputs := range events {
			if _, err := old.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			for _, in := range inputs {
				if _, err := old.Do(ctx, id, in); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n, err := old.Refresh(ctx); n != 0 || err != nil {
			t.Errorf("%d rows have changed although the version is the same, %v", n, err)
		}
		for i := range 12 {
			text := "INSERT INTO fsm_machine SELECT kind, 'broken%d', rev, state, outcome, '{}', created, updated FROM fsm_machine WHERE id = 'broken'"
			if _, err := db.Exec(fmt.Sprintf(text, i)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Exec("DELETE FROM fsm_machine WHERE id = 'broken'"); err != nil {
			t.Fatal(err)
		}
		due := dueRows(t, db)

		c.now = c.now.Add(30 * time.Second)
		asked := 0
		s, err := store.Open(ctx, db.DB, db.dialect, order2.Kind{Questions: patient{func(int) bool { asked++; return true }}}, store.WithClock(c.Now))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		rewritten, err := s.Refresh(ctx)
		var load *store.LoadError
		if rewritten != 4 || !errors.As(err, &load) || strings.Count(err.Error(), "cannot load") != 10 ||
			!strings.HasSuffix(err.Error(), "\nstore: 2 more rows of Order cannot be loaded") {
			t.Errorf("%d rows have changed, %v", rewritten, err)
		}
		if got := count(t, db, "fsm_machine WHERE CAST(snapshot AS TEXT) = '{}'"); got != 12 {
			t.Errorf("%d rows that cannot be loaded are as before", got)
		}
		for id, want := range map[string]string{
			"draft":     "2 Basket ",
			"paying":    "3 Paying ",
			"packing":   "4 Packing ", // the starts of its timers have other names
			"cancelled": "3 Cancelled dropped",
		} {
			var rev int
			var state, outcome string
			if err := db.QueryRow(place(db, "SELECT rev, state, outcome FROM fsm_machine WHERE id = $1"), id).Scan(&rev, &state, &outcome); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(rev, " ", state, " ", outcome); got != want {
				t.Errorf("%s: %q, want %q", id, got, want)
			}
		}
		now := dueRows(t, db)
		for _, same := range [][2]string{
			{"draft Open.Expire", "draft Unsent.Expire"},
			{"draft Draft.Remind", "draft Basket.Remind"},
			{"paying Open.Expire", "paying Unsent.Expire"},
			{"packing Packing.Lost", "packing Packing.Lost"},
		} {
			if at, ok := now[same[1]]; !ok || !at.Equal(due[same[0]]) {
				t.Errorf("%s is due at %v, want %v", same[1], at, due[same[0]])
			}
			delete(now, same[1])
		}
		if at, want := now["paying Paying.Unpaid"], c.now.Add(2*time.Minute).Truncate(time.Microsecond); !at.Equal(want) {
			t.Errorf("the new timer is due at %v, want %v", at, want)
		}
		delete(now, "paying Paying.Unpaid")
		delete(now, "broken Open.Expire")
		if len(now) > 0 {
			t.Errorf("other timers: %v", now)
		}
		// The history says what has happened, and a replay can continue from it.
		for e, err := range s.History(ctx, "draft", 1) {
			if err != nil || e.Event != "" || e.From != "Draft" || e.To != "Basket" || !strings.Contains(string(e.Payload), `"Basket"`) {
				t.Errorf("%+v, %v", e, err)
			}
		}
		if _, err := db.Exec("DELETE FROM fsm_machine WHERE id LIKE 'broken%'"); err != nil {
			t.Fatal(err)
		}
		before := dump(t, db)
		if n, err := s.Refresh(ctx); n != 0 || err != nil || dump(t, db) != before {
			t.Errorf("the second time, %d rows have changed, %v", n, err)
		}
		if asked != 0 {
			t.Errorf("%d questions", asked)
		}

		// The new timer fires.
		c.now = c.now.Add(3 * time.Minute)
		stop, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		go func() {
			for count(t, db, "fsm_machine WHERE state = 'Refused'") == 0 && stop.Err() == nil {
				time.Sleep(2 * time.Millisecond)
			}
			cancel()
		}()
		if err := s.Worker(nil, store.WithPoll(5*time.Millisecond)).Run(stop); err != nil {
			t.Error(err)
		}
		if rec, err := s.Get(ctx, "paying"); err != nil || rec.State != "Refused" {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestRefreshWhileEventsArrive sends events during a refresh: none of both is lost.
func TestRefreshWhileEventsArrive(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		old := open(t, db, order.Kind{Questions: stock(always)})
		const n = 20
		for i := range n {
			if _, err := old.Create(ctx, fmt.Sprint(i), order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		s, err := store.Open(ctx, db.DB, db.dialect, order2.Kind{Questions: patient{always}}, store.WithAttempts(1000))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range n {
				for range 3 {
					if _, err := s.Do(ctx, fmt.Sprint(n-1-i), order2.NoteInput{Text: "x"}); err != nil {
						t.Error(err)
					}
				}
			}
		}()
		if _, err := s.Refresh(ctx); err != nil {
			t.Error(err)
		}
		<-done
		if got := count(t, db, "fsm_history WHERE event = 'Note'"); got != 3*n {
			t.Errorf("%d events", got)
		}
		if got := count(t, db, "fsm_machine WHERE state = 'Basket'"); got != n {
			t.Errorf("%d machines have the new name", got)
		}
		if got := count(t, db, "fsm_timer WHERE timer IN ('Unsent.Expire', 'Basket.Remind')"); got != 2*n || count(t, db, "fsm_timer") != 2*n {
			t.Errorf("%d timers", got)
		}
	})
}

// dueRows returns when timers are due, by machine and name.
func dueRows(t testing.TB, db database) map[string]time.Time {
	t.Helper()
	rows, err := db.Query("SELECT id || ' ' || timer, due FROM fsm_timer")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	due := map[string]time.Time{}
	for rows.Next() {
		var name string
		var at any
		if err := rows.Scan(&name, &at); err != nil {
			t.Fatal(err)
		}
		switch at := at.(type) {
		case time.Time:
			due[name] = at
		case string:
			if due[name], err = time.Parse(time.RFC3339Nano, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return due
}

// TestRenamedTogether fires two timers that are due at the same time and have other names in this version. The
// machine ignores the event of one, so it does not change.
func TestRenamedTogether(t *testing.T) {
	for name, refresh := range map[string]bool{"as they are": false, "refreshed": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, db database) {
				ctx := t.Context()
				c := newClock()
				old := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
				p := order.DefaultParams()
				p.Reminders = 0
				rec, err := old.Create(ctx, "1", p)
				if err != nil {
					t.Fatal(err)
				}
				at := func(timer order.Timer) string {
					due, _ := rec.Machine.Due(timer)
					return due.Format(time.RFC3339Nano)
				}
				snapshot, err := rec.Machine.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				text := strings.ReplaceAll(string(snapshot), at(order.TimerOpenExpire), at(order.TimerDraftRemind))
				if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1"), text); err != nil {
					t.Fatal(err)
				}
				if _, err := db.Exec("UPDATE fsm_timer SET due = (SELECT MIN(due) FROM fsm_timer), next = (SELECT MIN(due) FROM fsm_timer)"); err != nil {
					t.Fatal(err)
				}
				s, err := store.Open(ctx, db.DB, db.dialect, order2.Kind{Questions: patient{always}}, store.WithClock(c.Now))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Close)
				if refresh {
					if n, err := s.Refresh(ctx); n != 1 || err != nil {
						t.Errorf("%d rows, %v", n, err)
					}
				}
				c.now = c.now.Add(2 * time.Hour)
				stop, cancel := context.WithTimeout(ctx, 10*time.Second)
				defer cancel()
				go func() {
					for count(t, db, "fsm_timer") > 0 && stop.Err() == nil {
						time.Sleep(2 * time.Millisecond)
					}
					cancel()
				}()
				if err := s.Worker(nil, store.WithPoll(5*time.Millisecond), store.WithParallel(1)).Run(stop); err != nil {
					t.Error(err)
				}
				if got, err := s.Get(ctx, "1"); err != nil || got.State != "Cancelled" {
					t.Errorf("%+v, %v", got, err)
				}
			})
		})
	}
}
