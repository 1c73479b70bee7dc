package storetest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestOrder follows an order from its creation to its end.
func TestOrder(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		ctx := t.Context()
		rec, err := s.Create(ctx, "17", order.DefaultParams())
		if err != nil || rec.ID != "17" || rec.Revision != 1 || rec.State != "Draft" || rec.Outcome != "" || rec.Repeated {
			t.Fatalf("%+v, %v", rec, err)
		}
		first := c.now.Truncate(time.Microsecond)
		if got := count(t, db, "fsm_timer WHERE timer IN ('Open.Expire', 'Draft.Remind') AND rev = 1"); got != 2 {
			t.Errorf("%d timers", got)
		}
		c.now = c.now.Add(time.Minute)
		if rec, err = s.Do(ctx, "17", order.PayInput{Amount: 5}, store.WithKey("k1")); err != nil || rec.Revision != 2 || rec.State != "Paying" || rec.Machine.Left() != 2 {
			t.Fatalf("%+v, %v", rec, err)
		}
		if !rec.Created.Equal(first) || !rec.Updated.Equal(first.Add(time.Minute)) {
			t.Errorf("times %v, %v", rec.Created, rec.Updated)
		}
		if got := count(t, db, "fsm_timer WHERE timer = 'Draft.Remind'"); got != 0 {
			t.Error("the timer of the state that was left runs")
		}
		// A repeated event changes nothing, even after others.
		for range 2 {
			if rec, err = s.Do(ctx, "17", order.PayInput{Amount: 5}, store.WithKey("k1")); err != nil || !rec.Repeated || rec.Revision != 2 {
				t.Fatalf("%+v, %v", rec, err)
			}
		}
		var reused *store.KeyReusedError
		for _, in := range []order.Input{order.PayInput{Amount: 6}, order.CancelInput{}} {
			if _, err = s.Do(ctx, "17", in, store.WithKey("k1")); !errors.As(err, &reused) || reused.Revision != 2 || reused.Event != "Pay" {
				t.Errorf("%+v: %v", in, err)
			}
		}
		// A refused event keeps its own error, and leaves no trace.
		var illegal *order.IllegalTransitionError
		if _, err = s.Do(ctx, "17", order.PackInput{}, store.WithKey("k2")); !errors.As(err, &illegal) || illegal.State != order.StatePaying {
			t.Errorf("%v", err)
		}
		if rec, err = s.Do(ctx, "17", order.NoteInput{Text: "ignored"}, store.WithKey("k2")); err != nil || rec.Revision != 3 || rec.State != "Paying" {
			t.Fatalf("%+v, %v", rec, err)
		}
		if rec, err = s.Do(ctx, "17", order.ChargedInput{Receipt: "r\x00\"'\\é"}); err != nil || rec.State != "Packing" {
			t.Fatalf("%+v, %v", rec, err)
		}
		for n := 1; n <= 9; n++ {
			if rec, err = s.Do(ctx, "17", order.PackInput{}); err != nil || rec.Revision != int64(4+n) {
				t.Fatalf("%+v, %v", rec, err)
			}
		}
		if rec.State != "Sent" || rec.Outcome != "success" {
			t.Errorf("%+v", rec)
		}
		if got := count(t, db, "fsm_timer"); got != 0 {
			t.Errorf("%d timers after the end", got)
		}
		if got := count(t, db, "fsm_outbox"); got != 1+2+9 {
			t.Errorf("%d outputs", got)
		}
		if _, err = s.Do(ctx, "17", order.CancelInput{}); !errors.As(err, &illegal) || illegal.State != order.StateSent {
			t.Errorf("%v", err)
		}
		got, err := s.Get(ctx, "17")
		if err != nil || got.Revision != rec.Revision || got.State != rec.State || !got.Updated.Equal(rec.Updated) {
			t.Errorf("%+v, %v, want %+v", got, err, rec)
		}
		var lines []string
		for e, err := range s.History(ctx, "17", 0) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Revision <= 5 {
				payload := string(e.Payload)
				if e.Revision == 1 {
					payload = "snapshot"
				}
				lines = append(lines, fmt.Sprintf("%d %s %q %s %s %s %v %v", e.Revision, e.Event, e.Key, payload, e.From, e.To, e.Ignored, e.At.Sub(first)))
			}
		}
		want := `1  "" snapshot  Draft false 0s
2 Pay "k1" {"amount":5} Draft Paying false 1m0s
3 Note "k2" {"text":"ignored"} Paying Paying true 1m0s
4 Charged "" {"receipt":"r\u0000\"'\\é"} Paying Packing false 1m0s
5 Pack "" {} Packing Packing false 1m0s`
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("history:\n%s\nwant:\n%s", got, want)
		}
		n := 0
		for e, err := range s.History(ctx, "17", 10) {
			if n++; err != nil || e.Revision != int64(10+n) {
				t.Errorf("%+v, %v", e, err)
			}
		}
		if n != 3 {
			t.Errorf("%d entries after revision 10", n)
		}
	})
}

