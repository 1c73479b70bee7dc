package run

import (
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Case is a run that ends with a transition, or with an event that is
// illegal, which no run before it had. It has no events if the machine takes the transition when
// it begins.
type Case struct {
	Params any            // without variables
	Small  int            // which of small; -1: none
	Events []oracle.Input // in order
	Picks  []byte         // the choices that made the events
	Row    int            // of the last event, or of a step without an event that follows it
}
