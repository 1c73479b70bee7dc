package negotiation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// Side is one party of a bargain.
type Side struct {
	// Limit is the worst price that the party accepts: the highest one for the buyer,
	// the lowest one for the seller. It must be finite.
	Limit float64
	// Strategy chooses the moves of the party. It must not be nil.
	Strategy Strategy
}

// Bargain describes a negotiation to be played.
type Bargain struct {
	// Buyer and Seller are the parties. A strategy does not know the limit of the other
	// party.
	Buyer, Seller Side
	// MaxTurns is the maximum number of turns, at least 1.
	MaxTurns int
	// Patience is the time limit for the whole negotiation. It must be positive. More than 24 hours count as that.
	Patience time.Duration
	// Policy checks the moves. Nil means [Rules].
	Policy Policy
	// Observe, if it is not nil, is called after each transition of the machine.
	Observe func(Step)
}

// Result is how a negotiation ended.
type Result struct {
	// Outcome is agreed or failed, or none if Play returns an error before the machine
	// has ended.
	Outcome Outcome
	// Price is the agreed price. It has no meaning if Outcome is failed.
	Price float64
	// Reason says why there is no agreement. It has no meaning if there is one.
	Reason FailureReason
	// Turns is the number of turns that were started, from 0 to MaxTurns.
	Turns int
	// Moves are all moves that the policy has accepted, in order.
	Moves []Spoken
	// Violation is the error of the policy if Reason is PolicyViolation, else nil.
	Violation error
}

// Play lets the parties move in turn until the machine ends.
//
// If the patience is exhausted, the result is TimedOut and the error is nil. If ctx is
// done, the result is TimedOut as well, and the error is the cause of ctx. Any other error
// is due to an invalid bargain or is returned by a strategy; the machine has not ended
// then. Play starts no goroutine.
func (b Bargain) Play(ctx context.Context) (Result, error) {
	if err := b.validate(); err != nil {
		return Result{}, err
	}
	watch := &watch{parent: ctx, patience: b.Patience}
	machine, err := New(Params{MaxTurns: b.MaxTurns}, watch)
	if err != nil {
		return Result{}, err
	}
	defer watch.stop()
	if b.Policy == nil {
		b.Policy = Rules{}
	}
	if b.Observe != nil {
		machine.Observe(time.Now, b.Observe)
	}
	t := &table{bargain: b, machine: machine, watch: watch}
	err = t.play(ctx)
	return t.result(), err
}

func (b Bargain) validate() error {
	for _, side := range []struct {
		name string
		Side
	}{{"buyer", b.Buyer}, {"seller", b.Seller}} {
		switch {
		case math.IsNaN(side.Limit) || math.IsInf(side.Limit, 0):
			return fmt.Errorf("negotiation: the limit of the %s is %g, must be finite", side.name, side.Limit)
		case side.Strategy == nil:
			return fmt.Errorf("negotiation: the %s has no strategy", side.name)
		}
	}
	if b.Patience <= 0 {
		return errors.New("negotiation: the patience must be positive")
	}
	return nil
}

// Overlap reports whether there is a price that both sides accept.
func (b Bargain) Overlap() bool {
	return b.Buyer.Limit >= b.Seller.Limit
}
