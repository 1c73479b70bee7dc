package fsm_test

import (
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsm"
)

// light is the type of the states of a traffic light, as fsmgen generates it.
type light uint8

const (
	red light = iota
	yellow
	green
)

var textsOfLight = fsm.Texts[light]{
	Kind:   "state",
	Names:  []string{"Red", "Yellow", "Green"},
	Stored: []string{"", "amber", ""},
	Was:    map[string]light{"Go": green, "Walk": green},
	Docs:   []string{"Stop.", "", "Go."},
}

func (l light) String() string { return textsOfLight.String(l) }

// crossing is a machine in any state.
type crossing struct{ light light }

func (c crossing) State() light { return c.light }

// none is a type without values.
type none uint16

var textsOfNone = fsm.Texts[none]{Kind: "event"}

func (n none) String() string { return textsOfNone.String(n) }

func TestTexts(t *testing.T) {
	x := &textsOfLight
	if all := x.All(); !slices.Equal(all, []light{red, yellow, green}) {
		t.Errorf("All returns %v", all)
	}
	for _, test := range []struct {
		l                 light
		name, stored, doc string
	}{{red, "Red", "Red", "Stop."}, {yellow, "Yellow", "amber", ""}, {green, "Green", "Green", "Go."}} {
		if x.String(test.l) != test.name || x.Doc(test.l) != test.doc {
			t.Errorf("%d: String returns %q, Doc %q", test.l, x.String(test.l), x.Doc(test.l))
		}
		if text, err := x.Marshal(test.l); string(text) != test.stored || err != nil {
			t.Errorf("%v: Marshal returns %q, %v", test.l, text, err)
		}
		if value, err := x.Value(test.l); value != test.stored || err != nil {
			t.Errorf("%v: Value returns %v, %v", test.l, value, err)
		}
	}
	for text, want := range map[string]light{"Red": red, "Yellow": yellow, "amber": yellow, "Green": green, "Go": green, "Walk": green} {
		for name, read := range map[string]func(*light) error{
			"Unmarshal":      func(l *light) error { return x.Unmarshal(l, []byte(text)) },
			"Scan of string": func(l *light) error { return x.Scan(l, text) },
			"Scan of bytes":  func(l *light) error { return x.Scan(l, []byte(text)) },
		} {
			if got := light(9); read(&got) != nil || got != want {
				t.Errorf("%s of %q: %v", name, text, got)
			}
		}
	}
}

func TestTextsRefused(t *testing.T) {
	x, got := &textsOfLight, light(1)
	_, marshal := x.Marshal(3)
	_, value := x.Value(255)
	_, without := textsOfNone.Marshal(0)
	for _, test := range []struct {
		err  error
		want string
	}{
		{marshal, "fsm_test: cannot marshal light(3)"},
		{value, "fsm_test: cannot marshal light(255)"},
		{without, "fsm_test: cannot marshal none(0)"},
		{x.Unmarshal(&got, nil), `fsm_test: unknown state ""`},
		{x.Unmarshal(&got, []byte("red")), `fsm_test: unknown state "red"`},
		{x.Scan(&got, "\x00"), `fsm_test: unknown state "\x00"`},
		{x.Scan(&got, nil), "fsm_test: cannot scan NULL into a value of type light: declare the column NOT NULL, or scan into a sql.Null[fsm_test.light]"},
		{x.Scan(&got, int64(1)), "fsm_test: cannot scan int64 into a value of type light: declare the column as text"},
		{textsOfNone.Unmarshal(new(none), []byte("")), `fsm_test: unknown event ""`},
	} {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("the error is %v, want %s", test.err, test.want)
		}
	}
	if got != yellow {
		t.Errorf("an error has changed the value to %v", got)
	}
	if len(textsOfNone.All()) != 0 || textsOfNone.Doc(0) != "" || x.Doc(200) != "" {
		t.Error("a number without a value has a text")
	}
}

