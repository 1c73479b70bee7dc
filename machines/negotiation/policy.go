package negotiation

import (
	"fmt"
	"math"
)

// Policy checks a move before the other party and the machine see it. It accepts the move
// if the error is nil.
type Policy interface {
	Check(s Situation, m Move) error
}

// Rules is the default policy. The zero value is ready to use.
//
//   - An offer is a finite number within the party's own limit. It must not be worse for
//     the other party than the party's previous offer, and must not be better for the
//     other party than that party's own last offer, which the party can accept instead.
//     A party may repeat an offer.
//   - A party can accept only an existing offer, which must be within its limit.
//   - A party may always leave. It must make a move.
//
// All errors are of type *RuleError.
type Rules struct{}

// Check implements [Policy].
func (Rules) Check(s Situation, m Move) error {
	if rule := broken(s, m); rule != "" {
		return &RuleError{Turn: s.Turn, By: s.Party, Move: m, Rule: rule}
	}
	return nil
}

// broken returns the first rule that a move violates, or "".
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
			return "an accepted offer must be within the party's own limit"
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
			return "an offer must not be worse for the other party than the previous one"
		case answered && s.Better(other, m.Price):
			return "an offer must not be better for the other party than its own last offer"
		}
		return ""
	default:
		return "a move must be an offer, an acceptance, or a rejection"
	}
}

// RuleError is the error for a move that violates [Rules].
type RuleError struct {
	// Turn is the turn of the move, from 1.
	Turn int
	// By is the party that made it.
	By Party
	// Move is the move.
	Move Move
	// Rule is the violated rule, as a sentence without a period.
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
