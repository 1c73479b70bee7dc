// Package negotiation lets a buyer and a seller negotiate a price, and always ends.
//
// It consists of the state machine of negotiation.fsm.yaml and a driver. A [Bargain] has
// two sides, each with a limit and a [Strategy]; [Bargain.Play] lets them move in turn, the
// buyer first, and sends the resulting events to the machine:
//
//	result, err := negotiation.Bargain{
//		Buyer:    negotiation.Side{Limit: 120, Strategy: negotiation.Linear(60)},
//		Seller:   negotiation.Side{Limit: 100, Strategy: negotiation.TitForTat(180)},
//		MaxTurns: 10,
//		Patience: time.Minute,
//	}.Play(ctx)
//
// A turn is a move of the buyer and a move of the seller. There are six reasons for a
// failed negotiation:
//
//   - NoOverlap: the buyer's limit is below the seller's; there are no moves.
//   - BuyerRejected, SellerRejected: that party has left ([Reject]).
//   - PolicyViolation: a move violates the policy ([Rules], unless the bargain has its
//     own); the other party does not see the move.
//   - TimedOut: the patience is exhausted, or the context is done.
//   - MaxTurnsExceeded: no party has accepted within the maximum number of turns.
//
// Acceptance is a value, [ActionAccept]; it is not extracted from a text. The agreed price
// is the last offer of the other party, never a price that the accepting party names.
//
// Guarantee: the machine makes at most maxTurns+1 transitions, for all maxTurns >= 1.
// Therefore, [Bargain.Play] calls the strategies at most 2*maxTurns times, and returns if
// they do. A strategy that waits for something must return when its context is done, which
// the machine cannot enforce. [Params.MaxTransitions] returns the bound; the proof uses
// [Machine.Progress], which decreases with each transition.
//
// # Strategies
//
// [Linear], [Boulware], [Conceder], and [TimeDependent] concede depending on the time, and
// [TitForTat] depending on the other party; [Impatient] leaves if the other party does not
// move. They follow P. Faratin, C. Sierra, and N. R. Jennings, Negotiation decision
// functions for autonomous agents, Robotics and Autonomous Systems 24 (1998), pages 159-182.
//
// The program in examples/haggle plays all of them against each other.
package negotiation

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
