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
	ended   *bool // whether the machines are at their end, or nil
	after   string
	limit   int                                         // 0: no limit
	present func(stored string) (state string, ok bool) // reads the text of a state, or nil
	skipped func(*LoadError)                            // or nil
	err     error
}

// In selects machines in one of some states, which are values of a generated type State or
// strings. No state selects no machine. Rows that an earlier version of the spec has written are selected by
// the present state of their machine, also before [Store.Refresh]. Until then, List reads more rows than it returns if
// a state has another name in this version. With [WithMigration], it reads all rows until Refresh of this store has succeeded,
// so call Refresh, and drop the option when no row needs it any longer.
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

// Running selects machines that are not at their end. What [In] says of rows of earlier versions is true of it, too: an
// earlier version may have ended in a state that goes on in this one.
func Running() Selection { return func(sel *selection) { sel.ended = new(bool) } }

// Ended selects machines that are at their end, as [Running] selects the others.
func Ended() Selection {
	ended := true
	return func(sel *selection) { sel.ended = &ended }
}

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
			sel.err = s.tables.checkID(sel.after)
		}
		if sel.err != nil {
			yield(Record[M]{}, sel.err)
			return
		}
		from, err := s.candidates(ctx, sel)
		if err != nil {
			yield(Record[M]{}, err)
			return
		}
		left := sel.limit
		for {
			n := page
			if sel.limit > 0 && from.exact && sel.skipped == nil {
				n = min(left, page) // Otherwise, some rows may not be selected.
			}
			ids, rows, err := s.tables.page(ctx, from, sel.after, n)
			if err != nil {
				yield(Record[M]{}, err)
				return
			}
			for i, r := range rows {
				rec, err := s.load(ctx, ids[i], r)
				if err != nil {
					rec = Record[M]{ID: ids[i], Revision: r.rev, State: r.state, Created: r.created.Time, Updated: r.updated.Time}
				}
				if err == nil && !sel.selects(rec.State, rec.Outcome != "") {
					continue
				}
				var load *LoadError
				if errors.As(err, &load) {
					if sel.elsewhere(r.state) || sel.ended != nil && *sel.ended != (r.outcome != "") {
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

// selects reports whether a machine is selected.
func (sel *selection) selects(state string, over bool) bool {
	return (!sel.byState || slices.Contains(sel.states, state)) && (sel.ended == nil || *sel.ended == over)
}

// page reads at most n rows after an ID.
func (t *tables) page(ctx context.Context, from candidates, after string, n int) (ids []string, found []row, err error) {
	if !from.all && len(from.states) == 0 {
		return nil, nil, nil
	}
	const columns = "SELECT m.id, m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated FROM "
	args := []any{t.name, after}
	text := columns + fmt.Sprintf("fsm_machine m WHERE m.kind = $1 AND m.id > $2 ORDER BY m.id LIMIT %d", n)
	if !from.all {
		// Each state has its rows in order in the index, so no more than n are read of each.
		var parts []string
		for _, state := range from.states {
			args = append(args, state)
			parts = append(parts, fmt.Sprintf("SELECT id FROM (SELECT id FROM fsm_machine WHERE kind = $1 AND state = $%d AND id > $2 ORDER BY id LIMIT %d) p%d",
				len(args), n, len(args)))
		}
		text = columns + fmt.Sprintf("(SELECT id FROM (%s) u ORDER BY id LIMIT %d) f JOIN fsm_machine m ON m.kind = $1 AND m.id = f.id ORDER BY m.id",
			strings.Join(parts, " UNION ALL "), n)
	}
	rows, err := t.db.QueryContext(ctx, t.dialect.Text(text), args...)
	if err != nil {
		return nil, nil, fmt.Errorf("store: list of %s: %w", t.name, err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var r row
		if err := rows.Scan(&id, &r.rev, &r.state, &r.outcome, &r.snapshot, &r.created, &r.updated); err != nil {
			return nil, nil, fmt.Errorf("store: list of %s: %w", t.name, err)
		}
		ids, found = append(ids, id), append(found, r)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, fmt.Errorf("store: list of %s: %w", t.name, err)
	}
	return ids, found, nil
}
