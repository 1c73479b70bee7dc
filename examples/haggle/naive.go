package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// talker is a party of the naive loop. It knows what it means, but sends only text.
type talker struct {
	strategy  negotiation.Strategy
	situation negotiation.Situation
	// conditional is the turn in which it phrases its offer as "We have a DEAL if you go
	// to ...", or 0 for never.
	conditional int
	// lower makes it say "Deal" instead of "DEAL".
	lower bool
	// meant is what it meant with its last text.
	meant negotiation.Move
}

// One of this many parties phrases its third offer as a conditional deal, and one never says DEAL
// in capitals.
const (
	conditionalOutOf = 10
	lowerOutOf       = 10
	conditionalTurn  = 3
)

func newTalker(party negotiation.Party, side negotiation.Side, turns int, random *rand.Rand) *talker {
	t := &talker{strategy: side.Strategy, situation: negotiation.Situation{Party: party, Limit: side.Limit, MaxTurns: turns}}
	if random.IntN(conditionalOutOf) == 0 {
		t.conditional = conditionalTurn
	}
	t.lower = random.IntN(lowerOutOf) == 0
	return t
}

// respond answers a message of the other party. An empty one has no price.
func (t *talker) respond(ctx context.Context, message string) (string, error) {
	if price, ok := priceIn(message); ok {
		t.situation.Other = append(t.situation.Other, price)
	}
	// After its last turn, it repeats its offer, because the loop does not end.
	turn := len(t.situation.Own) + 1
	t.situation.Turn = min(turn, t.situation.MaxTurns)
	move, err := t.strategy.Decide(ctx, t.situation)
	if err != nil {
		return "", err
	}
	t.meant = move
	switch move.Action {
	case negotiation.ActionAccept:
		other, _ := t.situation.LastOther()
		if t.lower {
			return fmt.Sprintf("Deal, $%.2f.", other), nil
		}
		return fmt.Sprintf("DEAL at $%.2f.", other), nil
	case negotiation.ActionReject:
		return "No. I am leaving.", nil
	default:
		t.situation.Own = append(t.situation.Own, move.Price)
		if turn == t.conditional {
			return fmt.Sprintf("We have a DEAL if you go to $%.2f.", move.Price), nil
		}
		return fmt.Sprintf("My offer is $%.2f.", move.Price), nil
	}
}

// priceIn returns the price after the dollar sign of a message.
func priceIn(message string) (float64, bool) {
	_, text, found := strings.Cut(message, "$")
	if !found {
		return 0, false
	}
	price, err := strconv.ParseFloat(strings.TrimRight(text, "."), 64)
	return price, err == nil
}

// ending is how a naive negotiation ended.
type ending int

const (
	stuck    ending = iota // still going when the cap stopped it
	deal                   // DEAL was said, and meant
	mistaken               // DEAL was said, and not meant
)

// negotiateNaive waits for the word DEAL in a message. The limit on the number of messages is not
// part of the naive loop: without it, a run that is stuck would continue forever. hear is called
// with each message.
func negotiateNaive(ctx context.Context, buyer, seller *talker, messages int, hear func(party negotiation.Party, text string)) (ending, error) {
	text, speaker, listener := "", buyer, seller
	for range messages {
		var err error
		if text, err = speaker.respond(ctx, text); err != nil {
			return stuck, err
		}
		hear(speaker.situation.Party, text)
		if strings.Contains(text, "DEAL") {
			if speaker.meant.Action == negotiation.ActionAccept {
				return deal, nil
			}
			return mistaken, nil
		}
		speaker, listener = listener, speaker
	}
	return stuck, nil
}

// naive is the result of the naive loop over a tournament.
type naive struct {
	messages   int    // the cap
	stuck      []int  // by pair of strategies, in the order of the tournament
	endings    [3]int // by ending
	impossible int    // mistaken, and there was no price for both
}

// capOf returns the number of messages after which a naive negotiation counts as stuck: ten times
// the maximum number of moves with the machine.
func capOf(turns int) int { return 10 * 2 * turns }

// playNaive plays the negotiations of the tournament with the naive loop.
func playNaive(ctx context.Context, all []valuation, turns int, seed uint64) (naive, error) {
	n := naive{messages: capOf(turns)}
	random := rand.New(rand.NewPCG(seed, 1))
	for _, b := range entrants() {
		for _, s := range entrants() {
			stuckBefore := n.endings[stuck]
			for _, v := range all {
				if err := ctx.Err(); err != nil {
					return naive{}, err
				}
				game := v.bargain(b, s, turns)
				buyer := newTalker(negotiation.PartyBuyer, game.Buyer, turns, random)
				seller := newTalker(negotiation.PartySeller, game.Seller, turns, random)
				end, err := negotiateNaive(ctx, buyer, seller, n.messages, func(negotiation.Party, string) {})
				if err != nil {
					return naive{}, err
				}
				n.endings[end]++
				if end == mistaken && !game.Overlap() {
					n.impossible++
				}
			}
			n.stuck = append(n.stuck, n.endings[stuck]-stuckBefore)
		}
	}
	return n, nil
}
