package store

import (
	"context"
	"errors"
)

// Caller is what a store needs to know, besides [Kind], of a state machine that invokes calls. The type Kind that
// fsmgen generates with the face values implements it if the spec has calls or child machines.
//
// M is the machine, and O an output. The starts and stops of calls are among the outputs of a step, so they are in the
// outbox, and a [Worker] delivers them.
type Caller[M, O any] interface {
	// Starts returns the starts of the calls that run in m and that the snapshot from which m was made does not
	// know, because an earlier version of the spec did not have them. With a nil snapshot, it returns the starts of all
	// calls that run.
	Starts(m M, snapshot []byte) []O
	// Started returns the call that an output starts, and the number of the start. For an output that
	// is not a start, the call is empty.
	Started(out O) (call string, number int)
	// Running returns the number of the start of a call that runs in m, or 0.
	Running(m M, call string) int
	// Stale reports whether err, with which m has refused an event, says that the event is the result of a
	// start that m has made, and that no longer runs.
	Stale(m M, err error) bool
}

// forgotten returns the starts that nobody has emitted: those of calls that m has from this version of the spec.
func (s *Store[M, P, I, O]) forgotten(m M, snapshot []byte) []O {
	if s.calls == nil {
		return nil
	}
	return s.calls.Starts(m, snapshot)
}

// late reports whether an event was refused because it is the result of a call that no longer runs.
func (s *Store[M, P, I, O]) late(m M, err error) bool {
	return s.calls != nil && s.calls.Stale(m, err)
}

// stopped reports whether a delivery is the start of a call that no longer runs, so that nobody waits for its result.
// The row of the machine tells.
func (s *Store[M, P, I, O]) stopped(ctx context.Context, d Delivery[O]) (bool, error) {
	if s.calls == nil || d.Outcome != "" {
		return false, nil
	}
	call, number := s.calls.Started(d.Output)
	if call == "" {
		return false, nil
	}
	rec, err := s.Get(ctx, d.ID)
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return true, nil // The program has deleted it.
	}
	return err == nil && s.calls.Running(rec.Machine, call) != number, err
}
