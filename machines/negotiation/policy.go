package negotiation

import (
	"fmt"
	"math"
)

// Policy judges a move before the other party and the machine see it. A nil
// error lets it through.
type Policy interface {
	Check(s Situation, m Move) error
}

// Rules is the policy of a bargain that has no other. The zero value is ready.
//
//   - An offer is a finite number, within the party's own limit, not worse for
//     the other party than the offer before it, and not better for the other
//     party than what that itself has offered last: who would go there accepts.
//     To repeat an offer is allowed.
//   - There must be an offer to accept, and it must be within the limit.
//   - A party may always leave. To do nothing is no move.
//
// All errors are *RuleError.
type Rules struct{}

// Check implements [Policy].
func (Rules) Check(s Situation, m Move) error {
	if rule := broken(s, m); rule != "" {
		return &RuleError{Turn: s.Turn, By: s.Party, Move: m, Rule: rule}
	}
	return nil
}

// broken returns the first rule that a move breaks, or "".
func broken(s Situation, m Move) string {
	other, answered := s.LastOther()
	switch m.Action {
	case ActionReject:
		return ""
	case ActionAccept:
		switch {
		case !answered:
			return "there is no offer to accept"
		case !s.Acceptable(other):
			return "what is accepted must be within the party's own limit"
		}
		return ""
	case ActionOffer:
		own, spoken := s.LastOwn()
		switch {
		case math.IsNaN(m.Price) || math.IsInf(m.Price, 0):
			return "an offer must be a finite number"
		case !s.Acceptable(m.Price):
			return "an offer must be within the party's own limit"
		case spoken && s.Better(m.Price, own):
			return "an offer must not go back behind the one before"
		case answered && s.Better(other, m.Price):
			return "an offer must not go beyond what the other party has offered"
		}
		return ""
	default:
		return "a move must be an offer, an acceptance or a rejection"
	}
}

// RuleError is the error of a move against [Rules].
type RuleError struct {
	// Turn is the turn of the move, from 1.
	Turn int
	// By is the party that made it.
	By Party
	// Move is the move.
	Move Move
	// Rule is the rule that it breaks, as a sentence without a full stop.
	Rule string
}

// Error implements error.
func (e *RuleError) Error() string {
	move := e.Move.Action.String()
	if e.Move.Action == ActionOffer {
		move += fmt.Sprintf(" %g", e.Move.Price)
	}
	return fmt.Sprintf("turn %d: %v %s: %s", e.Turn, e.By, move, e.Rule)
}
