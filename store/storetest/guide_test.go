package storetest

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestGuide runs the SQL of the guide to databases: queries, and the deletion of orders that have ended.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../../docs/database.md")
	if err != nil {
		t.Fatal(err)
	}
	var statements []string
	for _, block := range strings.Split(string(page), "```sql\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		for statement := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text), ";"), ";") {
			statements = append(statements, strings.TrimSpace(statement))
		}
	}
	if len(statements) < 4 {
		t.Fatalf("the guide has the statements %q", statements)
	}
	each(t, func(t *testing.T, db database) {
		now := &clock{time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)}
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(now.Now))
		// Before the date of the guide, "ended" has ended, "busy" too, but its outputs are not delivered.
		for _, step := range []struct {
			id     string
			events []order.Input
		}{
			{"ended", []order.Input{order.CancelInput{}}},
			{"busy", []order.Input{order.PayInput{Amount: 1}, order.DeclinedInput{Reason: order.ReasonFraud}}},
			{"paying", []order.Input{order.PayInput{Amount: 1}}},
			{"recent", []order.Input{order.CancelInput{}}},
		} {
			if step.id == "recent" {
				now.now = now.now.AddDate(1, 0, 0)
			}
			if _, err := s.Create(t.Context(), step.id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			for _, in := range step.events {
				if _, err := s.Do(t.Context(), step.id, "", in); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, statement := range statements {
			if strings.HasPrefix(statement, "DELETE") {
				if _, err := db.Exec(statement); err != nil {
					t.Errorf("%s: %v", statement, err)
				}
				continue
			}
			rows, err := db.Query(statement)
			if err != nil {
				t.Errorf("%s: %v", statement, err)
				continue
			}
			if !rows.Next() {
				t.Errorf("%s: no row: %v", statement, rows.Err())
			}
			rows.Close()
		}
		for table, want := range map[string]int{"fsm_machine": 3, "fsm_history": 7, "fsm_timer": 1, "fsm_outbox": 2} {
			if got := count(t, db, table); got != want {
				t.Errorf("%s has %d rows, want %d", table, got, want)
			}
		}
		if n := count(t, db, "fsm_machine WHERE id = 'ended'") + count(t, db, "fsm_history WHERE id = 'ended'"); n != 0 {
			t.Errorf("the old order has %d rows", n)
		}
	})
}

// TestFamilyPage wants the page on calls to have the specs and the program of package family.
func TestFamilyPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/stored-calls.md")
	if err != nil {
		t.Fatal(err)
	}
	for file, start := range map[string]string{"family.go": "// Shop has", "checkout/checkout.fsm.yaml": "machine:", "payment/payment.fsm.yaml": "machine:"} {
		text, err := os.ReadFile("family/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, found := strings.Cut(string(text), start); !found || !strings.Contains(string(page), start+rest) {
			t.Errorf("the page does not have %s", file)
		}
	}
}
