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

// candidates are the rows that a list reads: those in some states as rows have them, or all.
type candidates struct {
	states []string
	all    bool
	exact  bool // All of them are selected.
}

// mostStates is in how many states a list looks for rows one by one. With more, it reads all rows.
const mostStates = 50

// candidates returns the rows of machines that can be selected. Their states are those selected, and those of
// rows that an earlier version of the spec has written and that have other names now, or ended there or did not.
func (s *Store[M, P, I, O]) candidates(ctx context.Context, sel selection) (candidates, error) {
	if !sel.byState && sel.ended == nil {
		return candidates{all: true, exact: true}, nil
	}
	if s.set.migrate != nil && !s.refreshed.Load() {
		return candidates{all: true}, nil // A migration can lead from any state to any state, also if this version writes both.
	}
	stored, err := s.tables.stored(ctx)
	if err != nil {
		return candidates{}, fmt.Errorf("store: list of %s: %w", s.name, err)
	}
	from := candidates{exact: true}
	for _, state := range stored {
		if sel.elsewhere(state) {
			continue
		}
		switch now, known := s.judge(ctx, state); {
		case !known:
			from.exact = false
		case !sel.selects(now.state, now.over):
			continue
		}
		from.states = append(from.states, state)
	}
	if len(from.states) > mostStates {
		return candidates{all: true}, nil
	}
	return from, nil
}

// stored returns the states of all rows.
func (t *tables) stored(ctx context.Context) (states []string, err error) {
	return texts(ctx, t.db, t.dialect, statesText, t.name)
}

// judged is what this version of the spec makes of a state as rows have it.
type judged struct {
	state string
	over  bool // Machines in it are at their end.
}

// judge returns what a state of rows is now. Any machine in it says so, since no row needs a migration, so one is asked
// once. If it cannot be read, nobody knows, and each machine is read.
func (s *Store[M, P, I, O]) judge(ctx context.Context, state string) (judged, bool) {
	if now, known := s.written.Load(state); known {
		return now.(judged), true
	}
	const text = "SELECT snapshot FROM fsm_machine WHERE kind = $1 AND state = $2 ORDER BY id LIMIT 1"
	var snapshot []byte
	if s.tables.db.QueryRowContext(ctx, s.tables.dialect.Text(text), s.name, state).Scan(&snapshot) != nil {
		return judged{}, false
	}
	m, err := s.kind.Restore(snapshot)
	if err != nil {
		return judged{}, false
	}
	name, outcome := s.kind.State(m)
	now := judged{name, outcome != ""}
	s.written.Store(state, now)
	return now, true
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
func (sel *selection) elsewhere(stored string) bool {
	if !sel.byState || sel.present == nil {
		return false
	}
	state, ok := sel.present(stored)
	return ok && !slices.Contains(sel.states, state)
}
