package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// Entry is an event that a machine has accepted, its creation, or what [Store.Refresh] has
// rewritten. Its names in JSON are those of the fields, in lower case.
type Entry struct {
	// Revision is the revision to which the event led. Revision 1 is the creation of the machine.
	Revision int64 `json:"revision"`
	// Event is empty for the creation and for a refresh.
	Event string `json:"event,omitempty"`
	// Key is the key of the event, or empty.
	Key string `json:"key,omitempty"`
	// Answers is the output that the event answers, as REVISION/N of its delivery, or empty.
	Answers string `json:"answers,omitempty"`
	// Timer is the timer that has raised the event, or empty.
	Timer string `json:"timer,omitempty"`
	// Payload is the event as JSON, which ReadInput of the kind reads. For the creation and
	// a refresh, it is the snapshot of the machine.
	Payload json.RawMessage `json:"payload"`
	// From and To are the states before and after the event; From is empty for the creation.
	From string `json:"from,omitempty"`
	To   string `json:"to"`
	// Ignored means that the state ignores the event.
	Ignored bool `json:"ignored,omitempty"`
	// At is the time of the event, by the clock of the process that stored it.
	At time.Time `json:"at"`
}

// History returns the events that a machine has accepted, in order, and the creation as the
// first one; only those after a revision if it is not 0. It reads them in pages, as List
// does. For an unknown ID, the only element is a [NotFoundError].
func (s *Store[M, P, I, O]) History(ctx context.Context, id string, after int64) iter.Seq2[Entry, error] {
	return s.tables.history(ctx, id, after)
}

// history is History.
func (t *tables) history(ctx context.Context, id string, after int64) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if err := t.checkID(id); err != nil {
			yield(Entry{}, err)
			return
		}
		for first := true; ; first = false {
			entries, err := t.entries(ctx, id, after)
			if err == nil && first && len(entries) == 0 {
				_, err = t.read(ctx, nil, id, "", origin{}) // Is there such a machine?
			}
			if err != nil {
				yield(Entry{}, err)
				return
			}
			for _, e := range entries {
				if !yield(e, nil) {
					return
				}
				after = e.Revision
			}
			if len(entries) < page {
				return
			}
		}
	}
}

// entries reads a page.
func (t *tables) entries(ctx context.Context, id string, after int64) (entries []Entry, err error) {
	text := fmt.Sprintf(`SELECT rev, event, key, answers, timer, payload, from_state, to_state, ignored, at FROM fsm_history
WHERE kind = $1 AND id = $2 AND rev > $3 ORDER BY rev LIMIT %d`, page)
	defer func() {
		if err != nil {
			err = fmt.Errorf("store: history of %s %q: %w", t.name, id, err)
		}
	}()
	rows, err := t.db.QueryContext(ctx, t.dialect.Text(text), t.name, id, after)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		var key, answers, timer sql.NullString
		var at dialect.Stamp
		if err := rows.Scan(&e.Revision, &e.Event, &key, &answers, &timer, (*[]byte)(&e.Payload), &e.From, &e.To, &e.Ignored, &at); err != nil {
			return nil, err
		}
		e.Key, e.Answers, e.Timer, e.At = key.String, answers.String, timer.String, at.Time
		entries = append(entries, e)
	}
	return entries, rows.Err()
}
