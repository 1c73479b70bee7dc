package storetest

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
)

// document is a snapshot of an order as a plain struct.
type document struct {
	Data struct {
		Receipt string `json:"receipt,omitempty"`
	} `json:"data"`
	Machine string `json:"machine"`
	Params  struct {
		Tries     int `json:"tries"`
		Reminders int `json:"reminders"`
	} `json:"params"`
	State  string               `json:"state"`
	Timers map[string]time.Time `json:"timers"`
	Vars   struct {
		Left     int  `json:"left"`
		Reminded int  `json:"reminded"`
		Parcels  int  `json:"parcels"`
		Noted    bool `json:"noted"`
	} `json:"vars"`
}

// hand keeps orders as somebody would write it for them alone, with the statements of package store.
type hand struct {
	db                                                              database
	now                                                             func() time.Time
	read, insert, update, record, startTimer, stopTimer, stop, emit *sql.Stmt
}

func newHand(t testing.TB, db database) *hand {
	h := &hand{db: db, now: func() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }}
	for stmt, text := range map[**sql.Stmt]string{
		&h.read: `SELECT m.rev, m.state, m.snapshot, m.created, h.rev FROM fsm_machine m
LEFT JOIN fsm_history h ON h.kind = m.kind AND h.id = m.id AND h.key = $2 WHERE m.kind = 'Hand' AND m.id = $1`,
		&h.insert: `INSERT INTO fsm_machine (kind, id, rev, state, outcome, snapshot, created, updated) VALUES ('Hand', $1, 1, $2, '', $3, $4, $4)
ON CONFLICT DO NOTHING`,
		&h.update: `UPDATE fsm_machine SET rev = rev + 1, state = $3, outcome = $4, snapshot = $5, updated = $6 WHERE kind = 'Hand' AND id = $1 AND rev = $2`,
		&h.record: `INSERT INTO fsm_history (kind, id, rev, key, event, timer, payload, from_state, to_state, ignored, at)
VALUES ('Hand', $1, $2, $3, $4, NULL, $5, $6, $7, FALSE, $8)`,
		&h.startTimer: `INSERT INTO fsm_timer (kind, id, timer, rev, due, next) VALUES ('Hand', $1, $2, $3, $4, $4)
ON CONFLICT (kind, id, timer) DO UPDATE SET rev = excluded.rev, due = excluded.due, next = excluded.next, attempts = 0, error = ''`,
		&h.stopTimer: `DELETE FROM fsm_timer WHERE kind = 'Hand' AND id = $1 AND timer = $2`,
		&h.stop:      `DELETE FROM fsm_timer WHERE kind = 'Hand' AND id = $1`,
		&h.emit:      `INSERT INTO fsm_outbox (kind, id, rev, n, output, payload, at) VALUES ('Hand', $1, $2, $3, $4, $5, $6)`,
	} {
		var err error
		if *stmt, err = db.Prepare(place(db, text)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*stmt).Close() })
	}
	return h
}

// at returns a time as an argument of a statement.
func (h *hand) at(t time.Time) any {
	if h.db.dialect == store.SQLite {
		return t.Format("2006-01-02T15:04:05.000000Z")
	}
	return t
}

