package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// Do sends an event to a machine, and stores what it changes in one transaction: the machine,
// the event in the history, timers, and outputs. It returns the machine after the event.
//
// The options are a key ([WithKey]) and a revision ([AtRevision]).
//
// A key makes the event safe to repeat: if the machine has accepted an event with this key
// before, Do changes nothing and returns the machine as it is, with Repeated set. The same key
// with another event, or with other values, is a [KeyReusedError]. Without a key, or with the empty one, each call is an event of
// its own. A key has the form of an ID; it belongs to one machine, and is kept as long as the history. For the
// event that answers an output, use [Store.Answer].
//
// If the machine refuses the event, Do returns a [RefusedError] with the error of the machine, such as its
// *IllegalTransitionError, and nothing is stored, not even the key. The result of a call that no longer runs is not an
// error: it changes nothing, and Do returns the machine as it is, with Stale set. Such a result can be repeated without a key, because
// its number tells the machine which start it belongs to.
//
// Do reads the row, asks the external guards, and makes the step before it begins the
// transaction. If another transaction changes the machine meanwhile, Do starts over, so
// guards can be asked several times. With PostgreSQL, and machines that ask nothing, it then locks the row first, so that
// the machine is as it has read it. It gives up with a [ConflictError]. It also repeats
// transactions that the database has rolled back in favor of others, or whose connection was
// lost. If the connection is lost during the commit, it repeats events with a key;
// without, the result is an [UncertainError].
func (s *Store[M, P, I, O]) Do(ctx context.Context, id string, in I, options ...SendOption) (Record[M], error) {
	e, err := s.event(event[I]{id: id, in: in, sending: sendingOf(options)})
	return s.send(ctx, Operation{Name: "do", Key: e.key}, e, err)
}

// DoTx is Do inside a transaction of the caller, who commits it: then the event and the caller's
// own rows are stored together, or not at all.
//
// It does not repeat anything. After a [ConflictError], and after any other error of the
// database, roll the transaction back and repeat all of it; an error of the machine leaves the
// transaction as it was. External guards are asked inside the transaction. With PostgreSQL, the
// row is locked when it is read; therefore, take machines in the same order in all
// transactions. A worker sees the outputs at its next poll after the commit.
func (s *Store[M, P, I, O]) DoTx(ctx context.Context, tx *sql.Tx, id string, in I, options ...SendOption) (Record[M], error) {
	e, err := s.event(event[I]{id: id, in: in, sending: sendingOf(options)})
	return s.sendTx(ctx, tx, Operation{Name: "do", Key: e.key}, e, err)
}

// event is an event that is sent to a machine.
type event[I any] struct {
	id string
	sending
	answers origin // the output that it answers, or zero
	in      I
	name    string
	payload []byte
}

// event checks the ID, the key, and the event itself, and completes e.
func (s *Store[M, P, I, O]) event(e event[I]) (event[I], error) {
	if any(e.in) == nil {
		return e, &InvalidError{Kind: s.name, ID: e.id, Reason: "the event is nil"}
	}
	e.name = s.kind.EventName(e.in)
	err := s.tables.checkKey(e.id, e.key)
	if err != nil {
		return e, err
	}
	if e.payload, err = json.Marshal(e.in); err != nil {
		return e, &InvalidError{Kind: s.name, ID: e.id, Reason: "the event " + e.name + " has no JSON", Err: err}
	}
	return e, nil
}

