package store

import (
	"context"
	"encoding"
	"fmt"
	"slices"
)

// statesText lists the states of the rows, each with one step in the index.
const statesText = `WITH RECURSIVE found (state) AS (
	SELECT MIN(state) FROM fsm_machine WHERE kind = $1
	UNION ALL SELECT (SELECT MIN(m.state) FROM fsm_machine m WHERE m.kind = $1 AND m.state > found.state) FROM found WHERE found.state IS NOT NULL)
SELECT state FROM found WHERE state IS NOT NULL`

// candidates returns the states, as rows have them, of machines that can be in some states: these themselves, and
// those of rows that an earlier version of the spec has written and that have other names now.
func (s *Store[M, P, I, O]) candidates(ctx context.Context, sel selection, wanted []string) ([]string, error) {
	all, err := s.stored(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: list of %s: %w", s.name, err)
	}
	return slices.DeleteFunc(all, func(state string) bool {
		if slices.Contains(wanted, state) {
			return false
		}
		// A migration can lead to any state.
		return s.set.migrate == nil && sel.elsewhere(state, wanted) || s.current(ctx, state)
	}), nil
}

// stored returns the states of all rows.
func (s *Store[M, P, I, O]) stored(ctx context.Context) (states []string, err error) {
	rows, err := s.db.QueryContext(ctx, s.dialect.Text(statesText), s.name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var state string
		if err := rows.Scan(&state); err != nil {
			return nil, err
		}
		states = append(states, state)
	}
	return states, rows.Err()
}

// current reports whether this version of the spec writes a state as rows have it. A machine in it says so, which is
// asked once. If none can be read, the answer is no: then each machine is read.
func (s *Store[M, P, I, O]) current(ctx context.Context, state string) bool {
	if _, known := s.written.Load(state); known {
		return true
	}
	const text = "SELECT snapshot FROM fsm_machine WHERE kind = $1 AND state = $2 ORDER BY id LIMIT 1"
	var snapshot []byte
	if s.db.QueryRowContext(ctx, s.dialect.Text(text), s.name, state).Scan(&snapshot) != nil {
		return false
	}
	m, err := s.kind.Restore(snapshot)
	if err != nil {
		return false
	}
	now, _ := s.kind.State(m)
	if now == state {
		s.written.Store(state, nil)
	}
	return now == state
}

// present returns the present text of a state that a row names.
func present[S any](stored string) (state string, ok bool) {
	value := new(S)
	if err := any(value).(encoding.TextUnmarshaler).UnmarshalText([]byte(stored)); err != nil {
		return "", false
	}
	marshaler, ok := any(*value).(encoding.TextMarshaler)
	if !ok {
		return "", false
	}
	text, err := marshaler.MarshalText()
	return string(text), err == nil
}

// elsewhere reports whether a row names a state that is not selected.
func (sel *selection) elsewhere(stored string, wanted []string) bool {
	if sel.present == nil {
		return false
	}
	state, ok := sel.present(stored)
	return ok && !slices.Contains(wanted, state)
}