// sell takes an order through its life.
func (h *hand) sell(ctx context.Context, id string) error {
	if err := h.create(ctx, id); err != nil {
		return err
	}
	for i, event := range []string{"Pay", "Charged", "Pack", "Pack", "Pack", "Pack", "Pack", "Pack", "Pack", "Pack", "Pack"} {
		payload := map[string]string{"Pay": `{"amount":7}`, "Charged": `{"receipt":"a receipt"}`, "Pack": "{}"}[event]
		for {
			if err := h.do(ctx, id, fmt.Sprint("key ", i), event, payload); !busyNow(err) {
				if err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// busyNow reports whether SQLite has refused a transaction in favor of another one.
func busyNow(err error) bool {
	var coded interface{ Code() int }
	return errors.As(err, &coded) && coded.Code()&0xff == 5
}

func (h *hand) create(ctx context.Context, id string) error {
	now := h.now()
	var d document
	d.Machine, d.State = "Hand", "Draft"
	d.Params.Tries, d.Params.Reminders, d.Vars.Left = 3, 2, 3
	d.Timers = map[string]time.Time{"Open.Expire": now.Add(24 * time.Hour), "Draft.Remind": now.Add(time.Hour)}
	text, err := json.Marshal(&d)
	if err != nil {
		return err
	}
	return h.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.StmtContext(ctx, h.insert).ExecContext(ctx, id, d.State, string(text), h.at(now)); err != nil {
			return err
		}
		if _, err := tx.StmtContext(ctx, h.record).ExecContext(ctx, id, 1, nil, "", string(text), "", d.State, h.at(now)); err != nil {
			return err
		}
		for name, due := range d.Timers {
			if _, err := tx.StmtContext(ctx, h.startTimer).ExecContext(ctx, id, name, 1, h.at(due)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (h *hand) inTx(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

type handOutput struct{ name, payload string }

func (h *hand) do(ctx context.Context, id, key, event, payload string) error {
	var rev int64
	var state string
	var snapshot []byte
	var created any
	var done sql.NullInt64
	if err := h.read.QueryRowContext(ctx, id, key).Scan(&rev, &state, &snapshot, &created, &done); err != nil || done.Valid {
		return err
	}
	var d document
	if err := json.Unmarshal(snapshot, &d); err != nil {
		return err
	}
	now := h.now()
	var outputs []handOutput
	var stops, starts []string
	outcome := ""
	switch {
	case event == "Pay" && state == "Draft" && d.Vars.Left > 0:
		var in struct{ Amount int }
		if err := json.Unmarshal([]byte(payload), &in); err != nil {
			return err
		}
		d.Vars.Left--
		d.State, stops = "Paying", []string{"Draft.Remind"}
		outputs = []handOutput{{"Charge", fmt.Sprintf(`{"amount":%d}`, in.Amount)}}
	case event == "Charged" && state == "Paying":
		var in struct{ Receipt string }
		if err := json.Unmarshal([]byte(payload), &in); err != nil {
			return err
		}
		text, err := json.Marshal(in.Receipt)
		if err != nil {
			return err
		}
		d.State, d.Data.Receipt, stops, starts = "Packing", in.Receipt, []string{"Open.Expire"}, []string{"Packing.Lost"}
		outputs = []handOutput{{"Mail", `{"count":0,"text":` + string(text) + `}`}, {"Mail", `{"count":1,"text":"thanks"}`}}
	case event == "Pack" && state == "Packing":
		d.Vars.Parcels++
		outputs = []handOutput{{"Send", fmt.Sprintf(`{"parcel":%d}`, d.Vars.Parcels)}}
		if d.Vars.Parcels < 9 {
			starts = []string{"Packing.Lost"}
		} else {
			d.State, outcome, d.Data.Receipt, d.Timers = "Sent", "success", "", nil
		}
	default:
		return fmt.Errorf("event %s is illegal in state %s", event, state)
	}
	for _, name := range stops {
		delete(d.Timers, name)
	}
	for _, name := range starts {
		d.Timers[name] = now.Add(30 * time.Minute)
	}
	text, err := json.Marshal(&d)
	if err != nil {
		return err
	}
	rev++
	return h.inTx(ctx, func(tx *sql.Tx) error {
		exec := func(stmt *sql.Stmt, args ...any) (int64, error) {
			result, err := tx.StmtContext(ctx, stmt).ExecContext(ctx, args...)
			if err != nil {
				return 0, err
			}
			return result.RowsAffected()
		}
		if n, err := exec(h.update, id, rev-1, d.State, outcome, string(text), h.at(now)); err != nil || n != 1 {
			return fmt.Errorf("%d rows: %w", n, err)
		}
		if _, err := exec(h.record, id, rev, key, event, payload, state, d.State, h.at(now)); err != nil {
			return err
		}
		if len(d.Timers) == 0 {
			if _, err := exec(h.stop, id); err != nil {
				return err
			}
		} else {
			for _, name := range stops {
				if _, err := exec(h.stopTimer, id, name); err != nil {
					return err
				}
			}
		}
		for _, name := range starts {
			if _, err := exec(h.startTimer, id, name, rev, h.at(d.Timers[name])); err != nil {
				return err
			}
		}
		for i, o := range outputs {
			if _, err := exec(h.emit, id, rev, i, o.name, o.payload, h.at(now)); err != nil {
				return err
			}
		}
		return nil
	})
}
