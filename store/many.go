package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
)

// Sent is an event that [Store.DoMany] sends.
type Sent[I any] struct {
	// ID is the machine.
	ID    string
	Input I
	// Options are as those of [Store.Do].
	Options []SendOption
}

// DoMany sends an event to each of several machines, in one transaction: all of them accept their events, or nothing is stored. It returns
// the machines in the order of the events. It is Do for each of them: an event whose key a machine knows is a repetition, which does not
// keep the others from being stored. A machine can have one event only; two with the same ID are an [InvalidError].
//
// The machines are changed in the order of their IDs, whatever the order of the events. So two calls of DoMany never wait
// for each other. The error is that of one machine and has its ID, such as a [RefusedError]. An error of the transaction, such as a
// [ConflictError], has the first ID. Observers see an operation for each event, and all of them end with the error.
//
// If the connection is lost during the commit, DoMany repeats the events if each has a key; otherwise the result is an
// [UncertainError].
//
// For machines of several kinds, use DoTx, with the same order in all transactions.
func (s *Store[M, P, I, O]) DoMany(ctx context.Context, events []Sent[I]) (records []Record[M], err error) {
	all := make([]event[I], len(events))
	var refused error
	for i, each := range events {
		var invalid error
		all[i], invalid = s.event(event[I]{id: each.ID, in: each.Input, sending: sendingOf(each.Options)})
		refused = cmp.Or(refused, invalid)
	}
	order := make([]int, len(all)) // of the IDs
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(all[x].id, all[y].id) })
	for i := 1; i < len(order) && refused == nil; i++ {
		if id := all[order[i]].id; id == all[order[i-1]].id {
			refused = &InvalidError{Kind: s.name, ID: id, Reason: "two events of one call are for this machine"}
		}
	}
	return s.sendMany(ctx, all, order, refused)
}

// sendMany sends events in the order of their machines, in one transaction, unless one is refused before.
func (s *Store[M, P, I, O]) sendMany(ctx context.Context, all []event[I], order []int, refused error) (records []Record[M], err error) {
	ends, results, contexts := make([]func(Result), len(all)), make([]Result, len(all)), make([]context.Context, len(all))
	after := make([]Record[M], len(all))
	for i, e := range all {
		contexts[i], ends[i] = s.set.watch.start(ctx, Operation{Name: "do", Kind: s.name, ID: e.id, Event: e.name, Key: e.key})
	}
	defer func() {
		for i, end := range ends {
			rec := after[i]
			if err != nil {
				rec = Record[M]{}
			}
			finish(end, results[i], rec, err)
		}
	}()
	if refused != nil || len(all) == 0 {
		return nil, refused
	}
	step := func(tx *sql.Tx) (changes []*change, err error) {
		for _, i := range order {
			r, err := s.tables.read(ctx, tx, all[i].id, all[i].key, origin{})
			if err != nil {
				return nil, err
			}
			c, rec, err := s.step(contexts[i], r, all[i])
			if err != nil {
				return nil, err
			}
			after[i] = rec
			if c != nil {
				results[i].From, results[i].Ignored = c.from, c.ignored
				changes = append(changes, c)
			}
		}
		return changes, nil
	}
	lock := false
	attempts, err := s.tables.attempts(ctx, all[order[0]].id, func(ctx context.Context) error {
		var err error
		if lock {
			err = s.tables.commitAll(ctx, all[order[0]].id, s.tables.dialect.Claims(), step)
		} else {
			var changes []*change
			if changes, err = step(nil); err == nil && len(changes) > 0 {
				err = s.tables.commitAll(ctx, changes[0].id, nil, func(*sql.Tx) ([]*change, error) { return changes, nil })
			}
		}
		var passing *transientError
		if errors.As(err, &passing) && !passing.lost {
			lock = s.mayLock
		}
		return err
	})
	for i := range results {
		results[i].Attempts = attempts
	}
	if err != nil {
		return nil, err
	}
	return after, nil
}
