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

// callers returns the scripted callers.
func callers() []caller {
	return []caller{
		{"cooperative", "says what is asked for, and more", cooperate},
		{"withholding", "says nothing of what is asked for, but says yes at the end", func(state reservation.State, before int) string {
			if state == reservation.StateConfirm {
				return "Yes."
			}
			return [...]string{"Why do you ask?", "I would rather not say.", "That is private."}[before%3]
		}},
		{"late", "answers at the last moment, before a default is taken", func(state reservation.State, before int) string {
			if before < 2 && state != reservation.StateConfirm {
				return "Let me think."
			}
			return cooperate(state, before)
		}},
		{"denial", "denies without saying what is wrong, then corrects", func(state reservation.State, before int) string {
			if state == reservation.StateConfirm && before < 2 {
				return [...]string{"No.", "Yes, if it is at 9 PM."}[before]
			}
			return cooperate(state, before)
		}},
		{"silent", "says nothing at all", func(reservation.State, int) string { return "" }},
		{"never", "says no to everything", func(reservation.State, int) string { return "No." }},
		{"undecided", "asks for another time at the end, for ever", func(state reservation.State, before int) string {
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
