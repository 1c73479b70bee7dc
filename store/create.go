package store

import (
	"context"
	"database/sql"
)

// Create makes a machine with the given parameters, and stores it with its timers and outputs.
// If there is one with this ID, it returns an [ExistsError].
//
// Parameters out of their ranges are an [InvalidError]. An ID has 1 to [MaxID] bytes of UTF-8 without NUL. IDs of different kinds are independent.
//
// If the connection is lost during the commit, the result is an [UncertainError]: create the
// machine again, and take an [ExistsError] as success.
func (s *Store[M, P, I, O]) Create(ctx context.Context, id string, p P) (rec Record[M], err error) {
	ctx, end := s.set.watch.start(ctx, Operation{Name: "create", Kind: s.name, ID: id})
	var result Result
	defer func() { finish(end, result, rec, err) }()
	if err := s.tables.checkID(id); err != nil {
		return rec, err
	}
	result.Attempts, err = s.tables.attempts(ctx, id, func(ctx context.Context) error {
		c, made, err := s.create(id, p)
		if err == nil {
			err = s.tables.commit(ctx, c.id, nil, always(c))
		}
		if err == nil {
			rec = made
		}
		return err
	})
	return rec, err
}

// CreateTx is Create inside a transaction of the caller, who commits it. [Store.DoTx] says what it
// does not do.
func (s *Store[M, P, I, O]) CreateTx(ctx context.Context, tx *sql.Tx, id string, p P) (rec Record[M], err error) {
	ctx, end := s.set.watch.start(ctx, Operation{Name: "create", Kind: s.name, ID: id})
	defer func() { finish(end, Result{Attempts: 1, Uncommitted: true}, rec, err) }()
	if err := s.tables.checkID(id); err != nil {
		return rec, err
	}
	c, made, err := s.create(id, p)
	if err == nil {
		err = s.tables.write(ctx, tx, c)
	}
	if err != nil {
		return rec, s.tables.inTx(id, err)
	}
	return made, nil
}

// create makes a machine, and what is written of it.
func (s *Store[M, P, I, O]) create(id string, p P) (*change, Record[M], error) {
	if p, ok := any(p).(interface{ Validate() error }); ok {
		if err := p.Validate(); err != nil {
			return nil, Record[M]{}, &InvalidError{Kind: s.name, ID: id, Reason: "the parameters", Err: err}
		}
	}
	now := s.now()
	m, outputs, err := s.kind.Create(p, now)
	if err != nil {
		return nil, Record[M]{}, err
	}
	c := &change{id: id, rev: 1, at: now}
	if err := s.fill(c, m, outputs); err != nil {
		return nil, Record[M]{}, err
	}
	c.payload = c.snapshot
	return c, s.view(id, 1, m, now, now), nil
}

// finish ends an operation that observers see.
func finish[M any](end func(Result), result Result, rec Record[M], err error) {
	result.Err = err
	result.Revision, result.To, result.Repeated, result.Stale = rec.Revision, rec.State, rec.Repeated, rec.Stale
	end(result)
}