// TestArguments checks IDs, keys, and events that a store refuses or must not misread.
func TestArguments(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		hostile := []string{"a", "'; DROP TABLE fsm_machine; --", `"`, "%", "_", "/../x", "\x01\n", "é", "\U0001F600", " ", "$1", "?1", strings.Repeat("x", 255), strings.Repeat("é", 127), "\uFFFD", "\u202e"}
		for i, id := range hostile {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Errorf("%q: %v", id, err)
			}
			rec, err := s.Do(ctx, id, order.PayInput{Amount: i}, store.WithKey(id))
			if err != nil || rec.ID != id || rec.Revision != 2 {
				t.Errorf("%q: %+v, %v", id, rec, err)
			}
			if rec, err = s.Do(ctx, id, order.PayInput{Amount: i}, store.WithKey(id)); err != nil || !rec.Repeated {
				t.Errorf("%q: %+v, %v", id, rec, err)
			}
		}
		if got := count(t, db, "fsm_machine"); got != len(hostile) {
			t.Errorf("%d machines, want %d", got, len(hostile))
		}
		var exists *store.ExistsError
		if _, err := s.Create(ctx, "a", order.DefaultParams()); !errors.As(err, &exists) || exists.ID != "a" {
			t.Errorf("%v", err)
		}
		var missing *store.NotFoundError
		if _, err := s.Get(ctx, "b"); !errors.As(err, &missing) {
			t.Errorf("%v", err)
		}
		if _, err := s.Do(ctx, "b", order.PackInput{}); !errors.As(err, &missing) {
			t.Errorf("%v", err)
		}
		for _, err := range s.History(ctx, "b", 0) {
			if !errors.As(err, &missing) {
				t.Errorf("%v", err)
			}
		}
		for _, err := range s.History(ctx, "a", 99) {
			t.Errorf("an entry after the last one, %v", err)
		}
		bad := map[string]string{
			"":                         `store: Order: the ID is empty`,
			"a\x00b":                   `store: Order "a\x00b": the ID contains a NUL character`,
			"a\xff":                    `store: Order "a\xff": the ID is not valid UTF-8`,
			strings.Repeat("x", 10000): `store: Order "` + strings.Repeat("x", 40) + `…" (10000 bytes): the ID has 10000 bytes, more than 255`,
			strings.Repeat("\U0001F600", 63) + "xxxx": "",
		}
		var invalid *store.InvalidError
		for id, want := range bad {
			_, err1 := s.Create(ctx, id, order.DefaultParams())
			_, err2 := s.Get(ctx, id)
			_, err3 := s.Do(ctx, id, order.PackInput{})
			var err4, err5 error
			for _, err4 = range s.History(ctx, id, 0) {
				break
			}
			for _, err5 = range s.List(ctx, store.After(id)) {
				break
			}
			if id == "" {
				err5 = err4 // it selects all
			}
			for _, err := range []error{err1, err2, err3, err4, err5} {
				if !errors.As(err, &invalid) || want != "" && err.Error() != want {
					t.Errorf("got  %v\nwant %s", err, want)
				}
			}
			if _, err := s.Do(ctx, "a", order.PackInput{}, store.WithKey(id)); id != "" && (!errors.As(err, &invalid) || !strings.Contains(err.Error(), "the key of the event")) {
				t.Errorf("%v", err)
			}
		}
		if _, err := s.Do(ctx, "a", nil); !errors.As(err, &invalid) {
			t.Errorf("%v", err)
		}
		if _, err := s.Create(ctx, "c", order.Params{Tries: 1000}); err == nil || count(t, db, "fsm_machine WHERE id = 'c'") != 0 {
			t.Errorf("parameters out of range: %v", err)
		}
	})
}

