package storetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/conform"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestConform checks the histories of random orders, with timers, against their spec. Then it puts faults in, which are found
// where they are.
func TestConform(t *testing.T) {
	text, err := os.ReadFile("order/order.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	loaded, diags := spec.Load("order.fsm.yaml", text)
	if loaded.Machine == nil {
		t.Fatal(diags)
	}
	each(t, func(t *testing.T, db database) {
		r := sample.Rand(t)
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(scarce)}, store.WithClock(c.Now))
		const orders = 20
		for i := range orders {
			id := fmt.Sprint(i)
			create(t, s, id)
			for range 12 {
				events := []order.Input{
					order.PayInput{Amount: r.IntN(9)}, order.PayInput{Amount: 1}, order.ChargedInput{Receipt: "r"}, order.DeclinedInput{Reason: order.Reason(r.IntN(2))},
					order.PackInput{}, order.NoteInput{Text: "n"}, order.NoteInput{}, order.CancelInput{},
				}
				_, err := s.Do(t.Context(), id, events[r.IntN(len(events)-r.IntN(2))])
				if status := store.Status(err); status != 200 && status != 409 {
					t.Fatal(err)
				}
			}
			if i == orders/2 {
				c.now = c.now.Add(2 * time.Hour) // Reminders of half of the orders are due.
				work(t, s, (&inbox{}).deliver, func() bool { return count(t, db, "fsm_timer WHERE due < '2026-11-22T12:00:00Z'") == 0 })
			}
		}
		lines := histories(t, s, orders)
		report := conformance(t, loaded, lines)
		if len(report.Refused) > 0 || report.Runs != orders || report.Steps < orders*3 || len(report.Taken) < 5 {
			t.Errorf("%d runs, %d steps, %d transitions, %+v", report.Runs, report.Steps, len(report.Taken), report.Refused)
		}
		for range 10 {
			i := r.IntN(orders)
			id, rev := fmt.Sprint(i), count(t, db, fmt.Sprintf("fsm_history WHERE id = '%d'", i))
			if rev == 1 {
				continue
			}
			at := 2 + r.IntN(rev-1)
			for _, fault := range []string{"event = 'Ship'", "to_state = 'Lost'", "from_state = 'Lost'"} {
				text := fmt.Sprintf("UPDATE fsm_history SET %s WHERE id = '%s' AND rev = %d", fault, id, at)
				if _, err := db.Exec(text); err != nil {
					t.Fatal(err)
				}
				report := conformance(t, loaded, histories(t, s, orders))
				if len(report.Refused) != 1 || report.Refused[0].Record.ID != id || report.Refused[0].Record.Revision != int64(at) {
					t.Errorf("%s: %+v", text, report.Refused)
				}
				restore(t, db, lines, id, at)
			}
		}
	})
}

// line is an entry with its machine, as the documentation writes it.
type line struct {
	ID string `json:"id"`
	store.Entry
}

// histories returns the histories of orders as JSON lines.
func histories(t *testing.T, s *orders, n int) []byte {
	t.Helper()
	var out bytes.Buffer
	lines := json.NewEncoder(&out)
	for i := range n {
		id := fmt.Sprint(i)
		for e, err := range s.History(t.Context(), id, 0) {
			if err == nil {
				err = lines.Encode(line{id, e})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.Bytes()
}

// conformance checks JSON lines against a spec.
func conformance(t *testing.T, s *spec.Spec, lines []byte) conform.Report {
	t.Helper()
	records, err := conform.Read(bytes.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	report, err := conform.Check(s.Machine, records)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// restore writes an entry as it was.
func restore(t *testing.T, db database, lines []byte, id string, rev int) {
	t.Helper()
	for each := range bytes.Lines(lines) {
		var l line
		if err := json.Unmarshal(each, &l); err != nil {
			t.Fatal(err)
		}
		if l.ID == id && l.Revision == int64(rev) {
			text := place(db, "UPDATE fsm_history SET event = $1, from_state = $2, to_state = $3 WHERE id = $4 AND rev = $5")
			if _, err := db.Exec(text, l.Event, l.From, l.To, id, rev); err != nil {
				t.Fatal(err)
			}
		}
	}
}
