package negotiation_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

const (
	buyer  = negotiation.PartyBuyer
	seller = negotiation.PartySeller
)

// says returns the strategy that makes the moves in their order and then leaves.
func says(moves ...negotiation.Move) negotiation.Strategy {
	return negotiation.StrategyFunc(func(_ context.Context, s negotiation.Situation) (negotiation.Move, error) {
		if s.Turn > len(moves) {
			return negotiation.Reject(), nil
		}
		return moves[s.Turn-1], nil
	})
}

// takes returns the strategy that waits, then does as another one.
func takes(d time.Duration, strategy negotiation.Strategy) negotiation.Strategy {
	return negotiation.StrategyFunc(func(ctx context.Context, s negotiation.Situation) (negotiation.Move, error) {
		select {
		case <-time.After(d):
			return strategy.Decide(ctx, s)
		case <-ctx.Done():
			return negotiation.Move{}, ctx.Err()
		}
	})
}

func bargain(buyerLimit, sellerLimit float64, b, s negotiation.Strategy) negotiation.Bargain {
	return negotiation.Bargain{
		Buyer:    negotiation.Side{Limit: buyerLimit, Strategy: b},
		Seller:   negotiation.Side{Limit: sellerLimit, Strategy: s},
		MaxTurns: 10,
		Patience: time.Minute,
	}
}

// TestResults has each outcome, and each of the six reasons.
func TestResults(t *testing.T) {
	offer, accept, reject := negotiation.Offer, negotiation.Accept(), negotiation.Reject()
	spoken := func(turn int, by negotiation.Party, m negotiation.Move) negotiation.Spoken {
		return negotiation.Spoken{Turn: turn, By: by, Move: m}
	}
	failed := func(reason negotiation.FailureReason, turns int, moves ...negotiation.Spoken) negotiation.Result {
		return negotiation.Result{Outcome: negotiation.OutcomeFailed, Reason: reason, Turns: turns, Moves: moves}
	}
	tests := []struct {
		name string
		play negotiation.Bargain
		want negotiation.Result
	}{
		{"seller accepts", bargain(100, 80, says(offer(90)), says(accept)), negotiation.Result{
			Outcome: negotiation.OutcomeAgreed, Price: 90, Turns: 1,
			Moves: []negotiation.Spoken{spoken(1, buyer, offer(90)), spoken(1, seller, accept)},
		}},
		{"buyer accepts", bargain(100, 80, says(offer(70), accept), says(offer(95))), negotiation.Result{
			Outcome: negotiation.OutcomeAgreed, Price: 95, Turns: 2,
			Moves: []negotiation.Spoken{spoken(1, buyer, offer(70)), spoken(1, seller, offer(95)), spoken(2, buyer, accept)},
		}},
		{"one price for both", bargain(80, 80, says(offer(80)), says(accept)), negotiation.Result{
			Outcome: negotiation.OutcomeAgreed, Price: 80, Turns: 1,
			Moves: []negotiation.Spoken{spoken(1, buyer, offer(80)), spoken(1, seller, accept)},
		}},
		{"no overlap", bargain(50, 100, says(), says()), failed(negotiation.FailureReasonNoOverlap, 0)},
		{"buyer rejects", bargain(100, 80, says(offer(60)), says(offer(99))), failed(negotiation.FailureReasonBuyerRejected, 2,
			spoken(1, buyer, offer(60)), spoken(1, seller, offer(99)), spoken(2, buyer, reject))},
		{"seller rejects", bargain(100, 80, says(offer(60)), says()), failed(negotiation.FailureReasonSellerRejected, 1,
			spoken(1, buyer, offer(60)), spoken(1, seller, reject))},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.play.Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestMaxTurns has parties that never agree, and counts the transitions.
func TestMaxTurns(t *testing.T) {
	for _, most := range []int{1, 2, 10, 100} {
		b := bargain(100, 80, negotiation.TitForTat(50), negotiation.TitForTat(150))
		b.MaxTurns = most
		var steps []negotiation.Step
		b.Observe = func(s negotiation.Step) { steps = append(steps, s) }
		got, err := b.Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got.Outcome != negotiation.OutcomeFailed || got.Reason != negotiation.FailureReasonMaxTurnsExceeded ||
			got.Turns != most || len(got.Moves) != 2*most {
			t.Errorf("%d turns: %v, %v, turns %d, %d moves", most, got.Outcome, got.Reason, got.Turns, len(got.Moves))
		}
		if bound := (negotiation.Params{MaxTurns: most}).MaxTransitions(); len(steps) != bound || bound != most+1 {
			t.Errorf("%d turns: %d transitions, bound %d", most, len(steps), bound)
		}
		for i, s := range steps {
			if s.Progress != most-i {
				t.Errorf("%d turns: progress %d after transition %d", most, s.Progress, i+1)
			}
			if s.Time.IsZero() {
				t.Errorf("%d turns: transition %d has no time", most, i+1)
			}
		}
	}
}

// TestImpossible has a buyer and a seller that can never agree: no policy is called.
func TestImpossible(t *testing.T) {
	b := bargain(50, 100, negotiation.Linear(30), negotiation.Linear(120))
	if b.Overlap() {
		t.Error("50 and 100 overlap")
	}
	calls := 0
	b.Buyer.Strategy = negotiation.StrategyFunc(func(context.Context, negotiation.Situation) (negotiation.Move, error) {
		calls++
		return negotiation.Reject(), nil
	})
	got, err := b.Play(t.Context())
	if err != nil || got.Reason != negotiation.FailureReasonNoOverlap || calls != 0 {
		t.Errorf("%v, %v, %d calls", got.Reason, err, calls)
	}
}

func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := bargain(100, 80, takes(time.Second, negotiation.TitForTat(50)), takes(time.Second, negotiation.TitForTat(150)))
		b.Patience = 4500 * time.Millisecond
		began := time.Now()
		got, err := b.Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// Four moves are made; the fifth, of the buyer, comes too late.
		if got.Reason != negotiation.FailureReasonTimedOut || got.Turns != 3 || len(got.Moves) != 4 {
			t.Errorf("%v in turn %d after %d moves", got.Reason, got.Turns, len(got.Moves))
		}
		if d := time.Since(began); d != b.Patience {
			t.Errorf("took %v, want %v", d, b.Patience)
		}
	})
}

