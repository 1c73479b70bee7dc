package codec

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
)

// The functions of this file are what the types Kind of generated packages have in common, which programs use that work with any
// machine.

// StateText returns the text of a state.
func StateText(s encoding.TextMarshaler) string {
	text, _ := s.MarshalText() // a machine has no states without a text
	return string(text)
}

// OutcomeName returns the name of an outcome, which is "" before the end: for the one with the number 0.
func OutcomeName[O fsm.Constant](o O) string {
	if o == 0 {
		return ""
	}
	return o.String()
}

// EventName returns the name of an event that is a value, or "" for nil.
func EventName[E fmt.Stringer](in interface{ Event() E }) string {
	if in == nil {
		return ""
	}
	return in.Event().String()
}

// ReadInput reads the payload of an event, given by its text, with the function for events.
func ReadInput[E fsm.Constant, I any](texts *fsm.Texts[E], event string, payload []byte, read func(E, []byte) (I, error)) (in I, err error) {
	var e E
	if err := texts.Unmarshal(&e, []byte(event)); err != nil {
		return in, err
	}
	return read(e, payload)
}

// Due returns when timers are due, by their texts. Those are left out of which it is not known.
func Due[T fsm.Constant](texts *fsm.Texts[T], due []time.Time) map[string]time.Time {
	known := map[string]time.Time{}
	for t, at := range due {
		if !at.IsZero() {
			known[texts.String(T(t))] = at
		}
	}
	return known
}

// TimerEvent returns the name of the event that a timer raises, given its text, and the names for all timers.
func TimerEvent[T fsm.Constant](texts *fsm.Texts[T], timer string, names []string) (event string, ok bool) {
	var t T
	if texts.Unmarshal(&t, []byte(timer)) != nil {
		return "", false
	}
	return names[t], true
}

// Running returns the number of the start of a call that runs, or 0. The call is given by its text; calls are the numbers of all
// calls, which are negative for those that do not run.
func Running[C fsm.Constant](texts *fsm.Texts[C], calls []int, call string) int {
	var c C
	if texts.Unmarshal(&c, []byte(call)) != nil {
		return 0
	}
	return max(calls[c], 0)
}

// Stale reports whether err is a [fsm.StaleCallError] for a start that a machine has made, and that no longer runs. calls are as
// [Running] documents.
func Stale[S, C fsm.Constant](calls []int, err error) bool {
	var stale *fsm.StaleCallError[S, C]
	if !errors.As(err, &stale) || stale.Number < 1 {
		return false
	}
	made := calls[stale.Call]
	return stale.Number <= made || stale.Number <= -made
}

// KnownCalls has the texts of the calls that a snapshot knows. A text that is no snapshot knows none.
func KnownCalls(snapshot []byte) map[string]bool {
	var s struct {
		Calls map[string]json.RawMessage `json:"calls"`
	}
	known := map[string]bool{}
	if json.Unmarshal(snapshot, &s) == nil {
		for call, start := range s.Calls {
			known[call] = start != nil
		}
	}
	return known
}
