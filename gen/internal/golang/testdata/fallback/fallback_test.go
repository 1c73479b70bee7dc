package fallback

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"testing"
)

func TestAllocations(t *testing.T) {
	m, err := New(Params{Providers: 1000000, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	response, failure := &Response{}, errors.New("timeout")
	if err := m.RequestReceived(&Request{}); err != nil {
		t.Fatal(err)
	}
	events := map[string]func() error{
		"Select":     m.Select,
		"Failure":    func() error { return m.Failure(FailureClassTransient, failure) },
		"RetryReady": m.RetryReady,
		"Success":    func() error { return m.Success(response) },
		"Cancelled":  m.Cancelled,
	}
	start := map[string]State{
		"Select": StateSelecting, "Failure": StateAttempting, "RetryReady": StateRetrying,
		"Success": StateAttempting, "Cancelled": StateRetrying,
	}
	for name, fire := range events {
		allocations := testing.AllocsPerRun(100, func() {
			m.state = start[name]
			if err := fire(); err != nil {
				t.Fatal(err)
			}
			_, _ = m.Response()
			_ = m.Progress() + m.Params().MaxTransitions() + int(m.Outcome())
			_ = m.Can(EventSelect)
		})
		if allocations != 0 {
			t.Errorf("%s: %v allocations, want 0", name, allocations)
		}
	}
}

func TestText(t *testing.T) {
	for _, s := range States() {
		text, err := json.Marshal(map[string]State{"state": s})
		if err != nil || string(text) != `{"state":"`+s.String()+`"}` {
			t.Errorf("%v marshals as %s, %v", s, text, err)
		}
		var back map[string]State
		if err := json.Unmarshal(text, &back); err != nil || back["state"] != s {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	for text, s := range map[string]interface{ String() string }{
		"State(7)": State(7), "State(255)": State(255), "Event(6)": Event(6), "Outcome(3)": Outcome(3), "FailureClass(3)": FailureClass(3),
	} {
		if s.String() != text {
			t.Errorf("String is %q, want %q", s, text)
		}
	}
	if _, err := State(7).MarshalText(); err == nil {
		t.Error("State(7) marshals")
	}
	if _, err := Event(6).MarshalText(); err == nil {
		t.Error("Event(6) marshals")
	}
	s := StateRetrying
	for _, text := range []string{"", "idle", "State(0)", "Idle ", "Nowhere"} {
		if err := s.UnmarshalText([]byte(text)); err == nil || s != StateRetrying {
			t.Errorf("%q is read as %v, %v", text, s, err)
		}
	}
}

func TestValidate(t *testing.T) {
	for want, p := range map[string]Params{
		"fallback: providers is -1, must be at least 0":                                                                                     {Providers: -1},
		"fallback: maxRetries is " + strconv.Itoa(math.MinInt) + ", must be at least 0":                                                     {MaxRetries: math.MinInt},
		"fallback: providers * (2 * maxRetries + 3) + 2 does not fit in an int: providers is 2, maxRetries is " + strconv.Itoa(math.MaxInt): {2, math.MaxInt},
	} {
		_, err := New(p)
		if err == nil || err.Error() != want {
			t.Errorf("New(%+v): error %v, want %q", p, err, want)
		}
	}
	greatest := Params{Providers: (math.MaxInt - 2) / 3}
	m, err := New(greatest)
	if err != nil {
		t.Fatal(err)
	}
	if m.Progress() != greatest.MaxTransitions() || m.Progress() < math.MaxInt-3 {
		t.Errorf("progress %d and bound %d at the greatest parameters", m.Progress(), greatest.MaxTransitions())
	}
	if p := DefaultParams(); p != (Params{MaxRetries: 1}) {
		t.Errorf("the defaults are %+v", p)
	}
}

func TestMessages(t *testing.T) {
	m, err := New(DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	for want, err := range map[string]error{
		"fallback: event Select is illegal in state Idle":                    m.Select(),
		"fallback: class of event Failure is 3, must be a value of its type": m.Failure(3, nil),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if got, want := m.String(), "Idle remaining=0 retries=0"; got != want {
		t.Errorf("the machine prints as %q, want %q", got, want)
	}
}

func TestTypedText(t *testing.T) {
	m, err := New(Params{Providers: 2, MaxRetries: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := m.In()
	if got, want := fmt.Sprint(s), m.String(); got != want {
		t.Errorf("the typed state is %s, the machine %s", got, want)
	}
}
