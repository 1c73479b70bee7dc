package negotiation_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/machines/negotiation"
)

func TestRules(t *testing.T) {
	offer, accept := negotiation.Offer, negotiation.Accept()
	type prices = []float64
	const (
		finite  = "an offer must be a finite number"
		within  = "an offer must be within the party's own limit"
		forward = "an offer must not be worse for the other party than the previous one"
		past    = "an offer must not be better for the other party than its own last offer"
		nothing = "there is no offer to accept"
		taken   = "an accepted offer must be within the party's own limit"
		what    = "a move must be an offer, an acceptance, or a rejection"
	)
	tests := []struct {
		party      negotiation.Party
		own, other prices
		move       negotiation.Move
		want       string // the rule that is broken
	}{
		{buyer, nil, nil, offer(100), ""},
		{buyer, nil, nil, offer(100.01), within},
		{buyer, nil, nil, offer(math.NaN()), finite},
		{buyer, nil, nil, offer(math.Inf(-1)), finite},
		{buyer, nil, nil, offer(math.Inf(1)), finite},
		{buyer, prices{60}, prices{150}, offer(60), ""},
		{buyer, prices{60}, prices{150}, offer(61), ""},
		{buyer, prices{60}, prices{150}, offer(59), forward},
		{buyer, prices{60}, prices{90}, offer(90), ""},
		{buyer, prices{60}, prices{90}, offer(91), past},
		{buyer, nil, nil, accept, nothing},
		{buyer, prices{60}, prices{100}, accept, ""},
		{buyer, prices{60}, prices{101}, accept, taken},
		{buyer, nil, nil, negotiation.Reject(), ""},
		{buyer, nil, nil, negotiation.Move{}, what},
		{buyer, nil, nil, negotiation.Move{Action: 9}, what},

		{seller, nil, prices{50}, offer(100), ""},
		{seller, nil, prices{50}, offer(99.99), within},
		{seller, nil, prices{50}, offer(math.Inf(1)), finite},
		{seller, prices{150}, prices{50, 60}, offer(150), ""},
		{seller, prices{150}, prices{50, 60}, offer(151), forward},
		{seller, nil, prices{120}, offer(120), ""},
		{seller, nil, prices{120}, offer(119), past},
		{seller, nil, prices{100}, accept, ""},
		{seller, nil, prices{99}, accept, taken},
	}
	for _, test := range tests {
		s := negotiation.Situation{Party: test.party, Limit: 100, Turn: 3, MaxTurns: 10, Own: test.own, Other: test.other}
		err := negotiation.Rules{}.Check(s, test.move)
		var want error
		if test.want != "" {
			want = &negotiation.RuleError{Turn: 3, By: test.party, Move: test.move, Rule: test.want}
		}
		// The texts, because NaN is not NaN.
		if diff := cmp.Diff(text(want), text(err)); diff != "" {
			t.Errorf("%v, own %v, other %v, %v (-want +got)\n%s", test.party, test.own, test.other, test.move, diff)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestViolation has a move against the policy on either side: it ends the
// machine, and the other party does not see it.
func TestViolation(t *testing.T) {
	tests := []struct {
		name          string
		buyer, seller negotiation.Strategy
		moves         int
		want          string
	}{
		{"buyer", says(negotiation.Offer(60), negotiation.Offer(55)), says(negotiation.Offer(120)), 2,
			"turn 2: Buyer offers 55: an offer must not be worse for the other party than the previous one"},
		{"seller", says(negotiation.Offer(60)), says(negotiation.Accept()), 1,
			"turn 1: Seller accepts: an accepted offer must be within the party's own limit"},
		{"no move", says(negotiation.Move{}), says(), 0,
			"turn 1: Buyer says nothing: a move must be an offer, an acceptance, or a rejection"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := bargain(100, 80, test.buyer, test.seller).Play(t.Context())
			if err != nil || got.Reason != negotiation.FailureReasonPolicyViolation || got.Outcome != negotiation.OutcomeFailed {
				t.Fatalf("%v, %v, %v", got.Outcome, got.Reason, err)
			}
			var broken *negotiation.RuleError
			if !errors.As(got.Violation, &broken) || broken.Error() != test.want || len(got.Moves) != test.moves {
				t.Errorf("violation %v after %d moves, want %q after %d", got.Violation, len(got.Moves), test.want, test.moves)
			}
		})
	}
}

// stubborn is a policy that lets everything through.
type stubborn struct{}

func (stubborn) Check(negotiation.Situation, negotiation.Move) error { return nil }

// TestOwnPolicy replaces the rules: then a buyer may accept above its limit, but
// no policy can accept what was not offered, or make an invalid move.
func TestOwnPolicy(t *testing.T) {
	b := bargain(100, 80, says(negotiation.Offer(60), negotiation.Accept()), says(negotiation.Offer(120)))
	b.Policy = stubborn{}
	got, err := b.Play(t.Context())
	if err != nil || got.Outcome != negotiation.OutcomeAgreed || got.Price != 120 {
		t.Errorf("%v at %g, %v", got.Outcome, got.Price, err)
	}
	for _, move := range []negotiation.Move{negotiation.Accept(), {}, {Action: 9}} {
		b := bargain(100, 80, says(move), says())
		b.Policy = stubborn{}
		if got, err := b.Play(t.Context()); err == nil || got.Outcome != negotiation.OutcomeNone {
			t.Errorf("%v: %v, %v, want an error", move, got.Outcome, err)
		}
	}
}
