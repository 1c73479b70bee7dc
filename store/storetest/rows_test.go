package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestForged checks rows that no store has written: each operation has a clear error and
// leaves the database as it is.
func TestForged(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		for _, id := range []string{"1", "2"} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Do(ctx, "1", order.PayInput{Amount: 1}, store.WithKey("k")); err != nil {
			t.Fatal(err)
		}
		var good []byte
		if err := db.QueryRow("SELECT snapshot FROM fsm_machine WHERE id = '1'").Scan(&good); err != nil {
			t.Fatal(err)
		}
		forged := map[string][]byte{
			"empty object":   []byte(`{}`),
			"null":           []byte(`null`),
			"other state":    bytes.ReplaceAll(good, []byte("Paying"), []byte("Paid")),
			"other machine":  bytes.ReplaceAll(good, []byte("Order"), []byte("Lift")),
			"out of range":   bytes.ReplaceAll(good, []byte(`"left":2`), []byte(`"left":200`)),
			"newer variable": bytes.ReplaceAll(good, []byte(`"left":2`), []byte(`"left":2,"right":3`)),
			"wrong type":     bytes.ReplaceAll(good, []byte(`"left":2`), []byte(`"left":"2"`)),
			"not a time":     bytes.ReplaceAll(good, []byte(`"Open.Expire":"2`), []byte(`"Open.Expire":"x2`)),
			"not timers":     bytes.ReplaceAll(good, []byte(`"timers":{`), []byte(`"timers":7,"times":{`)),
		}
		if db.dialect == store.SQLite { // PostgreSQL stores only JSON.
			for _, n := range []int{0, 1, len(good) / 2, len(good) - 1} {
				forged[fmt.Sprintf("%d of %d bytes", n, len(good))] = good[:n]
			}
			forged["not UTF-8"] = bytes.ReplaceAll(good, []byte("Paying"), []byte("Pay\xff"))
			forged["text after it"] = append(bytes.Clone(good), "{}"...)
		}
		for name, snapshot := range forged {
			if bytes.Equal(snapshot, good) {
				t.Fatalf("%s: nothing is forged in %s", name, good)
			}
			if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1 WHERE id = '1'"), string(snapshot)); err != nil {
				t.Fatal(err)
			}
			before := dump(t, db)
			_, err1 := s.Get(ctx, "1")
			_, err2 := s.Do(ctx, "1", order.CancelInput{})
			_, err3 := s.Do(ctx, "1", order.PayInput{Amount: 1}, store.WithKey("k"))
			for _, err := range []error{err1, err2, err3} {
				var load *store.LoadError
				if !errors.As(err, &load) || load.Kind != "Order" || load.ID != "1" || load.Revision != 2 || load.Err == nil {
					t.Errorf("%s: %v", name, err)
				}
				if err != nil && !strings.HasPrefix(err.Error(), `store: cannot load Order "1", revision 2: `) {
					t.Errorf("%s: %v", name, err)
				}
			}
			if after := dump(t, db); after != before {
				t.Errorf("%s: the database has changed from\n%s\nto\n%s", name, before, after)
			}
			if _, err := s.Get(ctx, "2"); err != nil {
				t.Errorf("%s: another machine: %v", name, err)
			}
		}
	})
}

// TestUnknownTimer loads a row with a timer that this version of the spec does not have: the
// machine goes on without it.
func TestUnknownTimer(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		var snapshot string
		if err := db.QueryRow("SELECT snapshot FROM fsm_machine").Scan(&snapshot); err != nil {
			t.Fatal(err)
		}
		snapshot = strings.ReplaceAll(snapshot, "Open.Expire", "Open.Exile")
		if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1"), snapshot); err != nil {
			t.Fatal(err)
		}
		rec, err := s.Get(ctx, "1")
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := rec.Machine.Due(order.TimerDraftRemind); !ok {
			t.Error("a timer that is not forged has no due time")
		}
		if at, ok := rec.Machine.Due(order.TimerOpenExpire); ok {
			t.Errorf("a timer that the row does not have is due at %v", at)
		}
		if rec, err = s.Do(ctx, "1", order.CancelInput{}); err != nil || rec.Outcome != "failure" {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestForgedRevision checks a row whose revision is not that of the history.
func TestForgedRevision(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "1", order.PayInput{Amount: 1}); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE fsm_machine SET rev = 1"); err != nil {
			t.Fatal(err)
		}
		before := dump(t, db)
		_, err := s.Do(ctx, "1", order.CancelInput{})
		if err == nil || !strings.HasPrefix(err.Error(), `store: Order "1": insert the event: `) {
			t.Errorf("%v", err)
		}
		if after := dump(t, db); after != before {
			t.Errorf("the database has changed from\n%s\nto\n%s", before, after)
		}
	})
}

// place writes placeholders as the database takes them.
func place(db database, text string) string {
	if db.dialect == store.SQLite {
		return strings.ReplaceAll(text, "$", "?")
	}
	return text
}

// dump returns the contents of all tables.
func dump(t testing.TB, db database) string {
	t.Helper()
	var out strings.Builder
	for _, table := range []string{"fsm_machine ORDER BY kind, id", "fsm_history ORDER BY kind, id, rev", "fsm_timer ORDER BY kind, id, timer", "fsm_outbox ORDER BY kind, id, rev, n"} {
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s: %q\n", strings.Fields(table)[0], fmt.Sprint(values...))
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		rows.Close()
	}
	return out.String()
}
