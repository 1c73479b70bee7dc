package negotiation_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// offers returns what a strategy offers a party that only asks for the
// impossible, in each of the turns.
func offers(t *testing.T, strategy negotiation.Strategy, party negotiation.Party, limit float64, turns int) []float64 {
	t.Helper()
	s := negotiation.Situation{Party: party, Limit: limit, MaxTurns: turns}
	impossible := math.MaxFloat64
	if party == seller {
		impossible = -math.MaxFloat64
	}
	for s.Turn = 1; s.Turn <= turns; s.Turn++ {
		move, err := strategy.Decide(t.Context(), s)
		if err != nil || move.Action != negotiation.ActionOffer {
			t.Fatalf("turn %d: %v, %v", s.Turn, move, err)
		}
		s.Own, s.Other = append(s.Own, move.Price), append(s.Other, impossible)
	}
	return s.Own
}

func TestOffers(t *testing.T) {
	tests := []struct {
		name     string
		strategy negotiation.Strategy
		party    negotiation.Party
		turns    int
		want     []float64
	}{
		{"linear buyer", negotiation.Linear(60), buyer, 5, []float64{60, 70, 80, 90, 100}},
		{"linear seller", negotiation.Linear(140), seller, 5, []float64{140, 130, 120, 110, 100}},
		{"one turn", negotiation.Linear(60), buyer, 1, []float64{100}},
		{"two turns", negotiation.Boulware(60), buyer, 2, []float64{60, 100}},
		{"boulware", negotiation.Boulware(68), buyer, 5, []float64{68, 68.03125, 69, 75.59375, 100}},
		{"conceder", negotiation.Conceder(0), buyer, 5, []float64{0, 75.785828, 87.055056, 94.408751, 100}},
		{"square", negotiation.TimeDependent(84, 0.5), buyer, 5, []float64{84, 85, 88, 93, 100}},
		{"opening beyond the limit", negotiation.Linear(120), buyer, 3, []float64{100, 100, 100}},
		{"opening that is no number", negotiation.Linear(math.NaN()), seller, 3, []float64{100, 100, 100}},
		{"tit-for-tat that sees no move", negotiation.TitForTat(60), buyer, 4, []float64{60, 60, 60, 60}},
		{"tit-for-tat beyond the limit", negotiation.TitForTat(120), buyer, 2, []float64{100, 100}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := offers(t, test.strategy, test.party, 100, test.turns)
			if diff := cmp.Diff(test.want, got, cmpopts.EquateApprox(0, 1e-6)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestTitForTat(t *testing.T) {
	tests := []struct {
		own, other []float64
		want       negotiation.Move
	}{
		{nil, nil, negotiation.Offer(50)},
		{[]float64{50}, []float64{150}, negotiation.Offer(50)},
		{[]float64{50, 50}, []float64{150, 140}, negotiation.Offer(60)},
		{[]float64{50, 60}, []float64{150, 140, 140}, negotiation.Offer(60)},
		{[]float64{50, 60}, []float64{200, 190, 120}, negotiation.Offer(100)}, // no further than the limit
		{[]float64{50, 60}, []float64{150, 100, 70}, negotiation.Accept()},    // it would offer 90
		{[]float64{50, 60}, []float64{99, 98, 90}, negotiation.Offer(68)},
	}
	for _, test := range tests {
		s := negotiation.Situation{Party: buyer, Limit: 100, Turn: len(test.own) + 1, MaxTurns: 10, Own: test.own, Other: test.other}
		got, err := negotiation.TitForTat(50).Decide(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("own %v, other %v (-want +got)\n%s", test.own, test.other, diff)
		}
	}
}

func TestImpatient(t *testing.T) {
	tests := []struct {
		inner negotiation.Strategy
		turns int
		other []float64
		want  negotiation.Action
	}{
		{negotiation.Linear(50), 3, []float64{150, 150}, negotiation.ActionOffer},
		{negotiation.Linear(50), 3, []float64{150, 150, 150}, negotiation.ActionReject},
		{negotiation.Linear(50), 3, []float64{150, 149, 149}, negotiation.ActionOffer},
		{negotiation.Linear(50), 3, []float64{150, 149, 149, 149}, negotiation.ActionReject},
		{negotiation.Linear(50), 3, []float64{60, 60, 60}, negotiation.ActionAccept},
		{negotiation.Linear(50), 0, []float64{150}, negotiation.ActionOffer},
		{negotiation.Linear(50), 0, []float64{150, 150}, negotiation.ActionReject},
	}
	for _, test := range tests {
		s := negotiation.Situation{Party: buyer, Limit: 100, Turn: len(test.other) + 1, MaxTurns: 11, Own: make([]float64, len(test.other)), Other: test.other}
		got, err := negotiation.Impatient(test.inner, test.turns).Decide(t.Context(), s)
		if err != nil || got.Action != test.want {
			t.Errorf("%d turns, other %v: %v, %v, want %v", test.turns, test.other, got, err, test.want)
		}
	}
	broken := errors.New("no answer")
	fails := negotiation.StrategyFunc(func(context.Context, negotiation.Situation) (negotiation.Move, error) {
		return negotiation.Offer(1), broken
	})
	if _, err := negotiation.Impatient(fails, 2).Decide(t.Context(), negotiation.Situation{Other: []float64{1, 1}}); !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
}

// TestStrategiesKeepRules lets all strategies play each other with random
// limits: none breaks the rules, and two that go to their limits in time agree
// if there is an overlap.
func TestStrategiesKeepRules(t *testing.T) {
	kinds := []struct {
		name   string
		timely bool // at its limit in the last turn
		make   func(opening float64) negotiation.Strategy
	}{
		{"linear", true, negotiation.Linear},
		{"boulware", true, negotiation.Boulware},
		{"conceder", true, negotiation.Conceder},
		{"tit-for-tat", false, negotiation.TitForTat},
		{"impatient", false, func(opening float64) negotiation.Strategy {
			return negotiation.Impatient(negotiation.Linear(opening), 3)
		}},
	}
	random := sample.Rand(t)
	outcomes := map[negotiation.FailureReason]int{}
	for range 300 {
		high, low := 50+100*random.Float64(), 50+100*random.Float64()
		opening, asking := high*random.Float64(), low*(1+random.Float64())
		turns := 1 + random.IntN(12)
		for _, b := range kinds {
			for _, s := range kinds {
				play := bargain(high, low, b.make(opening), s.make(asking))
				play.MaxTurns = turns
				got, err := play.Play(t.Context())
				if err != nil || got.Violation != nil {
					t.Fatalf("%s against %s: %v, %v", b.name, s.name, err, got.Violation)
				}
				agreed := got.Outcome == negotiation.OutcomeAgreed
				if agreed && (got.Price > high || got.Price < low) {
					t.Fatalf("%s against %s agree at %g, limits %g and %g", b.name, s.name, got.Price, high, low)
				}
				if b.timely && s.timely && agreed != play.Overlap() {
					t.Fatalf("%s against %s, limits %g and %g, %d turns: %v, %v", b.name, s.name, high, low, turns, got.Outcome, got.Reason)
				}
				if !agreed {
					outcomes[got.Reason]++
				}
			}
		}
	}
	for _, reason := range []negotiation.FailureReason{
		negotiation.FailureReasonMaxTurnsExceeded, negotiation.FailureReasonBuyerRejected,
		negotiation.FailureReasonSellerRejected, negotiation.FailureReasonNoOverlap,
	} {
		if outcomes[reason] == 0 {
			t.Errorf("no negotiation ended with %v", reason)
		}
	}
}

func TestActionText(t *testing.T) {
	if got := negotiation.Action(200).String(); got != "Action(200)" {
		t.Errorf("got %q", got)
	}
}
