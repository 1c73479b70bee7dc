package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// DeadLetter is an output whose deliveries have failed too often. Its names in JSON are those of the fields, in lower
// case.
type DeadLetter struct {
	// Key is that of its deliveries.
	Key string `json:"key"`
	// ID and Revision are the machine, and the event that has emitted the output.
	ID       string `json:"id"`
	Revision int64  `json:"revision"`
	// N is the number of the output among those of the event, from 0.
	N int `json:"n"`
	// Output is the name of the output, and Payload its values.
	Output  string          `json:"output"`
	Payload json.RawMessage `json:"payload"`
	// Attempts is how often it has been tried, and Error the last failure.
	Attempts int    `json:"attempts"`
	Error    string `json:"error"`
	// Emitted is the time of the event, by the clock of its process, and Failed that of the last failure, by the clock of
	// the database; it is zero if an earlier version of this package has stored the failure.
	Emitted time.Time `json:"emitted"`
	Failed  time.Time `json:"failed,omitzero"`
}

// Letters selects dead letters. The zero value selects all.
type Letters struct {
	// ID is the machine, and Output the name of the output, if they are not empty.
	ID, Output string
	// From and Until limit the time of the last failure, if they are not zero: it is not before From, and before Until.
	// A dead letter without that time counts as earlier than any.
	From, Until time.Time
}

// DeadLetters returns the dead letters of the kind that are selected, in the order of IDs and revisions. It reads them in
// pages, as [Store.List] does.
func (a *Admin) DeadLetters(ctx context.Context, l Letters) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		last := DeadLetter{N: -1}
		for {
			letters, err := a.tables.letters(ctx, l, last)
			if err != nil {
				yield(DeadLetter{}, fmt.Errorf("store: dead letters of %s: %w", a.tables.name, err))
				return
			}
			for _, last = range letters {
				if !yield(last, nil) {
					return
				}
			}
			if len(letters) < page {
				return
			}
		}
	}
}

// letters reads a page.
func (t *tables) letters(ctx context.Context, l Letters, after DeadLetter) (letters []DeadLetter, err error) {
	args := []any{t.name, after.ID, after.Revision, after.N}
	text := `SELECT id, rev, n, output, payload, attempts, error, at, failed FROM fsm_outbox
WHERE kind = $1 AND dead AND (id, rev, n) > ($2, $3, $4)`
	where := func(format string, value any) {
		args = append(args, value)
		text += fmt.Sprintf(" AND "+format, fmt.Sprintf("$%d", len(args)))
	}
	if l.ID != "" {
		where("id = %s", l.ID)
	}
	if l.Output != "" {
		where("output = %s", l.Output)
	}
	if !l.From.IsZero() {
		where("failed >= %s", t.dialect.Time(l.From))
	}
	if !l.Until.IsZero() {
		where("(failed IS NULL OR failed < %s)", t.dialect.Time(l.Until))
	}
	text += fmt.Sprintf(" ORDER BY id, rev, n LIMIT %d", page)
	rows, err := t.db.QueryContext(ctx, t.dialect.Text(text), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var l DeadLetter
		var at, failed dialect.Stamp
		if err := rows.Scan(&l.ID, &l.Revision, &l.N, &l.Output, (*[]byte)(&l.Payload), &l.Attempts, &l.Error, &at, &failed); err != nil {
			return nil, err
		}
		l.Key = outputKey(t.name, l.ID, l.Revision, l.N)
		l.Emitted, l.Failed = at.Time, failed.Time
		letters = append(letters, l)
	}
	return letters, rows.Err()
}

// Redeliver makes a dead letter an output again, with all its attempts. It is delivered before
// the later outputs of its machine that are not delivered yet, but not while one of them is being delivered. If there is no
// dead letter with this key, it returns a [NotFoundError].
func (a *Admin) Redeliver(ctx context.Context, key string) error {
	err := a.tables.letter(ctx, key, func(ctx context.Context, tx *sql.Tx, o deadKey) (bool, error) {
		return a.tables.queue.Revive(ctx, tx, o.id, o.rev, o.n)
	})
	if err == nil {
		a.tables.emitted.ring()
	}
	return err
}

// Discard removes a dead letter. If there is none with this key, it returns a [NotFoundError].
func (a *Admin) Discard(ctx context.Context, key string) error {
	text := a.tables.dialect.Text(`DELETE FROM fsm_outbox WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND dead`)
	return a.tables.letter(ctx, key, func(ctx context.Context, tx *sql.Tx, o deadKey) (bool, error) {
		result, err := tx.ExecContext(ctx, text, a.tables.name, o.id, o.rev, o.n)
		if err != nil {
			return false, err
		}
		n, err := result.RowsAffected()
		return n > 0, err
	})
}

// deadKey is the key of a dead letter of this kind.
type deadKey struct {
	id  string
	rev int64
	n   int
}

// errMissing means that there is no such dead letter.
var errMissing = errors.New("no dead letter")

// letter changes a dead letter in a transaction. Change reports whether there is one.
func (t *tables) letter(ctx context.Context, key string, change func(ctx context.Context, tx *sql.Tx, o deadKey) (bool, error)) error {
	head, n, ok1 := cutNumber(key)
	head, rev, ok2 := cutNumber(head)
	id, ok3 := strings.CutPrefix(head, t.name+"/")
	if !ok1 || !ok2 || !ok3 || check("the ID", id) != "" {
		return &NotFoundError{Kind: "dead letter", ID: key}
	}
	err := t.attempt(ctx, id, func(ctx context.Context) error {
		err := workTx(ctx, t.db, t.dialect.Dialect, func(tx *sql.Tx) error {
			found, err := change(ctx, tx, deadKey{id, rev, int(n)})
			if err == nil && !found {
				return errMissing
			}
			return err
		})
		if err == nil || errors.Is(err, errMissing) {
			return err
		}
		return t.fault(id, "change a dead letter", err)
	})
	if errors.Is(err, errMissing) {
		return &NotFoundError{Kind: "dead letter", ID: key}
	}
	return err
}

// cutNumber cuts /N off the end of a key.
func cutNumber(key string) (head string, n int64, ok bool) {
	i := strings.LastIndexByte(key, '/')
	if i < 0 {
		return "", 0, false
	}
	n, err := strconv.ParseInt(key[i+1:], 10, 64)
	return key[:i], n, err == nil
}
