package codec_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/fsm/codec"
)

// hot is an event as a value.
type hot struct{}

func (hot) Event() state { return 1 }

// TestKindNames names states, outcomes, events, and timers.
func TestKindNames(t *testing.T) {
	if got := codec.StateText(state(1)); got != `hot "&" <x>` {
		t.Errorf("the state is %s", got)
	}
	if none, one := codec.OutcomeName(state(0)), codec.OutcomeName(state(1)); none != "" || one != "Hot" {
		t.Errorf("the outcomes are %q and %q", none, one)
	}
	var none interface{ Event() state }
	if none, one := codec.EventName(none), codec.EventName(hot{}); none != "" || one != "Hot" {
		t.Errorf("the events are %q and %q", none, one)
	}
	read := func(s state, payload []byte) (string, error) { return fmt.Sprint(s, string(payload)), nil }
	for event, want := range map[string]string{"Hot": "Hotx", "Warm": "Hotx", `hot "&" <x>`: "Hotx", "Red": ""} {
		if got, err := codec.ReadInput(&textsOfState, event, []byte("x"), read); got != want || (err == nil) != (want != "") {
			t.Errorf("event %s is read as %q (%v)", event, got, err)
		}
	}
	for timer, want := range map[string]string{"Hot.Ring": "Ring", "Hot.Bell": "Ring", "Cold.Nap": "Nap", "": ""} {
		if got, ok := codec.TimerEvent(&textsOfClock, timer, []string{"Ring", "Nap"}); got != want || ok != (want != "") {
			t.Errorf("timer %q raises %q (%t)", timer, got, ok)
		}
	}
	if got, want := codec.Due(&textsOfClock, []time.Time{{}, noon}), map[string]time.Time{"Cold.Nap": noon}; !maps.Equal(got, want) {
		t.Errorf("due are %v, want %v", got, want)
	}
}

// TestKindCalls finds the calls that run, those that a snapshot knows, and results that come too late.
func TestKindCalls(t *testing.T) {
	calls := []int{3, -2}
	for call, want := range map[string]int{"bake": 3, "fire": 3, "clean": 0, "other": 0} {
		if got := codec.Running(&textsOfJob, calls, call); got != want {
			t.Errorf("call %s runs with number %d, want %d", call, got, want)
		}
	}
	for snapshot, want := range map[string]bool{`{"calls":{"bake":-1}}`: true, `{"calls":{"clean":1}}`: false, `{}`: false, "": false, "[": false} {
		if got := codec.KnownCalls([]byte(snapshot))["bake"]; got != want {
			t.Errorf("%s knows the call: %t", snapshot, got)
		}
	}
	stale := func(j job, number int) error {
		return fmt.Errorf("late: %w", &fsm.StaleCallError[state, job]{Call: j, Number: number})
	}
	for _, test := range []struct {
		err  error
		want bool
	}{
		{stale(0, 3), true}, {stale(0, 1), true}, {stale(0, 4), false}, {stale(0, 0), false}, {stale(0, -1), false},
		{stale(1, 2), true}, {stale(1, 3), false}, {errors.New("other"), false}, {nil, false},
		{&fsm.StaleCallError[clock, job]{Number: 1}, false},
	} {
		if got := codec.Stale[state, job](calls, test.err); got != test.want {
			t.Errorf("%v is stale: %t", test.err, got)
		}
	}
}
