package store

import (
	"context"
	"database/sql"
	"encoding/json"
)

// Do sends an event to a machine, and stores what it changes in one transaction: the machine,
// the event in the history, timers, and outputs. It returns the machine after the event.
//
// A key makes the event safe to repeat: if the machine has accepted an event with this key
// before, Do changes nothing and returns the machine as it is, with Repeated set. The same key
// with another event is a [KeyReusedError]. Without a key, each call is an event of its own. A
// key has the form of an ID; it belongs to one machine, and is kept as long as the history.
//
// If the machine refuses the event, Do returns the error of the machine, such as its
// *IllegalTransitionError, and nothing is stored, not even the key.
//
// Do reads the row, asks the external guards, and makes the step before it begins the
// transaction. If another transaction changes the machine meanwhile, Do starts over, so
// guards can be asked several times. It gives up with a [ConflictError]. It also repeats
// transactions that the database has rolled back in favor of others, or whose connection was
// lost. If the connection is lost during the commit, it repeats events with a key;
// without, the result is an [UncertainError].
func (s *Store[M, P, I, O]) Do(ctx context.Context, id, key string, in I) (rec Record[M], err error) {
	e, err := s.event(id, key, in)
	ctx, end := s.set.watch.start(ctx, Operation{Name: "do", Kind: s.name, ID: id, Event: e.name, Key: key})
	var result Result
	defer func() { s.finish(end, result, rec, err) }()
	if err != nil {
		return rec, err
	}
	result.Attempts, err = s.attempts(ctx, id, func(ctx context.Context) error {
		r, err := s.read(ctx, nil, id, key)
		if err != nil {
			return err
		}
		c, after, err := s.step(id, r, e)
		if err == nil && c != nil {
			result.From, result.Ignored = c.from, c.ignored
			err = s.commit(ctx, c)
		}
		if err == nil {
			rec = after
		}
		return err
	})
	return rec, err
}

// DoTx is Do inside a transaction of the caller, who commits it: then the event and the caller's
// own rows are stored together, or not at all.
//
// It does not repeat anything. After a [ConflictError], and after any other error of the
// database, roll the transaction back and repeat all of it; an error of the machine leaves the
// transaction as it was. External guards are asked inside the transaction. With PostgreSQL, the
// row is locked when it is read; therefore, take machines in the same order in all
// transactions. A worker sees the outputs at its next poll after the commit.
func (s *Store[M, P, I, O]) DoTx(ctx context.Context, tx *sql.Tx, id, key string, in I) (rec Record[M], err error) {
	e, err := s.event(id, key, in)
	ctx, end := s.set.watch.start(ctx, Operation{Name: "do", Kind: s.name, ID: id, Event: e.name, Key: key})
	result := Result{Attempts: 1}
	defer func() { s.finish(end, result, rec, err) }()
	if err != nil {
		return rec, err
	}
	r, err := s.read(ctx, tx, id, key)
	if err != nil {
		return rec, s.inTx(id, err)
	}
	c, after, err := s.step(id, r, e)
	if err == nil && c != nil {
		result.From, result.Ignored = c.from, c.ignored
		err = s.write(ctx, tx, c)
	}
	if err != nil {
		return rec, s.inTx(id, err)
	}
	return after, nil
}

// event is an event that is sent to a machine.
type event[I any] struct {
	in      I
	key     string
	name    string
	payload []byte
}

// event checks the arguments of Do.
func (s *Store[M, P, I, O]) event(id, key string, in I) (e event[I], err error) {
	if any(in) == nil {
		return e, &InvalidError{Kind: s.name, ID: id, Reason: "the event is nil"}
	}
	e = event[I]{in: in, key: key, name: s.kind.EventName(in)}
	if err := s.checkKey(id, key); err != nil {
		return e, err
	}
	if e.payload, err = json.Marshal(in); err != nil {
		return e, &InvalidError{Kind: s.name, ID: id, Reason: "the event " + e.name + " has no JSON", Err: err}
	}
	return e, nil
}

// step sends the event to the machine of a row. The change is nil if the machine has accepted
// the event before.
func (s *Store[M, P, I, O]) step(id string, r row, e event[I]) (*change, Record[M], error) {
	none := Record[M]{}
	before, err := s.load(id, r)
	if err != nil {
		return nil, none, err
	}
	if r.keyRev.Valid {
		if !s.same(r, e.name, e.payload) {
			return nil, none, &KeyReusedError{Kind: s.name, ID: id, Key: e.key, Revision: r.keyRev.Int64, Event: r.keyEvent.String}
		}
		before.Repeated = true
		return nil, before, nil
	}
	m := before.Machine
	c := &change{id: id, rev: r.rev + 1, key: e.key, event: e.name, payload: e.payload, from: before.State, before: s.kind.Due(m), at: s.now()}
	outputs, ignored, err := s.kind.Apply(m, e.in, c.at)
	if err != nil {
		return nil, none, err
	}
	c.ignored = ignored
	if err := s.fill(c, m, outputs); err != nil {
		return nil, none, err
	}
	return c, s.view(id, c.rev, m, before.Created, c.at), nil
}
