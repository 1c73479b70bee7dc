package store

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Selection limits what [Store.List] returns.
type Selection func(*selection)

// selection is what selections set.
type selection struct {
	states  []string
	byState bool
	outcome string // a condition
	after   string
	limit   int                                         // 0: no limit
	present func(stored string) (state string, ok bool) // reads the text of a state, or nil
	skipped func(*LoadError)                            // or nil
	err     error
}

// In selects machines in one of some states, which are values of a generated type State or
// strings. No state selects no machine. Rows that an earlier version of the spec has written are selected by
// the present state of their machine, also before [Store.Refresh]; until then, List reads more rows than it returns if
// a state has another name in this version.
//
// A row that cannot be loaded is selected if its machine may be in one of the states. With values of a type State,
// it is not if the row names another state, also by an earlier name. Strings do not tell the earlier names, so use
// values of the type where you can.
func In[S any](states ...S) Selection {
	return func(sel *selection) {
		sel.byState = true
		if _, ok := any(new(S)).(encoding.TextUnmarshaler); ok {
			sel.present = present[S]
		}
		for _, state := range states {
			switch state := any(state).(type) {
			case encoding.TextMarshaler:
				text, err := state.MarshalText()
				if err != nil && sel.err == nil {
					sel.err = fmt.Errorf("store: List: %w", err)
				}
				sel.states = append(sel.states, string(text))
			case string:
				if utf8.ValidString(state) && !strings.ContainsRune(state, 0) { // else no state has the name, and a database may refuse it
					sel.states = append(sel.states, state)
				}
			default:
				if sel.err == nil {
					sel.err = fmt.Errorf("store: List: a state has the type %T, want encoding.TextMarshaler or string", state)
				}
			}
		}
	}
}

// SkipUnreadable leaves out rows that cannot be loaded, and calls report with the error of each one, for example
// to log it: one row then does not hide the others. Rows that are left out do not count for [Limit].
func SkipUnreadable(report func(*LoadError)) Selection {
	return func(sel *selection) { sel.skipped = report }
}

// Running selects machines that are not at their end.
func Running() Selection { return func(sel *selection) { sel.outcome = " AND outcome = ''" } }

// Ended selects machines that are at their end.
func Ended() Selection { return func(sel *selection) { sel.outcome = " AND outcome <> ''" } }

// After selects machines with IDs that are greater than id, to continue a list. What cannot be an ID is an
// [InvalidError] of the list, but for the empty string, which selects all.
func After(id string) Selection { return func(sel *selection) { sel.after = id } }

// Limit selects the first n machines, if n is positive.
func Limit(n int) Selection { return func(sel *selection) { sel.limit = n } }

// page is how many rows are read at once.
const page = 100

// List returns machines in the order of their IDs, by bytes. It reads them in pages and holds
// no connection while the loop body runs, so the list as a whole is not a snapshot of
// the database.
//
// A row that does not contain a machine of this version gives a [LoadError] with a record
// whose Machine is the zero value; the list continues, so a loop can skip it, as [SkipUnreadable] does. The list ends
// after any other error.
func (s *Store[M, P, I, O]) List(ctx context.Context, selections ...Selection) iter.Seq2[Record[M], error] {
	return func(yield func(Record[M], error) bool) {
		var sel selection
		for _, each := range selections {
			each(&sel)
		}
		if sel.after != "" && sel.err == nil {
			sel.err = s.checkID(sel.after)
		}
		if sel.err != nil {
			yield(Record[M]{}, sel.err)
			return
		}
		wanted := sel.states
		if sel.byState {
			var err error
			if sel.states, err = s.candidates(ctx, sel, wanted); err != nil {
				yield(Record[M]{}, err)
				return
			}
		}
		left := sel.limit
		for {
			n := page
			if sel.limit > 0 && len(sel.states) <= len(wanted) && sel.skipped == nil {
				n = min(left, page) // Otherwise, some rows may not be selected.
			}
			ids, rows, err := s.page(ctx, sel, n)
			if err != nil {
				yield(Record[M]{}, err)
				return
			}
			for i, r := range rows {
				rec, err := s.load(ctx, ids[i], r)
				if err != nil {
					rec = Record[M]{ID: ids[i], Revision: r.rev, State: r.state, Created: r.created.Time, Updated: r.updated.Time}
				}
				if err == nil && sel.byState && !slices.Contains(wanted, rec.State) {
					continue
				}
				var load *LoadError
				if errors.As(err, &load) {
					if sel.byState && sel.elsewhere(r.state, wanted) {
						continue
					}
					if sel.skipped != nil {
						sel.skipped(load)
						continue
					}
				}
				if !yield(rec, err) {
					return
				}
				if left--; sel.limit > 0 && left == 0 {
					return
				}
			}
			if len(rows) < n {
				return
			}
			sel.after = ids[len(ids)-1]
		}
	}
}

// page reads at most n rows.
func (s *Store[M, P, I, O]) page(ctx context.Context, sel selection, n int) (ids []string, found []row, err error) {
	if sel.byState && len(sel.states) == 0 {
		return nil, nil, nil
	}
	text := "SELECT id, rev, state, snapshot, created, updated FROM fsm_machine WHERE kind = $1 AND id > $2" + sel.outcome
	args := []any{s.name, sel.after}
	if sel.byState {
		var list []string
		for _, state := range sel.states {
			args = append(args, state)
			list = append(list, fmt.Sprintf("$%d", len(args)))
		}
		text += " AND state IN (" + strings.Join(list, ", ") + ")"
	}
	text += fmt.Sprintf(" ORDER BY id LIMIT %d", n)
	rows, err := s.db.QueryContext(ctx, s.dialect.Text(text), args...)
	if err != nil {
		return nil, nil, fmt.Errorf("store: list of %s: %w", s.name, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var r row
		if err := rows.Scan(&id, &r.rev, &r.state, &r.snapshot, &r.created, &r.updated); err != nil {
			return nil, nil, fmt.Errorf("store: list of %s: %w", s.name, err)
		}
		ids, found = append(ids, id), append(found, r)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, fmt.Errorf("store: list of %s: %w", s.name, err)
	}
	return ids, found, nil
}
