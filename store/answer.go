package store

import (
	"context"
	"database/sql"
	"fmt"
)

// Answer sends the event that answers an output: the result of the action. Call it in the function
// that a [Worker] calls, for the machine that has emitted the output.
//
// The first answer that the machine accepts counts. Then, Answer changes nothing, whatever event
// and payload it is called with, and returns the machine as it is, with Repeated set. Therefore, the
// function can simply act and answer again if its delivery is repeated.
//
// An output can be the start of a call of the spec: then the answer is its result.
//
// Answers have no keys, so no key of a client can be in their way. A delivery has one answer; for
// further events, and for other machines, use [Store.Do].
//
// To answer later, for example when the receiver of the action calls back, keep the ID, the Revision, and N of the
// delivery, and call Answer with a Delivery that has them; the other fields do not matter. A delivery that the machine
// cannot have is an [InvalidError]: its revision is yet to come, or has no such output.
//
// If the machine refuses the event, Answer returns a [RefusedError], as Do does, and for the result of a call that no
// longer runs the machine with Stale set. It repeats what
// Do repeats for an event with a key.
func (s *Store[M, P, I, O]) Answer(ctx context.Context, d Delivery[O], in I) (Record[M], error) {
	e, err := s.answer(d, in)
	return s.send(ctx, Operation{Name: "answer", Key: d.Key}, e, err)
}

// AnswerTx is Answer inside a transaction of the caller, who commits it. [Store.DoTx] says what it
// does not do.
func (s *Store[M, P, I, O]) AnswerTx(ctx context.Context, tx *sql.Tx, d Delivery[O], in I) (Record[M], error) {
	e, err := s.answer(d, in)
	return s.sendTx(ctx, tx, Operation{Name: "answer", Key: d.Key}, e, err)
}

// answer returns the event that answers a delivery.
func (s *Store[M, P, I, O]) answer(d Delivery[O], in I) (event[I], error) {
	e, err := s.event(event[I]{id: d.ID, answers: origin{d.Revision, d.N}, in: in})
	if err == nil && (d.Revision < 1 || d.N < 0) {
		err = &InvalidError{Kind: s.name, ID: d.ID, Reason: "the delivery is not one of a worker: its revision is " +
			fmt.Sprintf("%d, and N is %d", d.Revision, d.N)}
	}
	return e, err
}

// origin is an output of a machine: its revision, from 1, and its number. The zero value is none.
type origin struct {
	rev int64
	n   int
}

// String returns REVISION/N, or "". The ID is not part of it, so its length is bounded.
func (o origin) String() string {
	if o == (origin{}) {
		return ""
	}
	return fmt.Sprintf("%d/%d", o.rev, o.n)
}

// unknown returns why a machine, which may have calls, cannot have emitted the output, or "". What it will emit must not have an answer yet.
func unknown(o origin, r row, calls bool) string {
	switch {
	case o.rev > r.rev:
		return fmt.Sprintf("the delivery %v does not exist: the machine is at revision %d", o, r.rev)
	case r.outputs.Valid && int64(o.n) >= r.outputs.Int64 && r.outputs.Int64 > 0:
		return fmt.Sprintf("the delivery %v does not exist: the last one of this revision is %v", o, origin{o.rev, int(r.outputs.Int64) - 1})
	case r.outputs.Valid && r.outputs.Int64 == 0, !r.outputs.Valid && r.silent && !calls: // Otherwise, any revision may have started a call that is new in this version.
		return fmt.Sprintf("the delivery %v does not exist: this revision has no outputs", o)
	}
	return ""
}
