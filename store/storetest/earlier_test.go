package storetest

import (
	_ "embed"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// earlierSQLite and earlierPostgreSQL are the rows of machines as they were stored before the starts of timers had numbers.
var (
	//go:embed testdata/earlier.sqlite.sql
	earlierSQLite string
	//go:embed testdata/earlier.postgresql.sql
	earlierPostgreSQL string
)

// TestEarlier goes on with rows that an earlier version has written: their timers fire once for each start, and their machines take events.
func TestEarlier(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		rows := earlierPostgreSQL
		if db.dialect == store.SQLite {
			rows = earlierSQLite
		}
		scripts, err := store.Scripts(db.dialect)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"CREATE TABLE fsm_schema (version INTEGER NOT NULL)", "INSERT INTO fsm_schema (version) VALUES (1), (2)", scripts[0], scripts[1], rows,
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		is := func(id string, state order.State, timer order.Timer, start int, runs bool) {
			t.Helper()
			rec, err := s.Get(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			if n, ok := rec.Machine.TimerStart(timer); rec.Machine.State() != state || n != start || ok != runs {
				t.Errorf("%s is in %v, start %d of %v runs: %t; want %v, %d, %t", id, rec.Machine.State(), n, timer, ok, state, start, runs)
			}
		}
		is("draft", order.StateDraft, order.TimerDraftRemind, 1, true)
		is("draft", order.StateDraft, order.TimerOpenExpire, 1, true)
		is("cancelled", order.StateCancelled, order.TimerOpenExpire, 0, false)
		if _, err := s.Do(ctx, "paying", order.ChargedInput{Receipt: "r"}); err != nil {
			t.Fatal(err)
		}
		is("paying", order.StatePacking, order.TimerPackingLost, 1, true)
		for reminder := 1; reminder <= 2; reminder++ {
			c.now = c.now.Add(time.Hour + time.Second)
			reminded := func() bool {
				return count(t, db, "fsm_history WHERE id = 'draft' AND timer = 'Draft.Remind'") == reminder && count(t, db, "fsm_outbox") == 0
			}
			work(t, s, (&inbox{}).deliver, reminded)
			is("draft", order.StateDraft, order.TimerDraftRemind, reminder+1, true)
		}
		is("draft", order.StateDraft, order.TimerOpenExpire, 1, true)
		is("packing", order.StatePacking, order.TimerPackingLost, 1, true) // its event has been ignored
		c.now = c.now.Add(22 * time.Hour)
		work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_machine WHERE state = 'Cancelled'") == 2 })
		is("draft", order.StateCancelled, order.TimerDraftRemind, 3, false)
		if n := count(t, db, "fsm_history WHERE timer IS NOT NULL AND NOT ignored"); n != 3 {
			t.Errorf("timers have caused %d events, want 3", n)
		}
	})
}