// TestErrors compares the texts of errors, and finds them as programs do.
func TestErrors(t *testing.T) {
	type illegal = fsm.IllegalTransitionError[light, none]
	rows := fsm.IllegalTransitions(3, 2, []fsm.Transition[light, none]{{From: green, Event: 1, Guard: "a"}, {From: red, Event: 1, Guard: "c"}, {From: green, Event: 1, Guard: "b"}, {From: green, Event: 1}})
	if len(rows) != 3 || len(rows[2]) != 2 || !reflect.DeepEqual(rows[2][1], illegal{State: green, Event: 1, Guards: []string{"a", "b"}}) {
		t.Errorf("IllegalTransitions returns %v", rows)
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{&rows[2][1], "fsm_test: event none(1) is illegal in state Green: a does not hold, b does not hold"},
		{&rows[2][0], "fsm_test: event none(0) is illegal in state Green"},
		{&fsm.GuardRejectedError[light, none]{State: red, Event: 2}, "fsm_test: event none(2) is rejected in state Red"},
		{&fsm.GuardRejectedError[light, none]{State: red, Event: 2, Guards: []string{"a"}, If: "b"}, "fsm_test: event none(2) is rejected in state Red: a does not hold, b holds"},
		{&fsm.ReentrantError[light, none]{State: red}, "fsm_test: event none(0) comes during a step, in state Red"},
		{&fsm.StaleTimerError[light, none]{State: yellow, Timer: 3, Start: 2}, "fsm_test: timer none(3), start 2, does not run in state Yellow"},
		{&fsm.StaleCallError[light, none]{State: green, Call: 1, Number: 7}, "fsm_test: call none(1), number 7, does not run in state Green"},
		{&fsm.InvalidPayloadError[none]{Event: 4, Field: "by", Value: 9}, "fsm_test: by of event none(4) is 9, must be a value of its type"},
		{&fsm.InvalidPayloadError[none]{Event: 4, Field: "k", Value: 9, Range: "from 1 to 8"}, "fsm_test: k of event none(4) is 9, must be from 1 to 8"},
		{&fsm.InvalidPayloadError[none]{Event: 4, Field: "k", Value: 1.5e9, Range: "at most 1s", Duration: true}, "fsm_test: k of event none(4) is 1.5s, must be at most 1s"},
		{&fsm.NilContextError[none]{Event: 4}, "fsm_test: event none(4) is sent with a nil context"},
		{&fsm.StaleStateError[light]{State: red, Now: green}, "fsm_test: the machine has moved on from state Red, and is in state Green"},
		{&fsm.RunError[crossing, crossing, light]{At: crossing{yellow}, Err: errors.ErrUnsupported}, "fsm_test: stopped in state Yellow: unsupported operation"},
		{&fsm.StaleReadError[light]{Now: green}, "fsm_test: a typed state is read that is out of date: the machine has moved on, and is in state Green; read the typed state that the event has returned"},
		{&fsm.NoEventError[light]{State: red}, "fsm_test: the handler of state Red made no transition"},
		{&fsm.TimerFiredError[none]{Timer: 1}, "fsm_test: timer none(1) is over"},
		{&fsm.CallEndedError[none]{Call: 2}, "fsm_test: call none(2) has ended"},
	} {
		if test.err.Error() != test.want {
			t.Errorf("the error is %v, want %s", test.err, test.want)
		}
	}
	if fired := error(&fsm.TimerFiredError[none]{Timer: 1}); !errors.Is(fired, context.DeadlineExceeded) || errors.Is(fired, context.Canceled) {
		t.Error("a timer that has fired is not a deadline that has passed")
	}
	if !errors.Is(&fsm.RunError[crossing, crossing, light]{Err: errors.ErrUnsupported}, errors.ErrUnsupported) {
		t.Error("the error of a run does not wrap its cause")
	}
	var e error = &rows[0][0]
	if !errors.As(e, new(*illegal)) || errors.As(e, new(*fsm.IllegalTransitionError[light, light])) {
		t.Error("errors.As does not tell machines apart")
	}
}

func BenchmarkTexts(b *testing.B) {
	b.Run("String", func(b *testing.B) {
		for b.Loop() {
			_ = green.String()
		}
	})
	b.Run("Unmarshal", func(b *testing.B) {
		text, l := []byte("Green"), red
		for b.Loop() {
			if err := textsOfLight.Unmarshal(&l, text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// TestReasons finds the reasons of guards in refusals, as programs do.
func TestReasons(t *testing.T) {
	var why fsm.Reasons
	if !why.Holds(nil) || why.Holds(errors.ErrUnsupported) || why.Holds(&fsm.NoEventError[light]{State: red}) {
		t.Error("the answers of guards are misread")
	}
	shared := fsm.IllegalTransitionError[light, none]{State: red, Guards: []string{"a"}}
	if shared.Because(nil) != &shared || shared.Because(why) == &shared || shared.Reasons != nil {
		t.Error("an error without reasons is not shared, or one with reasons is")
	}
	const said = ": unsupported operation; fsm_test: the handler of state Red made no transition"
	for _, test := range []struct {
		err  error
		want string
	}{
		{shared.Because(why), "fsm_test: event none(0) is illegal in state Red: a does not hold" + said},
		{&fsm.GuardRejectedError[light, none]{State: red, If: "!b", Reasons: why}, "fsm_test: event none(0) is rejected in state Red: !b holds" + said},
		{&fsm.GuardRejectedError[light, none]{State: red, Reasons: why}, "fsm_test: event none(0) is rejected in state Red" + said},
	} {
		if test.err.Error() != test.want {
			t.Errorf("the error is %v, want %s", test.err, test.want)
		}
		if !errors.Is(test.err, errors.ErrUnsupported) || !errors.As(test.err, new(*fsm.NoEventError[light])) || errors.Is(test.err, io.EOF) {
			t.Errorf("the reasons of %v are not found", test.err)
		}
	}
}
