package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// demo shows complete negotiations: one with an agreement, one for each reason to fail, and the
// loop that mistakes a condition for a deal or does not end.
func demo(ctx context.Context, w io.Writer) error {
	const turns = 6
	apart := valuation{most: 300, least: 220, bid: 150, request: 340}
	firm, silent := entrants()[3], entrant{"silent", func(float64) negotiation.Strategy { return negotiation.StrategyFunc(decideNever) }}
	leaves := entrant{"leaves", func(opening float64) negotiation.Strategy {
		return negotiation.Impatient(negotiation.TitForTat(opening), 2)
	}}
	hurried := apart.bargain(firm, silent, turns)
	hurried.Patience = 20 * time.Millisecond
	games := []struct {
		title string
		game  negotiation.Bargain
		want  negotiation.Outcome
		why   negotiation.FailureReason
	}{
		{"They agree", apart.bargain(entrants()[1], entrants()[0], turns), negotiation.OutcomeAgreed, 0},
		{"Nobody moves", apart.bargain(firm, firm, turns), negotiation.OutcomeFailed, negotiation.FailureReasonMaxTurnsExceeded},
		{"The buyer has enough", apart.bargain(leaves, firm, turns), negotiation.OutcomeFailed, negotiation.FailureReasonBuyerRejected},
		{"The seller has enough", apart.bargain(firm, leaves, turns), negotiation.OutcomeFailed, negotiation.FailureReasonSellerRejected},
		{"They never can", valuation{most: 50, least: 100, bid: 30, request: 120}.
			bargain(entrants()[0], entrants()[0], turns), negotiation.OutcomeFailed, negotiation.FailureReasonNoOverlap},
		{"The buyer goes back", negotiation.Bargain{
			Buyer: negotiation.Side{Limit: 300, Strategy: negotiation.StrategyFunc(
				func(_ context.Context, s negotiation.Situation) (negotiation.Move, error) {
					return negotiation.Offer(200 - 10*float64(s.Turn)), nil
				})},
			Seller:   negotiation.Side{Limit: 220, Strategy: negotiation.Linear(340)},
			MaxTurns: turns, Patience: patience,
		}, negotiation.OutcomeFailed, negotiation.FailureReasonPolicyViolation},
		{"The seller does not answer", hurried, negotiation.OutcomeFailed, negotiation.FailureReasonTimedOut},
	}
	for _, g := range games {
		r, err := show(ctx, w, g.title, g.game)
		if err != nil {
			return err
		}
		if r.Outcome != g.want || r.Outcome == negotiation.OutcomeFailed && r.Reason != g.why {
			return fmt.Errorf("%q ended with %v, %v", g.title, r.Outcome, r.Reason)
		}
	}

	limits := valuation{most: 300, least: 320, bid: 200, request: 400}
	for _, conditional := range []int{conditionalTurn, 0} {
		game := limits.bargain(entrants()[0], entrants()[0], turns)
		buyer := &talker{strategy: game.Buyer.Strategy, conditional: conditional,
			situation: negotiation.Situation{Party: negotiation.PartyBuyer, Limit: game.Buyer.Limit, MaxTurns: turns}}
		seller := &talker{strategy: game.Seller.Strategy,
			situation: negotiation.Situation{Party: negotiation.PartySeller, Limit: game.Seller.Limit, MaxTurns: turns}}
		if err := showNaive(ctx, w, buyer, seller, capOf(turns)); err != nil {
			return err
		}
	}
	return nil
}

// decideNever is a strategy that waits until its context is done.
func decideNever(ctx context.Context, _ negotiation.Situation) (negotiation.Move, error) {
	<-ctx.Done()
	return negotiation.Move{}, ctx.Err()
}

// show plays one negotiation and prints what is said and what the machine does.
func show(ctx context.Context, w io.Writer, title string, b negotiation.Bargain) (negotiation.Result, error) {
	fmt.Fprintf(w, "%s: the buyer pays up to $%g, the seller wants $%g or more, %d turns at most\n", title, b.Buyer.Limit, b.Seller.Limit, b.MaxTurns)
	var steps []negotiation.Step
	b.Observe = func(s negotiation.Step) { steps = append(steps, s) }
	r, err := b.Play(ctx)
	if err != nil {
		return negotiation.Result{}, err
	}
	for _, s := range r.Moves {
		price := ""
		if s.Move.Action == negotiation.ActionOffer {
			price = fmt.Sprintf(" $%.2f", s.Move.Price)
		}
		fmt.Fprintf(w, "  turn %d  %-6v  %v%s\n", s.Turn, s.By, s.Move.Action, price)
	}
	if r.Violation != nil {
		fmt.Fprintf(w, "  %v\n", r.Violation)
	}
	fmt.Fprint(w, "  machine: Idle")
	for _, s := range steps {
		fmt.Fprintf(w, " --%v--> %v(%d)", s.Event, s.To, s.Progress)
	}
	fmt.Fprintf(w, "\n  %d transitions, at most %d: ", len(steps), negotiation.Params{MaxTurns: b.MaxTurns}.MaxTransitions())
	if r.Outcome == negotiation.OutcomeAgreed {
		fmt.Fprintf(w, "agreed at $%.2f\n\n", r.Price)
	} else {
		fmt.Fprintf(w, "failed, %v\n\n", r.Reason)
	}
	return r, nil
}

// showNaive plays one negotiation with the naive loop and prints its first
// messages.
func showNaive(ctx context.Context, w io.Writer, buyer, seller *talker, messages int) error {
	fmt.Fprintf(w, "The naive loop: the buyer pays up to $%g, the seller wants $%g or more\n", buyer.situation.Limit, seller.situation.Limit)
	const shown = 6
	said := 0
	end, err := negotiateNaive(ctx, buyer, seller, messages, func(party negotiation.Party, text string) {
		said++
		if said <= shown {
			fmt.Fprintf(w, "  %-6v  %s\n", party, text)
		}
	})
	if err != nil {
		return err
	}
	switch end {
	case mistaken:
		fmt.Fprintf(w, "  the loop finds DEAL and ends: agreed, it says\n\n")
	case deal:
		fmt.Fprintf(w, "  the loop finds DEAL and ends\n\n")
	case stuck:
		fmt.Fprintf(w, "  ... and so on: stopped after %d messages\n", said)
	}
	return nil
}