// TestList checks selections and pages.
func TestList(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		const n = 230
		for i := range n {
			id := fmt.Sprintf("%03d", i)
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			var err error
			switch i % 3 {
			case 1:
				_, err = s.Do(ctx, id, order.PayInput{})
			case 2:
				_, err = s.Do(ctx, id, order.CancelInput{})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		list := func(selections ...store.Selection) (ids []string) {
			for rec, err := range s.List(ctx, selections...) {
				if err != nil || rec.Machine.State().String() != rec.State {
					t.Fatalf("%+v, %v", rec, err)
				}
				ids = append(ids, rec.ID)
			}
			return ids
		}
		for name, test := range map[string]struct {
			selections []store.Selection
			n          int
			first      string
		}{
			"all":      {nil, n, "000"},
			"drafts":   {[]store.Selection{store.In(order.StateDraft)}, 77, "000"},
			"two":      {[]store.Selection{store.In(order.StateDraft, order.StateCancelled)}, 153, "000"},
			"texts":    {[]store.Selection{store.In("Paying")}, 77, "001"},
			"added":    {[]store.Selection{store.In("Paying"), store.In(order.StateDraft)}, 154, "000"},
			"none":     {[]store.Selection{store.In[string]()}, 0, ""},
			"unknown":  {[]store.Selection{store.In("x' OR 1=1 --", "\x00", "\xff")}, 0, ""},
			"running":  {[]store.Selection{store.Running()}, 154, "000"},
			"ended":    {[]store.Selection{store.Ended()}, 76, "002"},
			"after":    {[]store.Selection{store.After("200")}, 29, "201"},
			"limit":    {[]store.Selection{store.Limit(7), store.After("009")}, 7, "010"},
			"limit150": {[]store.Selection{store.Limit(150)}, 150, "000"},
			"limit200": {[]store.Selection{store.Limit(200)}, 200, "000"},
		} {
			got := list(test.selections...)
			if len(got) != test.n || test.n > 0 && got[0] != test.first {
				t.Errorf("%s: %d machines %v", name, len(got), got)
			}
			for i := 1; i < len(got); i++ {
				if got[i-1] >= got[i] {
					t.Errorf("%s: %s before %s", name, got[i-1], got[i])
				}
			}
		}
		for _, bad := range []store.Selection{store.In(7), store.In(order.State(99))} {
			seen := 0
			for _, err := range s.List(ctx, bad) {
				if seen++; err == nil {
					t.Error("no error")
				}
			}
			if seen != 1 {
				t.Errorf("%d elements", seen)
			}
		}
		// A row that cannot be loaded is one error in the list, and is untouched.
		if _, err := db.Exec("UPDATE fsm_machine SET snapshot = '{}' WHERE id = '100'"); err != nil {
			t.Fatal(err)
		}
		good := 0
		for rec, err := range s.List(ctx) {
			var load *store.LoadError
			if err == nil {
				good++
			} else if !errors.As(err, &load) || load.ID != "100" || load.Revision != 2 || rec.ID != "100" || rec.State != "Paying" {
				t.Errorf("%+v, %v", rec, err)
			}
		}
		if good != n-1 {
			t.Errorf("%d machines", good)
		}
	})
}

// TestConcurrent sends events to one machine from several goroutines: each is accepted once.
func TestConcurrent(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		const clients, events = 8, 10
		for c := range clients {
			wg.Go(func() {
				for i := range events {
					for range 2 { // each event twice
						if _, err := s.Do(ctx, "1", order.NoteInput{Text: "x"}, store.WithKey(fmt.Sprintf("%d/%d", c, i))); err != nil {
							t.Error(err)
						}
					}
				}
			})
			wg.Go(func() {
				var exists *store.ExistsError
				if _, err := s.Create(ctx, "1", order.DefaultParams()); !errors.As(err, &exists) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		rec, err := s.Get(ctx, "1")
		if err != nil || rec.Revision != 1+clients*events {
			t.Errorf("revision %d, %v", rec.Revision, err)
		}
		seen := map[string]bool{}
		for e, err := range s.History(ctx, "1", 1) {
			if err != nil || seen[e.Key] {
				t.Errorf("%+v, %v", e, err)
			}
			seen[e.Key] = true
		}
		if len(seen) != clients*events {
			t.Errorf("%d events", len(seen))
		}
	})
}

// TestTransaction stores rows of the caller with an event.
func TestTransaction(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		if _, err := db.Exec("CREATE TABLE mine (x INTEGER)"); err != nil {
			t.Fatal(err)
		}
		for _, commit := range []bool{false, true} {
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Exec("INSERT INTO mine VALUES (1)"); err != nil {
				t.Fatal(err)
			}
			if _, err := s.CreateTx(ctx, tx, "1", order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			rec, err := s.DoTx(ctx, tx, "1", order.PayInput{Amount: 2}, store.WithKey("k"))
			if err != nil || rec.Revision != 2 || rec.State != "Paying" {
				t.Fatalf("%+v, %v", rec, err)
			}
			if rec, err = s.DoTx(ctx, tx, "1", order.PayInput{Amount: 2}, store.WithKey("k")); err != nil || !rec.Repeated {
				t.Fatalf("%+v, %v", rec, err)
			}
			var illegal *order.IllegalTransitionError
			if _, err = s.DoTx(ctx, tx, "1", order.PackInput{}); !errors.As(err, &illegal) {
				t.Fatal(err)
			}
			n := 0
			if commit {
				n, err = 1, tx.Commit()
			} else {
				err = tx.Rollback()
			}
			if err != nil {
				t.Fatal(err)
			}
			for table, want := range map[string]int{"mine": n, "fsm_machine": n, "fsm_history": 2 * n, "fsm_outbox": n, "fsm_timer": n} {
				if got := count(t, db, table); got != want {
					t.Errorf("commit %v: %d rows in %s, want %d", commit, got, table, want)
				}
			}
		}
	})
}
