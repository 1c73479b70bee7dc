// Package negotiation lets a buyer and a seller bargain about a price, and ends.
//
// It is the state machine of negotiation.fsm.yaml with a driver beside it. A
// [Bargain] names two sides, each with a limit and a [Strategy]; [Bargain.Play]
// lets them speak in turns, the buyer first, and sends the machine what comes of
// it:
//
//	result, err := negotiation.Bargain{
//		Buyer:    negotiation.Side{Limit: 120, Strategy: negotiation.Linear(60)},
//		Seller:   negotiation.Side{Limit: 100, Strategy: negotiation.TitForTat(180)},
//		MaxTurns: 10,
//		Patience: time.Minute,
//	}.Play(ctx)
//
// A turn is a move of the buyer and one of the seller. Every negotiation that
// fails has one of six reasons:
//
//   - NoOverlap: the buyer's limit is below the seller's; nobody speaks.
//   - BuyerRejected, SellerRejected: that party has left ([Reject]).
//   - PolicyViolation: a move breaks the policy ([Rules], unless the bargain
//     has its own); the other party does not see it.
//   - TimedOut: the patience is over, or the context is done.
//   - MaxTurnsExceeded: all turns are over and nobody has accepted.
//
// Acceptance is a value, [ActionAccept], and no text is searched for it. What is
// agreed is the other party's last offer, never a price that the accepting party
// names.
//
// Guarantee: the machine makes at most maxTurns+1 transitions, for all maxTurns
// >= 1, so [Bargain.Play] asks the strategies at most 2*maxTurns times and
// returns if they do. A strategy that waits for something must return when its
// context is done; this is the one thing that the machine cannot see to.
// [Params.MaxTransitions] returns the bound and [Machine.Progress], which falls
// with each transition, is how it is proved.
//
// # Strategies
//
// [Linear], [Boulware], [Conceder] and [TimeDependent] concede with the time,
// [TitForTat] with the other party; [Impatient] walks away from a party that
// does not move. They are after P. Faratin, C. Sierra and N. R. Jennings,
// Negotiation decision functions for autonomous agents, Robotics and Autonomous
// Systems 24 (1998), pages 159-182.
//
// The program in examples/haggle plays all of them against each other.
package negotiation

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
