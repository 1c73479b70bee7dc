package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"time"
)

// Refresh brings all rows of the kind up to date with this version of the spec, after a deployment:
//
//   - It writes the state and the outcome under their present names, so that SQL finds
//     the machines, and [In] is fast. Timers also get their present names.
//   - It writes each machine whose snapshot this version writes in another form: one that
//     [WithMigration] reads, or that lacks a variable which this version has added. The code of
//     fsmgen migrate reads only what the version before it writes, so call Refresh before you deploy
//     a version that needs a migration.
//   - It starts timers that the state of a machine has got in this version, with their whole
//     durations, and calls.
//
// It returns the number of rows that it has rewritten. Each one gets a new revision, whose entry
// in the history contains the snapshot. Rows that are up to date do not change, so Refresh can be
// repeated: the order of the members of a snapshot, and spaces, do not count. It takes one row after
// the other, each in a transaction of its own, while other processes work.
//
// Earlier versions of the program do not know new names and variables, so call Refresh when all processes
// have the present version.
//
// Rows that do not contain a machine of this version stay as they are; the error joins the
// [LoadError] of the first ten, and says how many there are. Any other error ends Refresh.
func (s *Store[M, P, I, O]) Refresh(ctx context.Context) (rewritten int, err error) {
	const most = 10
	var broken []error
	failed := 0
	after := ""
	for {
		ids, rows, err := s.tables.page(ctx, candidates{all: true}, after, page)
		if err != nil {
			return rewritten, errors.Join(append(broken, err)...)
		}
		for _, id := range ids {
			changed, err := s.refreshOne(ctx, id)
			switch {
			case errors.As(err, new(*LoadError)):
				if failed++; failed <= most {
					broken = append(broken, err)
				}
			case err != nil:
				return rewritten, errors.Join(append(broken, err)...)
			case changed:
				rewritten++
			}
		}
		if len(rows) < page {
			break
		}
		after = ids[len(ids)-1]
	}
	if failed > most {
		broken = append(broken, fmt.Errorf("store: %d more rows of %s cannot be loaded", failed-most, s.name))
	}
	s.refreshed.Store(failed == 0)
	return rewritten, errors.Join(broken...)
}

// refreshOne brings a machine up to date, and reports whether it has changed the row.
func (s *Store[M, P, I, O]) refreshOne(ctx context.Context, id string) (bool, error) {
	changed := false
	_, err := s.tables.attempts(ctx, id, func(ctx context.Context) error {
		changed = false
		c, err := s.stale(ctx, id)
		if err != nil || c == nil {
			return err
		}
		ctx, end := s.set.watch.start(ctx, Operation{Name: "refresh", Kind: s.name, ID: id})
		err = s.tables.commit(ctx, c.id, nil, always(c))
		end(Result{Err: err, Revision: c.rev, From: c.from, To: c.state, Attempts: 1})
		changed = err == nil
		return err
	})
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return false, nil // Another program has deleted the row.
	}
	return changed, err
}

// stale returns what a refresh changes, or nil.
func (s *Store[M, P, I, O]) stale(ctx context.Context, id string) (*change, error) {
	r, err := s.tables.read(ctx, nil, id, "", origin{})
	if err != nil {
		return nil, err
	}
	rows, err := s.tables.timerRows(ctx, id)
	if err != nil {
		return nil, err
	}
	m, read, err := s.restore(ctx, id, r)
	if err != nil {
		return nil, err
	}
	due := s.kind.Due(m)
	c := &change{id: id, rev: r.rev + 1, from: r.state, over: r.outcome != "", before: s.renamed(due, rows), at: s.now()}
	if err := s.kind.Refresh(m, c.at); err != nil {
		return nil, &LoadError{Kind: s.name, ID: id, Revision: r.rev, Err: err}
	}
	if err := s.fill(c, m, s.forgotten(m, read)); err != nil {
		return nil, err
	}
	c.payload = c.snapshot
	migrated := !bytes.Equal(read, r.snapshot)
	if !migrated && maps.Equal(c.after, c.before) && c.state == r.state && c.outcome == r.outcome && equalJSON(c.snapshot, r.snapshot) {
		return nil, nil
	}
	return c, nil
}

// equalJSON reports whether two texts are the same JSON value: databases and their tools may write it in another way.
func equalJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var values [2]any
	for i, text := range [2][]byte{a, b} {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber() // Different integers can be the same float64.
		if decoder.Decode(&values[i]) != nil {
			return false
		}
	}
	return reflect.DeepEqual(values[0], values[1])
}

// renamed returns the timers of a machine with the names that their rows have.
func (s *Store[M, P, I, O]) renamed(due map[string]time.Time, rows []running) map[string]time.Time {
	left, out := maps.Clone(due), maps.Clone(due)
	for _, t := range rows {
		delete(left, t.timer)
	}
	for _, t := range rows {
		if _, ok := due[t.timer]; ok {
			continue
		}
		if name, runs := s.present(left, t); runs {
			out[t.timer] = due[name]
			delete(out, name)
			delete(left, name)
		}
	}
	return out
}

// timerRows returns the rows of the timers of a machine.
func (t *tables) timerRows(ctx context.Context, id string) (found []running, err error) {
	err = t.sql.timers.Each(ctx, nil, func(rows *sql.Rows) error {
		r := running{id: id}
		err := rows.Scan(&r.timer, &r.rev, &r.due)
		found = append(found, r)
		return err
	}, t.name, id)
	if err != nil {
		return nil, t.fault(id, "read the timers", err)
	}
	return found, nil
}
