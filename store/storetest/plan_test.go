package storetest

import (
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// plan returns the plan of a query, with what it really does if the database says so.
func plan(t testing.TB, db database, in interface {
	Query(string, ...any) (*sql.Rows, error)
}, query string, args ...any) string {
	t.Helper()
	explain := "EXPLAIN (ANALYZE, TIMING OFF) "
	if db.dialect == store.SQLite {
		explain = "EXPLAIN QUERY PLAN "
	}
	rows, err := in.Query(explain+query, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	defer rows.Close()
	var text strings.Builder
	for rows.Next() {
		var line string
		var skip any
		to := []any{&line}
		if db.dialect == store.SQLite {
			to = []any{&skip, &skip, &skip, &line}
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&text, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// wasteful matches plans that read more rows than they need.
var wasteful = regexp.MustCompile(`Seq Scan on fsm|(?m:^JIT:)|Rows Removed by (Join )?Filter: \d{2}|actual rows=\d{4}|(?m:^SCAN fsm\w+( USING INDEX)?$)`)

// crowd copies a machine, in its state, until there are n more of them, and has the database look at the tables.
func crowd(t testing.TB, db database, id string, n int) {
	t.Helper()
	for _, text := range []string{
		fmt.Sprintf(`WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %d)
INSERT INTO fsm_machine (kind, id, rev, state, outcome, snapshot, created, updated)
SELECT kind, id || '/' || i, rev, state, outcome, snapshot, created, updated FROM fsm_machine, c WHERE id = '%s'`, n, id),
		"ANALYZE",
	} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
}

// TestListPlans lists a few machines among many others, which the database does not read.
func TestListPlans(t *testing.T) {
	eachFaulty(t, func(t *testing.T, db database, f *faults) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		pay(t, s, "paying")
		for id, in := range map[string]order.Input{"draft": order.NoteInput{}, "cancelled": order.CancelInput{}} {
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Do(ctx, id, in); err != nil {
				t.Fatal(err)
			}
		}
		const n = 3000
		for _, others := range []struct {
			id    string
			lists map[string][]store.Selection
		}{
			{"cancelled", map[string][]store.Selection{
				"draft paying": {store.Running()}, "paying": {store.In(order.StatePaying)}, "draft": {store.In(order.StateDraft, order.StatePacking)},
			}},
			{"draft", map[string][]store.Selection{"paying": {store.In(order.StatePaying)}}},
		} {
			crowd(t, db, others.id, n)
			for want, selections := range others.lists {
				f.set(nil)
				got := ""
				for rec, err := range s.List(ctx, selections...) {
					if err != nil {
						t.Fatal(err)
					}
					got += rec.ID + " "
				}
				if strings.TrimSpace(got) != want {
					t.Errorf("%.100q, want %q", got, want)
				}
				for _, text := range f.statements() {
					if !strings.Contains(text, "LIMIT 100") {
						continue
					}
					args := []any{"Order", ""}
					for i := 3; strings.Contains(text, fmt.Sprintf("$%d", i)) || strings.Contains(text, fmt.Sprintf("?%d", i)); i++ {
						args = append(args, []string{"Draft", "Packing", "Paying"}[i-3])
					}
					if want == "paying" {
						args[len(args)-1] = "Paying"
					}
					if p := plan(t, db, db, text, args...); wasteful.MatchString(p) {
						t.Errorf("%d machines like %s: the plan of %s is\n%s", n, others.id, text, p)
					}
				}
			}
		}
	})
}

// TestListEnds lists machines whose rows say what an earlier version of the spec has made of them: one that had ended and
// goes on, and one that went on and has ended.
func TestListEnds(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		writer := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		pay(t, writer, "goes on")
		if _, err := writer.Create(ctx, "ended", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := writer.Do(ctx, "ended", order.CancelInput{}); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE fsm_machine SET outcome = CASE WHEN outcome = '' THEN 'success' ELSE '' END"); err != nil {
			t.Fatal(err)
		}
		s := open(t, db, order.Kind{Questions: stock(always)})
		check := func(when string) {
			t.Helper()
			for want, selections := range map[string][]store.Selection{
				"goes on": {store.Running()}, "ended": {store.Ended()},
				"":         {store.Ended(), store.In(order.StatePaying)},
				"goes on ": {store.Running(), store.In(order.StatePaying)},
			} {
				got := ""
				for rec, err := range s.List(ctx, selections...) {
					if err != nil {
						t.Fatal(err)
					}
					got += rec.ID
				}
				if got != strings.TrimSpace(want) {
					t.Errorf("%s: %q, want %q", when, got, want)
				}
			}
		}
		check("before Refresh")
		if n, err := s.Refresh(ctx); n != 2 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		check("after Refresh")
	})
}
