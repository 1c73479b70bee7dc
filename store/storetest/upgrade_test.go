package storetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestUpgradeQueue opens tables of version 3, whose queue does not have the names of outputs: it gets them, and all outputs are
// delivered in their order.
func TestUpgradeQueue(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		scripts, err := store.Scripts(db.dialect)
		if err != nil {
			t.Fatal(err)
		}
		const at = "2026-11-22T10:00:00.000000Z"
		texts := append([]string{"CREATE TABLE fsm_schema (version INTEGER NOT NULL)", "INSERT INTO fsm_schema (version) VALUES (1), (2), (3)"}, scripts[:3]...)
		for id, first := range map[string]int{"charge": 2, "mail": 3, "busy": 3} {
			texts = append(texts, fmt.Sprintf("INSERT INTO fsm_queue (kind, id, rev, next, busy) VALUES ('Order', '%s', %d, '%s', %t)", id, first, at, id == "busy"))
			for rev, output := range map[int]string{2: "Charge", 3: "Mail", 4: "Send"} {
				if rev < first {
					continue
				}
				payload := map[string]string{"Charge": `{"amount":1}`, "Mail": `{"text":"t","count":0}`, "Send": `{"parcel":1}`}[output]
				texts = append(texts, fmt.Sprintf("INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, at) VALUES ('Order', '%s', %d, 0, '%s', '%s', '%s')", id, rev, output, payload, at))
			}
		}
		for _, text := range texts {
			if _, err := db.Exec(text); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
		}
		s := open(t, db, order.Kind{Questions: stock(always)})
		if n := count(t, db, misnamed); n != 0 || count(t, db, "fsm_queue WHERE output = 'Mail'") != 2 || count(t, db, "fsm_queue WHERE output = 'Charge'") != 1 {
			t.Errorf("%d rows have the wrong name", n)
		}
		b := &inbox{}
		work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
		got := map[string]string{}
		for _, d := range b.list() {
			got[d.ID] += fmt.Sprint(d.Revision, " ")
		}
		for id, want := range map[string]string{"charge": "2 3 4", "mail": "3 4", "busy": "3 4"} {
			if strings.TrimSpace(got[id]) != want {
				t.Errorf("%s has the deliveries %s, want %s", id, got[id], want)
			}
		}
	})
}
