package negotiation

import (
	"context"
	"math"
)

// Strategy chooses the moves of a party.
//
// Decide must return when ctx is done; its result is then ignored. If ctx is not done,
// [Bargain.Play] returns an error of Decide. The strategies of this package keep no state
// between calls, so a value can be used for any number of parties at the same time.
type Strategy interface {
	Decide(ctx context.Context, s Situation) (Move, error)
}

// StrategyFunc is a function that implements [Strategy].
type StrategyFunc func(ctx context.Context, s Situation) (Move, error)

// Decide calls f.
func (f StrategyFunc) Decide(ctx context.Context, s Situation) (Move, error) { return f(ctx, s) }

// Linear returns the strategy that moves from its opening price to its limit in equal
// steps, and reaches it in the last turn.
func Linear(opening float64) Strategy { return TimeDependent(opening, 1) }

// Boulware returns the strategy that stays near its opening price until the last turns:
// [TimeDependent] with beta 0.2. It is named after Lemuel Boulware, who made only one
// offer.
func Boulware(opening float64) Strategy { return TimeDependent(opening, 0.2) }

// Conceder returns the strategy that approaches its limit within a few turns:
// [TimeDependent] with beta 5.
func Conceder(opening float64) Strategy { return TimeDependent(opening, 5) }

// TimeDependent returns the strategy whose offers depend only on the time: at time t, from
// 0 in the first turn to 1 in the last one, its offer is at the fraction t^(1/beta) between
// its opening price and its limit. These are the polynomial functions of Faratin, Sierra,
// and Jennings, with k = 0. With a beta below 1, it concedes late, with one above 1, early;
// beta must be positive. The opening price must be finite; if it is worse than the limit,
// the limit is used instead.
//
// The strategy accepts an offer that is at least as good as its own next one.
func TimeDependent(opening, beta float64) Strategy {
	return StrategyFunc(func(_ context.Context, s Situation) (Move, error) {
		t := 1.0 // the only turn is the last one
		if s.MaxTurns > 1 {
			t = float64(s.Turn-1) / float64(s.MaxTurns-1)
		}
		start := s.withinLimit(opening)
		// The conversion prevents a fused multiply-add, so that the offers are the
		// same on all processors.
		price := s.withinLimit(start + float64((s.Limit-start)*math.Pow(t, 1/beta)))
		if t == 1 {
			price = s.Limit // and not the rounded sum
		}
		return s.acceptOr(price), nil
	})
}

// TitForTat returns the strategy that concedes as much as the other party has conceded in
// its last offer, up to its limit. Until the other party has conceded, it repeats its
// opening price; if that is worse than the limit, the limit is used instead. It is the
// absolute tit-for-tat strategy of Faratin, Sierra, and Jennings, with delta = 1 and
// without the random part. Two such parties never concede.
//
// The strategy accepts an offer that is at least as good as its own next one.
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

// Impatient returns a strategy that follows another one, but leaves when the other party
// has repeated the same offer for the given number of consecutive turns, unless it can
// accept. A number below 2 counts as 2, because one offer is not a repetition.
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

// acceptOr accepts the other party's last offer if it is at least as good as the price,
// which must be within the limit. Otherwise, it offers the price.
func (s Situation) acceptOr(price float64) Move {
	if other, spoken := s.LastOther(); spoken && !s.Better(price, other) {
		return Accept()
	}
	return Offer(price)
}
