package main

import (
	"context"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// patience is longer than any negotiation between strategies that only compute, so that the result
// does not depend on the clock.
const patience = time.Hour

// pairing is the result of one strategy as buyer and one as seller.
type pairing struct {
	buyer, seller string
	agreed        int
	failed        []int   // by reason
	turns         int     // of all negotiations that were begun, in sum
	shares        float64 // of the buyer, of those that agreed, in sum
}

// games returns how many negotiations were played.
func (p pairing) games() int {
	sum := p.agreed
	for _, n := range p.failed {
		sum += n
	}
	return sum
}

// rejected returns how many negotiations a party has left.
func (p pairing) rejected() int {
	return p.failed[negotiation.FailureReasonBuyerRejected] + p.failed[negotiation.FailureReasonSellerRejected]
}

// begun returns how many negotiations had an overlap, and so a first turn.
func (p pairing) begun() int {
	return p.games() - p.failed[negotiation.FailureReasonNoOverlap]
}

// tournament is the result of all pairs.
type tournament struct {
	turns    int // at most, in one negotiation
	pairings []pairing
	longest  int // the most transitions of a run
	bound    int // what is proved of them
}

// play lets each strategy as buyer meet each as seller, over all valuations.
func play(ctx context.Context, all []valuation, turns int) (tournament, error) {
	t := tournament{turns: turns, bound: negotiation.Params{MaxTurns: turns}.MaxTransitions()}
	for _, buyer := range entrants() {
		for _, seller := range entrants() {
			p := pairing{buyer: buyer.name, seller: seller.name, failed: make([]int, reasons)}
			for _, v := range all {
				transitions := 0
				b := v.bargain(buyer, seller, turns)
				b.Observe = func(negotiation.Step) { transitions++ }
				r, err := b.Play(ctx)
				if err != nil {
					return tournament{}, fmt.Errorf("%s against %s: %w", buyer.name, seller.name, err)
				}
				if r.Outcome == negotiation.OutcomeNone || transitions > t.bound {
					return tournament{}, fmt.Errorf("%s against %s: not at an end after %d transitions", buyer.name, seller.name, transitions)
				}
				p.add(v, r)
				t.longest = max(t.longest, transitions)
			}
			t.pairings = append(t.pairings, p)
		}
	}
	return t, nil
}

// reasons is the number of reasons to fail.
const reasons = int(negotiation.FailureReasonTimedOut) + 1

// add counts a result. What there is to share is the overlap of the limits; the
// share of the buyer is the part of it between the price and its limit.
func (p *pairing) add(v valuation, r negotiation.Result) {
	p.turns += r.Turns
	if r.Outcome != negotiation.OutcomeAgreed {
		p.failed[r.Reason]++
		return
	}
	p.agreed++
	if v.most > v.least {
		p.shares += (v.most - r.Price) / (v.most - v.least)
	} else {
		p.shares += 0.5 // one price is possible: neither party has lost
	}
}
