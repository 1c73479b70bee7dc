package main

import (
	"fmt"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

// caller is a scripted caller: what it says depends on the state of the machine
// and on how often it was in that state before, and on nothing else.
type caller struct {
	name, doc string
	says      func(state reservation.State, before int) string
}

// callers returns the scripted callers: those with which dialog engines are tested, and some with whom it is hard
// to end a dialog.
func callers() []caller {
	return []caller{
		{"cooperative", "says what is asked for, and more", cooperate},
		{"forgetful", "forgets what was asked for, and answers at the last moment", func(state reservation.State, before int) string {
			if before < 2 && state != reservation.StateConfirm {
				return [...]string{"Let me think.", "Sorry, what did you ask?"}[before]
			}
			return cooperate(state, before)
		}},
		{"skeptical", "answers questions by questions, but says yes at the end", func(state reservation.State, before int) string {
			if state == reservation.StateConfirm {
				return "Yes."
			}
			return [...]string{"Why do you ask?", "What do you need that for?", "Who wants to know?"}[before%3]
		}},
		{"privacy-guarded", "says when and for how many, and keeps the name to himself", func(state reservation.State, before int) string {
			if state == reservation.StateAskName {
				return [...]string{"I would rather not say.", "That is private.", "No comment."}[before%3]
			}
			return cooperate(state, before)
		}},
		{"adversarial", "says nothing of what is asked for, and denies what is read back", func(state reservation.State, before int) string {
			if state == reservation.StateConfirm {
				return "No."
			}
			return [...]string{"I did not say that.", "You tell me!", "That is none of your business."}[before%3]
		}},
		{"denial", "denies without saying what is wrong, then corrects", func(state reservation.State, before int) string {
			if state == reservation.StateConfirm && before < 2 {
				return [...]string{"No.", "Yes, if it is at 9 PM."}[before]
			}
			return cooperate(state, before)
		}},
		{"silent", "says nothing at all", func(reservation.State, int) string { return "" }},
		{"undecided", "always asks for another time at the end", func(state reservation.State, before int) string {
			if state == reservation.StateConfirm {
				return fmt.Sprintf("No, rather at %d PM.", 5+before%6)
			}
			return cooperate(state, before)
		}},
	}
}

func cooperate(state reservation.State, _ int) string {
	switch state {
	case reservation.StateAskTime:
		return "At 8:30, for four people."
	case reservation.StateAskParty:
		return "Four."
	case reservation.StateAskName:
		return "Ann Lee."
	default:
		return "Yes."
	}
}
