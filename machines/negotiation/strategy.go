package negotiation

import (
	"context"
	"math"
)

// Strategy decides what a party does when it is to speak.
//
// Decide must return when ctx is done; what it then returns does not matter.
// An error ends [Bargain.Play] with that error, if ctx is not done. The
// strategies of this package keep nothing between calls, so that one value can
// serve any number of parties at once.
type Strategy interface {
	Decide(ctx context.Context, s Situation) (Move, error)
}

// StrategyFunc is a function as a [Strategy].
type StrategyFunc func(ctx context.Context, s Situation) (Move, error)

// Decide calls f.
func (f StrategyFunc) Decide(ctx context.Context, s Situation) (Move, error) { return f(ctx, s) }

// Linear returns the strategy that goes from its opening price to its limit in
// steps of the same size, and is there in the last turn.
func Linear(opening float64) Strategy { return TimeDependent(opening, 1) }

// Boulware returns the strategy that keeps near its opening price until the
// turns are nearly over: [TimeDependent] with beta 0.2. It is named after Lemuel
// Boulware, who made one offer and no other.
func Boulware(opening float64) Strategy { return TimeDependent(opening, 0.2) }

// Conceder returns the strategy that is near its limit after a few turns:
// [TimeDependent] with beta 5.
func Conceder(opening float64) Strategy { return TimeDependent(opening, 5) }

// TimeDependent returns the strategy whose offers depend on the time alone: with
// t from 0 in the first turn to 1 in the last, it has made the part t^(1/beta)
// of the way from its opening price to its limit. These are the polynomial
// functions of Faratin, Sierra and Jennings, with k = 0. A beta below 1 concedes
// late, above 1 early; it must be positive. The opening price must be finite; one
// worse than the limit is the limit.
//
// It accepts what is at least as good for it as what it would offer itself.
func TimeDependent(opening, beta float64) Strategy {
	return StrategyFunc(func(_ context.Context, s Situation) (Move, error) {
		t := 1.0 // the only turn is the last one
		if s.MaxTurns > 1 {
			t = float64(s.Turn-1) / float64(s.MaxTurns-1)
		}
		start := s.withinLimit(opening)
		// The conversion keeps the product from being fused with the sum, so
		// that all processors make the same offers.
		price := s.withinLimit(start + float64((s.Limit-start)*math.Pow(t, 1/beta)))
		if t == 1 {
			price = s.Limit // and not the rounded sum
		}
		return s.acceptOr(price), nil
	})
}

// TitForTat returns the strategy that concedes as much as the other party has
// conceded with its last offer, and no further than its limit. Before it has
// seen the other move, it repeats its opening price; an opening price worse than
// the limit is the limit. It is the absolute tit-for-tat of Faratin, Sierra and
// Jennings, with delta = 1 and without the random part. Two that play each other
// never move.
//
// It accepts what is at least as good for it as what it would offer itself.
func TitForTat(opening float64) Strategy {
	return StrategyFunc(func(_ context.Context, s Situation) (Move, error) {
		price, spoken := s.LastOwn()
		if !spoken {
			price = s.withinLimit(opening)
		} else if n := len(s.Other); n >= 2 {
			price = s.withinLimit(price + (s.Other[n-2] - s.Other[n-1]))
		}
		return s.acceptOr(price), nil
	})
}

// Impatient returns the strategy that does as another one, but leaves when the
// other party has made the same offer as often as turns says, in a row. It
// accepts before it leaves. Turns below 2 are 2: one offer is no repetition.
func Impatient(strategy Strategy, turns int) Strategy {
	turns = max(turns, 2)
	return StrategyFunc(func(ctx context.Context, s Situation) (Move, error) {
		move, err := strategy.Decide(ctx, s)
		if err != nil || move.Action != ActionOffer || len(s.Other) < turns {
			return move, err
		}
		recent := s.Other[len(s.Other)-turns:]
		for _, price := range recent {
			if price != recent[0] {
				return move, nil
			}
		}
		return Reject(), nil
	})
}

// withinLimit returns the price, or the limit if the price is not acceptable.
func (s Situation) withinLimit(price float64) float64 {
	if s.Acceptable(price) {
		return price
	}
	return s.Limit
}

// acceptOr accepts the other party's last offer if it is at least as good as
// the price, which must be within the limit, and offers the price otherwise.
func (s Situation) acceptOr(price float64) Move {
	if other, spoken := s.LastOther(); spoken && !s.Better(price, other) {
		return Accept()
	}
	return Offer(price)
}
