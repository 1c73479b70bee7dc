package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
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
}

// DeadLetters returns the dead letters of all machines of the kind, in the order of IDs and
// revisions. It reads them in pages, as List does.
func (s *Store[M, P, I, O]) DeadLetters(ctx context.Context) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		last := DeadLetter{N: -1}
		for {
			letters, err := s.letters(ctx, last)
			if err != nil {
				yield(DeadLetter{}, fmt.Errorf("store: dead letters of %s: %w", s.name, err))
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
func (s *Store[M, P, I, O]) letters(ctx context.Context, after DeadLetter) (letters []DeadLetter, err error) {
	text := fmt.Sprintf(`SELECT id, rev, n, output, payload, attempts, error FROM fsm_outbox
WHERE kind = $1 AND dead AND (id, rev, n) > ($2, $3, $4) ORDER BY id, rev, n LIMIT %d`, page)
	rows, err := s.db.QueryContext(ctx, s.dialect.Text(text), s.name, after.ID, after.Revision, after.N)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var l DeadLetter
		if err := rows.Scan(&l.ID, &l.Revision, &l.N, &l.Output, (*[]byte)(&l.Payload), &l.Attempts, &l.Error); err != nil {
			return nil, err
		}
		l.Key = outputKey(s.name, l.ID, l.Revision, l.N)
		letters = append(letters, l)
	}
	return letters, rows.Err()
}

// Redeliver makes a dead letter an output again, with all its attempts. It is delivered before
// the later outputs of its machine that are not delivered yet. If there is no dead letter with
// this key, it returns a [NotFoundError].
func (s *Store[M, P, I, O]) Redeliver(ctx context.Context, key string) error {
	if err := s.letter(ctx, `UPDATE fsm_outbox SET dead = FALSE, attempts = 0, next = $5`, key, s.dialect.Time(s.now())); err != nil {
		return err
	}
	s.wake()
	return nil
}

// Discard removes a dead letter. If there is none with this key, it returns a [NotFoundError].
func (s *Store[M, P, I, O]) Discard(ctx context.Context, key string) error {
	return s.letter(ctx, `DELETE FROM fsm_outbox`, key)
}

// letter changes a dead letter.
func (s *Store[M, P, I, O]) letter(ctx context.Context, change, key string, args ...any) error {
	missing := &NotFoundError{Kind: "dead letter", ID: key}
	head, n, ok1 := cutNumber(key)
	head, rev, ok2 := cutNumber(head)
	id, ok3 := strings.CutPrefix(head, s.name+"/")
	if !ok1 || !ok2 || !ok3 || check("the ID", id) != "" {
		return missing
	}
	text := s.dialect.Text(change + ` WHERE kind = $1 AND id = $2 AND rev = $3 AND n = $4 AND dead`)
	return s.attempt(ctx, id, func(ctx context.Context) error {
		result, err := s.db.ExecContext(ctx, text, append([]any{s.name, id, rev, n}, args...)...)
		if err != nil {
			return s.fault(id, "change a dead letter", err)
		}
		if changed, err := result.RowsAffected(); err != nil {
			return s.fault(id, "change a dead letter", err)
		} else if changed == 0 {
			return missing
		}
		return nil
	})
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
