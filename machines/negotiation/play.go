package negotiation

import (
	"context"
	"fmt"
	"time"
)

// table is the state of a bargain that is being played.
type table struct {
	bargain   Bargain
	machine   *Machine
	watch     *watch
	speaker   Party // who is to speak
	offers    [2][]float64
	moves     []Spoken
	violation error
	begun     int // turns
}

// play makes steps until the machine ends.
func (t *table) play(ctx context.Context) error {
	for {
		switch state := t.machine.State(); state {
		case StateIdle:
			if err := t.machine.Start(t.bargain.Overlap()); err != nil {
				return err
			}
		case StateNegotiating:
			if err := t.speak(ctx); err != nil {
				return err
			}
		case StateAgreed, StateFailed:
			if reason, failed := t.machine.Reason(); failed && reason == FailureReasonTimedOut {
				return context.Cause(ctx)
			}
			return nil
		default:
			return fmt.Errorf("negotiation: no step from state %v", state)
		}
	}
}

// speak asks the party whose turn it is for a move, and sends the resulting event to the
// machine. An offer of the buyer is not an event: the turn continues.
func (t *table) speak(ctx context.Context) error {
	if t.watch.ctx.Err() != nil {
		return t.timeout(ctx)
	}
	s := t.situation()
	t.begun = s.Turn
	move, err := t.side().Strategy.Decide(t.watch.ctx, s)
	if t.watch.ctx.Err() != nil {
		return t.timeout(ctx) // what comes late does not count
	}
	if err != nil {
		return fmt.Errorf("negotiation: turn %d: %v: %w", s.Turn, s.Party, err)
	}
	if err := t.bargain.Policy.Check(s, move); err != nil {
		t.violation = err
		return t.machine.Violation()
	}
	t.moves = append(t.moves, Spoken{Turn: s.Turn, By: s.Party, Move: move})
	switch move.Action {
	case ActionAccept:
		if price, ok := s.LastOther(); ok {
			return t.machine.Accept(price)
		}
	case ActionReject:
		return t.machine.Reject(s.Party)
	case ActionOffer:
		t.offers[s.Party] = append(t.offers[s.Party], move.Price)
		if s.Party == PartyBuyer {
			t.speaker = PartySeller
			return nil
		}
		t.speaker = PartyBuyer
		return t.machine.TurnOver()
	}
	return fmt.Errorf("negotiation: turn %d: the policy accepts an unknown move: %v %v", s.Turn, s.Party, move.Action)
}

// timeout ends the negotiation because the patience is exhausted or ctx is done.
func (t *table) timeout(ctx context.Context) error {
	if ctx.Err() != nil {
		return t.machine.Timeout()
	}
	return t.machine.Fire(TimerNegotiatingTimeout, t.watch.start)
}

func (t *table) side() Side {
	if t.speaker == PartyBuyer {
		return t.bargain.Buyer
	}
	return t.bargain.Seller
}

func (t *table) situation() Situation {
	own, other := t.offers[PartyBuyer], t.offers[PartySeller]
	if t.speaker == PartySeller {
		own, other = other, own
	}
	return Situation{
		Party: t.speaker, Limit: t.side().Limit,
		Turn: t.machine.Turns() + 1, MaxTurns: t.bargain.MaxTurns,
		Own: own[:len(own):len(own)], Other: other[:len(other):len(other)],
	}
}

func (t *table) result() Result {
	r := Result{Outcome: t.machine.Outcome(), Turns: t.begun, Moves: t.moves, Violation: t.violation}
	r.Price, _ = t.machine.Price()
	r.Reason, _ = t.machine.Reason()
	return r
}

// watch is the host of a machine. Its timer is the deadline of the context that
// strategies receive.
type watch struct {
	parent   context.Context
	patience time.Duration
	start    int             // the number of the start of the timer
	ctx      context.Context // nil before the timer starts
	cancel   context.CancelFunc
}

// Now implements [Timers]. Nothing reads when the timer is due.
func (w *watch) Now() time.Time { return time.Time{} }

// StartTimer implements [Timers]. The machine has one timer.
func (w *watch) StartTimer(_ Timer, start int, d time.Duration) {
	w.start = start
	w.ctx, w.cancel = context.WithTimeout(w.parent, d)
}

// StopTimer implements [Timers].
func (w *watch) StopTimer(Timer, int) { w.cancel() }

// Patience implements [Timers].
func (w *watch) Patience() time.Duration { return w.patience }

// stop releases the timer, even if the machine has not ended.
func (w *watch) stop() {
	if w.cancel != nil {
		w.cancel()
	}
}
