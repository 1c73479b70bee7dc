package storetest

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
	"github.com/fsmgen/fsmgen/store/storetest/order3"
)

// TestRefreshAddsVariable refreshes rows of a version that did not have a variable, so that the migration to the next
// version reads them. A snapshot that has other spaces, and its members in another order, is up to date.
func TestRefreshAddsVariable(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		for _, id := range []string{"earlier", "reordered", "present"} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Do(ctx, id, order.PayInput{Amount: 1}); err != nil {
				t.Fatal(err)
			}
		}
		for id, edit := range map[string]func(string) string{
			"earlier": func(snapshot string) string { return strings.Replace(snapshot, `"noted":false,`, "", 1) },
			"reordered": func(snapshot string) string {
				var members map[string]json.RawMessage
				if err := json.Unmarshal([]byte(snapshot), &members); err != nil {
					t.Fatal(err)
				}
				text := `{ "vars" : ` + string(members["vars"])
				for name, value := range members {
					if name != "vars" {
						text += `, "` + name + `": ` + string(value)
					}
				}
				return text + "}"
			},
		} {
			var snapshot string
			if err := db.QueryRow(place(db, "SELECT snapshot FROM fsm_machine WHERE id = $1"), id).Scan(&snapshot); err != nil {
				t.Fatal(err)
			}
			text := edit(snapshot)
			if text == snapshot {
				t.Fatalf("%s: the edit changes nothing", id)
			}
			if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1 WHERE id = $2"), text, id); err != nil {
				t.Fatal(err)
			}
		}
		next, err := store.Open(ctx, db.DB, db.dialect, order3.Kind{Questions: stock(always)}, store.WithMigration((&carriers{}).migrate))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(next.Close)
		if _, err := next.Get(ctx, "earlier"); !errors.As(err, new(*store.LoadError)) || !strings.Contains(err.Error(), "no member noted") {
			t.Errorf("before Refresh: %v", err)
		}
		due := dueRows(t, db)
		if n, err := s.Refresh(ctx); n != 1 || err != nil {
			t.Errorf("%d rows have changed, %v", n, err)
		}
		for id, want := range map[string]int64{"earlier": 3, "reordered": 2, "present": 2} {
			if rec, err := next.Get(ctx, id); err != nil || rec.State != "Billing" || rec.Revision != want {
				t.Errorf("%s: %+v, %v", id, rec, err)
			}
		}
		for e, err := range s.History(ctx, "earlier", 2) {
			if err != nil || e.Event != "" || e.From != "Paying" || e.To != "Paying" || !strings.Contains(string(e.Payload), `"noted":false`) {
				t.Errorf("%+v, %v", e, err)
			}
		}
		for name, at := range dueRows(t, db) {
			if !at.Equal(due[name]) {
				t.Errorf("%s is due at %v, want %v", name, at, due[name])
			}
		}
		before := dump(t, db)
		if n, err := s.Refresh(ctx); n != 0 || err != nil || dump(t, db) != before {
			t.Errorf("the second time, %d rows have changed, %v", n, err)
		}
	})
}
