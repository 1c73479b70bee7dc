package temporal_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/temporal"
)

// bell is a machine with one timer, which starts again when it has fired, until it has fired three times.
type bell struct {
	Rung int
	At   time.Time
}

func (b *bell) MarshalJSON() ([]byte, error) {
	type plain bell
	return json.Marshal((*plain)(b))
}

// bells is the kind of a bell, with the durations of its timer.
type bells struct{ pause []time.Duration }

type none struct{}

var errNone = errors.New("a bell has no events and no outputs")

func (k bells) start(b *bell, now time.Time) { b.At = now.Add(k.pause[b.Rung]) }

func (bells) Machine() string { return "Bell" }
func (k bells) Create(_ none, now time.Time) (*bell, []none, error) {
	b := &bell{}
	k.start(b, now)
	return b, nil, nil
}

func (bells) Restore(snapshot []byte) (*bell, error) {
	type plain bell
	b := &bell{}
	return b, json.Unmarshal(snapshot, (*plain)(b))
}
func (bells) Apply(*bell, none, time.Time) ([]none, bool, error) { return nil, false, errNone }
func (k bells) Fire(b *bell, _ string, now time.Time) ([]none, bool, error) {
	if b.Rung++; b.Rung < 3 {
		k.start(b, now)
	}
	return nil, false, nil
}

func (bells) State(b *bell) (state, outcome string) {
	if b.Rung == 3 {
		return "Done", "done"
	}
	return "Waiting", ""
}

func (bells) Due(b *bell) map[string]time.Time {
	if b.Rung == 3 {
		return nil
	}
	return map[string]time.Time{"Waiting.Ring": b.At}
}
func (bells) Refresh(*bell, time.Time) error          { return nil }
func (bells) EventName(none) string                   { return "" }
func (bells) ReadInput(string, []byte) (none, error)  { return none{}, errNone }
func (bells) OutputName(none) string                  { return "" }
func (bells) ReadOutput(string, []byte) (none, error) { return none{}, errNone }
func (bells) Possible(*bell) []string                 { return nil }
func (bells) Progress(*bell) []int                    { return nil }
func (bells) Left(b *bell) (int, bool)                { return 3 - b.Rung, true }
func (bells) Cancellation(error) (none, bool)         { return none{}, false }
func (bells) Activities() (outputs, calls []string)   { return nil, nil }
func (bells) Asks() bool                              { return false }
func (bells) HistoryCost() (start, transition int)    { return 10, 10 }

// TestZero has a timer start again, with a duration of zero, at the time at which it has fired.
func TestZero(t *testing.T) {
	for _, pause := range [][]time.Duration{{time.Hour, time.Hour, time.Hour}, {0, 0, 0}, {time.Hour, 0, 0}, {0, -time.Hour, 0}} {
		env := environment(t)
		kind := bells{pause}
		temporal.New(kind, func(context.Context, temporal.Task[none]) (none, error) { return none{}, errNone }).Register(env)
		in, err := temporal.NewInput(kind, none{})
		if err != nil {
			t.Fatal(err)
		}
		env.SetTestTimeout(10 * time.Second)
		env.ExecuteWorkflow("Bell", in)
		if !env.IsWorkflowCompleted() || env.GetWorkflowError() != nil {
			t.Errorf("%v: %v", pause, env.GetWorkflowError())
			continue
		}
		if r := result(t, env); r.State != "Done" || r.Revision != 3 {
			t.Errorf("%v: %+v", pause, r)
		}
	}
}
