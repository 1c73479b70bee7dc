package fallback

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// wantSteps is what an observer is to be told of a request that succeeds at
// once.
func wantSteps() []Step {
	return []Step{
		{From: StateIdle, Event: EventRequestReceived, To: StateSelecting, Progress: 6},
		{From: StateSelecting, Event: EventSelect, To: StateAttempting, Progress: 5},
		{From: StateAttempting, Event: EventSuccess, To: StateSucceeded, Progress: 0},
	}
}

// TestTypedObserved has observers of typed states, which are told the same as
// those of the machine, over more steps than typed states are made for at once.
func TestTypedObserved(t *testing.T) {
	idle, err := Begin(Params{Providers: 1, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	m := idle.Machine()
	var first, second []Step
	m.Observe(nil, func(s Step) { first = append(first, s) })
	m.Observe(nil, func(s Step) { second = append(second, s) })
	selecting, err := idle.RequestReceived(nil)
	if err != nil {
		t.Fatal(err)
	}
	next, err := selecting.Select()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := selecting.Select(); err == nil {
		t.Error("a stale state has moved")
	}
	if _, err := next.(InAttempting).Success(nil); err != nil {
		t.Fatal(err)
	}
	if want := wantSteps(); !slices.Equal(first, want) || !slices.Equal(second, want) {
		t.Errorf("told %+v and %+v, want %+v", first, second, want)
	}

	begun, err := Begin(Params{Providers: 200})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	begun.Machine().Observe(nil, func(Step) { told++ })
	in, made := AnyState(begun), 0
	for err == nil {
		switch s := in.(type) {
		case InIdle:
			in, err = s.RequestReceived(nil)
		case InSelecting:
			in, err = s.Select()
		case InAttempting:
			in, err = s.Failure(FailureClassRecoverable, nil)
		default:
			err = errors.New("the end")
			made--
		}
		made++
	}
	if made != 402 || told != made {
		t.Errorf("%d steps, told %d", made, told)
	}
}

// TestTypedReentrant has an observer send events to all that it finds: they are refused. A typed
// state that it finds is that of the machine after the step.
func TestTypedReentrant(t *testing.T) {
	idle, err := Begin(Params{Providers: 2})
	if err != nil {
		t.Fatal(err)
	}
	m := idle.Machine()
	var found AnyState
	m.Observe(nil, func(Step) {
		var stale *StaleStateError
		if _, err := idle.RequestReceived(nil); !errors.As(err, &stale) {
			t.Errorf("the state that the machine has left says %v", err)
		}
		var reentrant *ReentrantError
		if err := m.Select(); !errors.As(err, &reentrant) || reentrant.Event != EventSelect || reentrant.State != m.State() {
			t.Errorf("the machine says %v", err)
		}
		if selecting, ok := m.In().(InSelecting); ok {
			found = selecting
			if _, err := selecting.Select(); !errors.As(err, &reentrant) {
				t.Errorf("the typed state says %v", err)
			}
		}
	})
	selecting, err := idle.RequestReceived(nil)
	if err != nil || found != AnyState(selecting) {
		t.Fatalf("%v, the observer found %v, want %v", err, found, selecting)
	}
	if next, err := found.(InSelecting).Select(); err != nil || next.State() != StateAttempting {
		t.Errorf("%v, %v", next, err)
	}
}

// winner succeeds with the first provider.
type winner struct{ save func(*Machine) }

func (w winner) Idle(_ context.Context, s InIdle) (AfterIdle, error) { return s.RequestReceived(nil) }

func (w winner) Selecting(_ context.Context, s InSelecting) (AfterSelecting, error) {
	return s.Select()
}

func (w winner) Attempting(_ context.Context, s InAttempting) (AfterAttempting, error) {
	w.save(s.Machine())
	return s.Success(nil)
}

func (w winner) Retrying(_ context.Context, s InRetrying) (AfterRetrying, error) {
	return s.RetryReady()
}

// TestRunObserved runs a machine, and once more from a snapshot of its middle.
func TestRunObserved(t *testing.T) {
	var saved []byte
	w := winner{func(m *Machine) {
		data, err := m.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		saved = data
	}}
	var told []Step
	before := time.Now()
	observer := func(s Step) {
		if s.Time.Before(before) || s.Time.After(time.Now()) {
			t.Errorf("the time is %v", s.Time)
		}
		s.Time = time.Time{}
		told = append(told, s)
	}
	end, err := Run(context.Background(), Params{Providers: 1, MaxRetries: 1}, w, WithObserver(observer), WithObserver(observer))
	if _, ok := end.(InSucceeded); !ok || err != nil {
		t.Fatal(end, err)
	}
	var want []Step
	for _, s := range wantSteps() {
		want = append(want, s, s)
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %+v, want %+v", told, want)
	}
	told = nil
	end, err = Resume(context.Background(), saved, w, WithObserver(observer))
	if _, ok := end.(InSucceeded); !ok || err != nil {
		t.Fatal(end, err)
	}
	if !slices.Equal(told, wantSteps()[2:]) {
		t.Errorf("told %+v after the snapshot", told)
	}
	saved, err = end.Machine().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if end, err := Resume(context.Background(), saved, w); err != nil || end.State() != StateSucceeded {
		t.Errorf("from the end: %v, %v", end, err)
	}
	if end, err := Resume(context.Background(), saved[1:], w); end != nil || err == nil || !strings.Contains(err.Error(), "not valid JSON") {
		t.Errorf("from half a snapshot: %v, %v", end, err)
	}
	if end, err := Resume(context.Background(), saved, nil); end != nil || err == nil || !strings.Contains(err.Error(), "h is nil") {
		t.Errorf("without a handler: %v, %v", end, err)
	}
}
