package storetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestRows selects rows in several pages.
func TestRows(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		create(t, s, "draft")
		crowd(t, db, "draft", 230) // draft, draft/1, draft/10, ...
		c.now = c.now.Add(time.Hour)
		pay(t, s, "paying")
		create(t, s, "young")
		send(t, s, "young", order.CancelInput{})
		for want, r := range map[string]store.Rows{
			"233 draft young":      {},
			"231 draft draft/99":   {State: "Draft"},
			"1 paying paying":      {State: "Paying"},
			"0":                    {State: "paying"},
			"232 draft paying":     {Running: true},
			"1 young young":        {Ended: true},
			"233 draft young ":     {Running: true, Ended: true},
			"231 draft draft/99 ":  {Before: c.now.Truncate(time.Microsecond)},
			"105 draft draft/192":  {Limit: 105},
			"100 draft draft/188":  {Limit: 100},
			"3 draft/99 young":     {After: "draft/98"},
			"2 draft/98 draft/99":  {After: "draft/97", State: "Draft", Limit: 7},
			"1 draft/98 draft/98":  {After: "draft/97", State: "Draft", Limit: 1},
			"0 ":                   {State: "Paying", Ended: true},
			"1 paying paying ":     {State: "Paying", Running: true, After: "draft"},
			"231 draft draft/99  ": {Running: true, Before: c.now.Truncate(time.Microsecond)},
		} {
			for name, a := range admins(t, db, s) {
				rows, err := store.Collect(a.Rows(ctx, r))
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(len(rows))
				if len(rows) > 0 {
					got += " " + rows[0].ID + " " + rows[len(rows)-1].ID
				}
				if got != strings.TrimSpace(want) {
					t.Errorf("%s, %+v: %s, want %s", name, r, got, want)
				}
			}
		}
	})
}

// TestMachine shows a machine with its timers and outputs.
func TestMachine(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		d := paying(t, db, s, "1")
		send(t, s, "1", sold)
		for name, a := range admins(t, db, s) {
			m, err := a.Machine(ctx, "1")
			if err != nil {
				t.Fatal(err)
			}
			rec, err := s.Get(ctx, "1")
			if err != nil {
				t.Fatal(err)
			}
			snapshot, err := rec.Machine.MarshalJSON()
			if err != nil || string(m.Snapshot) != string(snapshot) || m.ID != "1" || m.Revision != 3 || m.State != "Packing" || !m.Updated.Equal(rec.Updated) || !m.Created.Equal(rec.Created) {
				t.Errorf("%s: %+v, %v", name, m, err)
			}
			if len(m.Timers) != 1 || m.Timers[0].Timer != "Packing.Lost" || !m.Timers[0].Due.After(rec.Updated) {
				t.Errorf("%s: %+v", name, m.Timers)
			}
			if len(m.Outputs) != 3 || m.Outputs[0].Key != d.Key || !m.Outputs[0].Dead || m.Outputs[0].Error == "" || m.Outputs[0].Attempts != 1 ||
				m.Outputs[2].Key != "Order/1/3/1" || m.Outputs[2].Output != "Mail" || m.Outputs[2].Dead {
				t.Errorf("%s: %+v", name, m.Outputs)
			}
			var missing *store.NotFoundError
			if _, err := a.Machine(ctx, "2"); !errors.As(err, &missing) || missing.ID != "2" {
				t.Errorf("%v", err)
			}
			if _, err := a.Machine(ctx, ""); !errors.Is(err, store.ErrInvalid) {
				t.Errorf("%v", err)
			}
		}
	})
}
