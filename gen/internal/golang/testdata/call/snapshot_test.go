package call

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestSnapshotDuringStep: a machine whose step is not complete is not saved,
// also when a panic has left it so.
func TestSnapshotDuringStep(t *testing.T) {
	m, h := start(t)
	refused := 0
	h.hook = func(call string) {
		if text, err := m.MarshalJSON(); text != nil || err == nil || err.Error() != "call: no snapshot during a step" {
			t.Errorf("a snapshot during %q: %s, %v", call, text, err)
		}
		refused++
	}
	must(t, m.Begin(&Request{"r"}, "n"))
	if refused < 5 {
		t.Errorf("%d snapshots refused", refused)
	}
	h.hook = nil
	if _, err := m.MarshalJSON(); err != nil {
		t.Error(err)
	}
	h.hook = func(string) { panic("host") }
	if !panics(func() { _ = m.Reset() }) {
		t.Fatal("no panic")
	}
	if text, err := m.MarshalJSON(); err == nil {
		t.Errorf("an unfinished step is saved as %s", text)
	}
}

func TestRestore(t *testing.T) {
	m, h := trying(t)
	must(t, expire(m, TimerTryingRetry))
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	h.told()
	if back, err := Restore(text, nil); back != nil || err == nil || err.Error() != "call: Restore: host is nil" {
		t.Errorf("without a host: %v, %v", back, err)
	}
	back, err := Restore(text, h)
	if err != nil {
		t.Fatal(err)
	}
	h.expect(t, "Restore")
	if got := back.Timers(); !slices.Equal(got, []Timer{TimerBusyExpire, TimerTryingRetry}) {
		t.Errorf("timers %v", got)
	}
	request, ok := back.Request()
	if !ok || *request != (Request{"r"}) || back.Remark() != "given" {
		t.Errorf("request %v, %t, note %q", request, ok, back.Remark())
	}
	must(t, expire(back, TimerTryingRetry))
	h.expect(t, "Fire", "stop Trying.Retry", "lost r", "log given 0", "start Trying.Retry 1.5s")
	must(t, back.Answer())
	if got := back.Timers(); got != nil {
		t.Errorf("timers %v at the end", got)
	}
	h.told()
	for change, want := range map[string]string{
		`{"request":null}`:                 "",
		`{"request":{"Name":7}}`:           "call: snapshot: datum request: json: cannot unmarshal number into Go struct field Request.Name of type string",
		`{}`:                               "call: snapshot: no datum request: state Trying must have it in this version of the spec, so add a value",
		`{"request":null,"response":null}`: `call: snapshot: unknown datum "response": state Trying does not have it in this version of the spec`,
		`{"request":null,"request":null}`:  "call: snapshot: duplicate datum request",
	} {
		forged := strings.Replace(string(text), `{"request":{"Name":"r"}}`, change, 1)
		back, err := Restore([]byte(forged), h)
		if want == "" {
			if request, ok := back.Request(); err != nil || request != nil || !ok {
				t.Errorf("%s: %v, %v, %t", change, err, request, ok)
			}
		} else if err == nil || err.Error() != want || back != nil {
			t.Errorf("%s: error %v, want %q", change, err, want)
		}
	}
	h.expect(t, "all of that")
}

func TestInvalidText(t *testing.T) {
	m, _ := start(t)
	must(t, m.Begin(&Request{}, "\xff"))
	if text, err := m.MarshalJSON(); err == nil || err.Error() != "call: note is not valid UTF-8, so JSON cannot represent it" {
		t.Errorf("snapshot %s, %v", text, err)
	}
}

// TestObserveHost: observers come when the host has been told all, and what the
// spec ignores is no step.
func TestObserveHost(t *testing.T) {
	m, h := start(t)
	h.told()
	m.Observe(nil, func(s Step) {
		h.note("observed %v %v %v", s.From, s.Event, s.To)
		if _, err := m.MarshalJSON(); err != nil {
			t.Error(err)
		}
	})
	must(t, m.Expire())
	h.expect(t, "an ignored event")
	must(t, expire(m, TimerRestingExpire))
	h.expect(t, "an ignored timer")
	must(t, m.Ticked())
	h.expect(t, "an event that stays", "observed Idle Tick Idle")
	must(t, m.Ring(false))
	h.expect(t, "an event that only tells", "bell", "observed Idle Ring Idle")
	must(t, m.Begin(&Request{"r"}, "n"))
	h.expect(t, "Begin", "ready?", "fits? r 1", "stop Idle.Expire", "log ticked 0", "bell", "log busy 1", "log n 0",
		"start Busy.Expire 1m30s", "start Trying.Retry 1.5s", "observed Idle Begin Trying")
	must(t, expire(m, TimerTryingRetry))
	h.expect(t, "Fire", "stop Trying.Retry", "lost r", "log n 0", "start Trying.Retry 1.5s", "observed Trying Retry Trying")
	var stale *StaleTimerError
	for _, timer := range []Timer{TimerWaitingAnswer, 200} {
		if err := expire(m, timer); !errors.As(err, &stale) || stale.Timer != timer {
			t.Errorf("%v: error %v", timer, err)
		}
	}
	must(t, m.Reset())
	if calls := h.told(); calls[len(calls)-1] != "observed Trying Reset Idle" {
		t.Errorf("calls %q", calls)
	}
	// An event that a method of the host or an observer sends is refused, and is no step.
	h.hook = func(call string) {
		var reentrant *ReentrantError
		if err := m.Reset(); !errors.As(err, &reentrant) {
			t.Errorf("%q: error %v", call, err)
		}
	}
	must(t, m.Begin(&Request{"r"}, "n"))
	calls := h.told()
	if got := calls[len(calls)-1]; got != "observed Idle Begin Trying" || slices.Index(calls, got) != len(calls)-1 {
		t.Errorf("calls %q", calls)
	}
}

func TestTimerText(t *testing.T) {
	for timer := range TimerWaitingAnswer + 1 {
		var back Timer = 77
		text, err := timer.MarshalText()
		if err != nil || back.UnmarshalText(text) != nil || back != timer || string(text) != timer.String() {
			t.Errorf("%v is %s, read as %v", timer, text, back)
		}
	}
	timer := TimerBusyExpire
	if err := timer.UnmarshalText([]byte("Busy")); err == nil || err.Error() != `call: unknown timer "Busy"` || timer != TimerBusyExpire {
		t.Errorf("%v, %v", err, timer)
	}
}
