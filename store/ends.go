package store

import (
	"encoding/json"
	"errors"
)

// endName is the name of the entry that [WithEnds] adds to the outbox. No output of a spec has it.
const endName = ".end"

// end is its payload.
type end struct {
	Outcome string `json:"outcome"`
}

// readEnd returns the outcome that the entry tells.
func readEnd(payload []byte) (outcome string, err error) {
	var e end
	err = json.Unmarshal(payload, &e)
	if err == nil && e.Outcome == "" {
		err = errors.New("it has no outcome")
	}
	return e.Outcome, err
}