// send sends an event in a transaction of its own, unless it is refused.
func (s *Store[M, P, I, O]) send(ctx context.Context, op Operation, e event[I], refused error) (rec Record[M], err error) {
	op.Kind, op.ID, op.Event = s.name, e.id, e.name
	ctx, end := s.set.watch.start(ctx, op)
	var result Result
	defer func() { finish(end, result, rec, err) }()
	if refused != nil {
		return rec, refused
	}
	lock := false
	result.Attempts, err = s.tables.attempts(ctx, e.id, func(ctx context.Context) error {
		var after Record[M]
		step := func(tx *sql.Tx) (*change, error) {
			r, err := s.tables.read(ctx, tx, e.id, e.key, e.answers)
			if err != nil {
				return nil, err
			}
			var c *change
			c, after, err = s.step(ctx, r, e)
			if err == nil && c != nil {
				result.From, result.Ignored = c.from, c.ignored
			}
			return c, err
		}
		var err error
		if lock {
			// Made inside the transaction, the step can lock the row. It is read committed, to see the row as it is then.
			err = s.tables.commit(ctx, e.id, s.tables.dialect.Claims(), step)
		} else {
			var c *change
			if c, err = step(nil); err == nil && c != nil {
				err = s.tables.commit(ctx, c.id, nil, always(c))
			}
		}
		if err == nil {
			rec = after
		}
		var passing *transientError
		if errors.As(err, &passing) && !passing.lost {
			lock = s.mayLock
		}
		return err
	})
	return rec, err
}

// sendTx is send in a transaction of the caller.
func (s *Store[M, P, I, O]) sendTx(ctx context.Context, tx *sql.Tx, op Operation, e event[I], refused error) (rec Record[M], err error) {
	op.Kind, op.ID, op.Event = s.name, e.id, e.name
	ctx, end := s.set.watch.start(ctx, op)
	result := Result{Attempts: 1, Uncommitted: true}
	defer func() { finish(end, result, rec, err) }()
	if refused != nil {
		return rec, refused
	}
	r, err := s.tables.read(ctx, tx, e.id, e.key, e.answers)
	if err != nil {
		return rec, s.tables.inTx(e.id, err)
	}
	c, after, err := s.step(ctx, r, e)
	if err == nil && c != nil {
		result.From, result.Ignored = c.from, c.ignored
		err = s.tables.write(ctx, tx, c)
	}
	if err != nil {
		return rec, s.tables.inTx(e.id, err)
	}
	return after, nil
}

// step sends the event to the machine of a row. The change is nil if the machine has accepted
// the event before.
func (s *Store[M, P, I, O]) step(ctx context.Context, r row, e event[I]) (*change, Record[M], error) {
	none := Record[M]{}
	m, read, err := s.restore(ctx, e.id, r)
	if err != nil {
		return nil, none, err
	}
	before := s.view(e.id, r.rev, m, r.created.Time, r.updated.Time)
	if r.keyRev.Valid {
		// The first answer to an output counts, whatever the later ones say.
		if e.answers == (origin{}) && !s.same(r, e.name, e.payload) {
			reused := &KeyReusedError{Kind: s.name, ID: e.id, Key: e.key, Revision: r.keyRev.Int64, Event: r.keyEvent.String}
			if reused.Event == e.name {
				reused.Differs = differing(r.keyPayload, e.payload)
			}
			return nil, none, reused
		}
		before.Repeated = true
		return nil, before, nil
	}
	if e.at != nil && *e.at != r.rev {
		return nil, none, &RevisionError{Kind: s.name, ID: e.id, Expected: *e.at, Found: r.rev}
	}
	if reason := unknown(e.answers, r, s.calls != nil); reason != "" {
		return nil, none, &InvalidError{Kind: s.name, ID: e.id, Reason: reason}
	}
	c := &change{
		id: e.id, rev: r.rev + 1, key: e.key, answers: e.answers.String(), event: e.name, payload: e.payload,
		from: before.State, over: before.Outcome != "", before: s.kind.Due(m), at: s.now(),
	}
	forgotten := s.forgotten(m, read)
	outputs, ignored, err := s.apply(ctx, m, e.in, c.at)
	if err != nil && s.late(m, err) {
		before.Stale = true
		return nil, before, nil
	}
	if err != nil {
		return nil, none, &RefusedError{Kind: s.name, ID: e.id, Event: e.name, Err: err}
	}
	c.ignored = ignored
	if err := s.fill(c, m, append(forgotten, outputs...)); err != nil {
		return nil, none, err
	}
	return c, s.view(e.id, c.rev, m, before.Created, c.at), nil
}