// TestLate has a strategy that does not look at its context: what it says when
// the patience is over does not count.
func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := negotiation.StrategyFunc(func(context.Context, negotiation.Situation) (negotiation.Move, error) {
			time.Sleep(time.Hour)
			return negotiation.Offer(90), nil
		})
		got, err := bargain(100, 80, deaf, says(negotiation.Accept())).Play(t.Context())
		if err != nil || got.Reason != negotiation.FailureReasonTimedOut || len(got.Moves) != 0 {
			t.Errorf("%v, %v, %d moves", got.Reason, err, len(got.Moves))
		}
	})
}

func TestCancel(t *testing.T) {
	gone := errors.New("the caller has gone")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(1500*time.Millisecond, func() { cancel(gone) })
		b := bargain(100, 80, takes(time.Second, negotiation.Linear(50)), takes(time.Second, negotiation.Linear(150)))
		got, err := b.Play(ctx)
		if !errors.Is(err, gone) || got.Reason != negotiation.FailureReasonTimedOut || got.Outcome != negotiation.OutcomeFailed || len(got.Moves) != 1 {
			t.Errorf("%v, %v, %v, %d moves", got.Outcome, got.Reason, err, len(got.Moves))
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	asked := negotiation.StrategyFunc(func(context.Context, negotiation.Situation) (negotiation.Move, error) {
		t.Error("a strategy is asked though the context is done")
		return negotiation.Reject(), nil
	})
	got, err := bargain(100, 80, asked, asked).Play(ctx)
	if !errors.Is(err, context.Canceled) || got.Reason != negotiation.FailureReasonTimedOut || got.Turns != 0 {
		t.Errorf("cancelled before: %v, %v, turn %d", got.Reason, err, got.Turns)
	}
}

func TestStrategyFails(t *testing.T) {
	broken := errors.New("no answer from the model")
	b := bargain(100, 80, says(negotiation.Offer(60)), negotiation.StrategyFunc(
		func(context.Context, negotiation.Situation) (negotiation.Move, error) {
			return negotiation.Move{}, broken
		}))
	got, err := b.Play(t.Context())
	if !errors.Is(err, broken) || got.Outcome != negotiation.OutcomeNone || len(got.Moves) != 1 {
		t.Errorf("%v, %v, %d moves", got.Outcome, err, len(got.Moves))
	}
	if want := "negotiation: turn 1: Seller: no answer from the model"; err != nil && err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
}

func TestUnplayable(t *testing.T) {
	fine := says()
	tests := []struct {
		change func(*negotiation.Bargain)
		want   string
	}{
		{func(b *negotiation.Bargain) { b.Buyer.Limit = math.NaN() }, "limit of the buyer is NaN"},
		{func(b *negotiation.Bargain) { b.Seller.Limit = math.Inf(-1) }, "limit of the seller is -Inf"},
		{func(b *negotiation.Bargain) { b.Buyer.Strategy = nil }, "the buyer has no strategy"},
		{func(b *negotiation.Bargain) { b.Seller.Strategy = nil }, "the seller has no strategy"},
		{func(b *negotiation.Bargain) { b.Patience = 0 }, "patience must be positive"},
		{func(b *negotiation.Bargain) { b.MaxTurns = 0 }, "maxTurns is 0"},
		{func(b *negotiation.Bargain) { b.MaxTurns = math.MaxInt }, "does not fit in an int"},
	}
	for _, test := range tests {
		b := bargain(100, 80, fine, fine)
		test.change(&b)
		if got, err := b.Play(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) || got.Outcome != negotiation.OutcomeNone {
			t.Errorf("%v, %v, want %q", got.Outcome, err, test.want)
		}
	}
}
