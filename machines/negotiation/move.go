package negotiation

import "fmt"

// Action is the kind of a [Move].
type Action uint8

// The actions.
const (
	// ActionNone is no action; [Rules] rejects it.
	ActionNone Action = iota
	// ActionOffer proposes a price.
	ActionOffer
	// ActionAccept accepts the other party's last offer.
	ActionAccept
	// ActionReject leaves the negotiation.
	ActionReject
)

// String returns a verb for the action, or a text such as "Action(200)" for an invalid
// value.
func (a Action) String() string {
	switch a {
	case ActionNone:
		return "says nothing"
	case ActionOffer:
		return "offers"
	case ActionAccept:
		return "accepts"
	case ActionReject:
		return "rejects"
	default:
		return fmt.Sprintf("Action(%d)", uint8(a))
	}
}

// Move is a move of a party. The zero value is no action.
type Move struct {
	// Action is the kind of the move.
	Action Action
	// Price is the price of an offer. It has no meaning in other moves.
	Price float64
}

// Offer returns the move that proposes a price.
func Offer(price float64) Move { return Move{Action: ActionOffer, Price: price} }

// Accept returns the move that accepts the other party's last offer.
func Accept() Move { return Move{Action: ActionAccept} }

// Reject returns the move that leaves the negotiation.
func Reject() Move { return Move{Action: ActionReject} }

// Spoken is a move that the policy has accepted, with its turn and party.
type Spoken struct {
	// Turn is the turn, from 1.
	Turn int
	// By is the party that made the move.
	By Party
	// Move is the move.
	Move Move
}

// Situation is what a party knows when it chooses a move. It does not include the limit of
// the other party.
type Situation struct {
	// Party is the party that moves.
	Party Party
	// Limit is the worst price that the party accepts: the highest one for the buyer, the
	// lowest one for the seller.
	Limit float64
	// Turn is the current turn, from 1 to MaxTurns.
	Turn, MaxTurns int
	// Own and Other are the offers of each side, oldest first. A strategy must not change
	// them, or keep them after the call.
	Own, Other []float64
}

// LastOwn returns the party's last offer; the bool is false before the first.
func (s Situation) LastOwn() (float64, bool) { return last(s.Own) }

// LastOther returns the other party's last offer; the bool is false before the
// first.
func (s Situation) LastOther() (float64, bool) { return last(s.Other) }

// Acceptable reports whether a price is within the party's limit. NaN is not.
func (s Situation) Acceptable(price float64) bool {
	return price == s.Limit || s.Better(price, s.Limit)
}

// Better reports whether price a is better for the party than price b.
func (s Situation) Better(a, b float64) bool {
	if s.Party == PartyBuyer {
		return a < b
	}
	return a > b
}

func last(prices []float64) (float64, bool) {
	if len(prices) == 0 {
		return 0, false
	}
	return prices[len(prices)-1], true
}
