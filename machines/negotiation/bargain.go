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
	// Limit is the worst price that the party takes: for the buyer the highest,
	// for the seller the lowest. It must be finite.
	Limit float64
	// Strategy speaks for the party. It must not be nil.
	Strategy Strategy
}

// Bargain is a negotiation that is yet to be played.
type Bargain struct {
	// Buyer and Seller are the parties. Whoever plays the bargain knows both
	// limits; the strategies know their own.
	Buyer, Seller Side
	// MaxTurns is how many turns there are at most, at least 1.
	MaxTurns int
	// Patience is how long the whole negotiation may take. It must be positive.
	Patience time.Duration
	// Policy judges the moves. Nil is [Rules].
	Policy Policy
	// Observe, if it is not nil, is called after each transition of the machine.
	Observe func(Step)
}

// Result is how a negotiation ended.
type Result struct {
	// Outcome is agreed or failed, or none if Play returns an error with which
	// the machine has not ended.
	Outcome Outcome
	// Price is what was agreed. It means nothing if Outcome is failed.
	Price float64
	// Reason says why there is no agreement. It means nothing if there is one.
	Reason FailureReason
	// Turns are the turns that were begun, from 0 to MaxTurns.
	Turns int
	// Moves are all moves that the policy has let through, in order.
	Moves []Spoken
	// Violation is the error of the policy if Reason is PolicyViolation, else nil.
	Violation error
}

// Play lets the parties speak until the machine ends.
//
// When the patience is over, the result is TimedOut and there is no error. When
// ctx is done, the result is TimedOut as well, and the error is its cause. Any
// other error is that of a bargain that cannot be played or of a strategy; the
// machine then has not ended. Play starts no goroutine.
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
	t := &table{bargain: b, machine: machine, events: machine.Observe(time.Now, func(s Step) {
		if b.Observe != nil {
			b.Observe(s)
		}
	}), watch: watch}
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

// Overlap reports whether there is a price that both sides take.
func (b Bargain) Overlap() bool {
	return b.Buyer.Limit >= b.Seller.Limit
}
