package call

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// host notes the calls that it gets, and does in each what hook says.
type host struct {
	calls []string
	fits  bool
	ready bool
	hook  func(call string)
}

func (h *host) note(format string, args ...any) {
	call := fmt.Sprintf(format, args...)
	h.calls = append(h.calls, call)
	if h.hook != nil {
		h.hook(call)
	}
}

func (h *host) Fits(request *Request, index int) bool {
	h.note("fits? %s %d", request.Name, index)
	return h.fits
}
func (h *host) Ready() bool                { h.note("ready?"); return h.ready }
func (h *host) IsCertain(note string) bool { h.note("certain? %s", note); return true }
func (h *host) Log(text string, count int) { h.note("log %s %d", text, count) }
func (h *host) Switched(from, to string, reason FailureCause) {
	h.note("switched %s %s %v", from, to, reason)
}
func (h *host) Lost(request *Request) { h.note("lost %s", request.Name) }
func (h *host) Bell()                 { h.note("bell") }
func (h *host) Now() time.Time        { return time.Time{} }

func (h *host) StartTimer(t Timer, _ int, d time.Duration) { h.note("start %v %v", t, d) }
func (h *host) StopTimer(t Timer, _ int)                   { h.note("stop %v", t) }
func (h *host) Backoff(attempt int) time.Duration {
	h.note("backoff? %d", attempt)
	return time.Duration(attempt+1) * time.Second
}

// told returns the calls since the last time.
func (h *host) told() []string {
	calls := h.calls
	h.calls = nil
	return calls
}

func (h *host) expect(t *testing.T, what string, want ...string) {
	t.Helper()
	if got := h.told(); !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func start(t *testing.T) (*Machine, *host) {
	t.Helper()
	h := &host{fits: true, ready: true}
	m, err := New(DefaultParams(), h)
	if err != nil {
		t.Fatal(err)
	}
	return m, h
}

// trying returns a machine in Trying.
func trying(t *testing.T) (*Machine, *host) {
	t.Helper()
	m, h := start(t)
	must(t, m.Begin(&Request{"r"}, "given"))
	h.told()
	return m, h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNew(t *testing.T) {
	_, h := start(t)
	h.expect(t, "start", "log new 0", "start Idle.Expire 1h0m0s")
	if m, err := New(DefaultParams(), nil); m != nil || err == nil || err.Error() != "call: New: host is nil" {
		t.Errorf("without a host: %v, %v", m, err)
	}
	// The parameters come first, and then nobody is told anything.
	h = &host{}
	for _, host := range []Host{nil, h} {
		if m, err := New(Params{MaxRetries: 9}, host); m != nil || err == nil || err.Error() != "call: limit is 9, must be from 0 to 5" {
			t.Errorf("with wrong parameters: %v, %v", m, err)
		}
	}
	h.expect(t, "refused start")
}

// TestOrder follows one request. Outputs of leaving come from the inside out
// and over the old values, those of entering from the outside in and over the
// new ones; timers stop before and start after.
func TestOrder(t *testing.T) {
	m, h := start(t)
	h.told()
	must(t, m.Begin(&Request{"r"}, "given"))
	h.expect(t, "Begin", "ready?", "fits? r 1",
		"stop Idle.Expire", "log new 0", "bell", "log busy 1", "log given 0", "start Busy.Expire 1m30s", "start Trying.Retry 1.5s")
	must(t, m.Failure(FailureCauseRefused, 0, 0))
	h.expect(t, "re-entry inside Busy", "fits? r 1",
		"stop Trying.Retry", "lost r", "switched a given Refused", "log given 1", "start Trying.Retry 1.5s")
	must(t, m.Ticked())
	h.expect(t, "re-entry of Busy",
		"stop Busy.Expire", "stop Trying.Retry", "lost r", "log free 1", "log busy 2", "log given 1", "start Busy.Expire 1m30s", "start Trying.Retry 1.5s")
	must(t, m.Reset())
	h.expect(t, "Reset",
		"stop Busy.Expire", "stop Trying.Retry", "lost r", "log free 1", "log new 0", "start Idle.Expire 1h0m0s")
	must(t, m.Begin(&Request{"s"}, "again"))
	must(t, m.Failure(FailureCauseTimeout, 0, 0))
	h.told()
	h.fits = false
	must(t, m.Failure(FailureCauseBroken, 10, 0))
	h.expect(t, "failure", "fits? s 1",
		"stop Busy.Expire", "stop Trying.Retry", "lost s", "log free 1", "log retries 1", "log again 11", "log again 11")
	if m.State() != StateFailed || m.Retries() != 0 || m.Remark() != "failed" {
		t.Errorf("the machine is in %v", m)
	}
}

// TestOldValues has a transition that stays and changes what it tells.
func TestOldValues(t *testing.T) {
	m, h := start(t)
	h.told()
	h.ready, h.fits = false, false
	must(t, m.Begin(&Request{}, "later"))
	h.expect(t, "Begin", "ready?", "fits?  1", "certain? later", "log later -1", "log new 0", "log new 1")
	if m.State() != StateResting || m.Remark() != "later" {
		t.Errorf("the machine is in %v", m)
	}
}

// TestQuestions counts what the host is asked: what no alternative needs is not
// asked, and nothing twice.
func TestQuestions(t *testing.T) {
	m, h := start(t)
	h.told()
	h.ready = true
	h.fits = false
	var rejected *GuardRejectedError
	if err := m.Begin(&Request{"r"}, "n"); !errors.As(err, &rejected) {
		t.Fatalf("error %v, want a rejection", err)
	}
	h.expect(t, "rejected Begin", "ready?", "fits? r 1")
	h.ready, h.fits = false, true
	must(t, m.Begin(&Request{"r"}, "n"))
	h.expect(t, "second alternative", "ready?", "fits? r 1",
		"stop Idle.Expire", "log new 0", "bell", "log new 7", "log busy 1",
		"start Busy.Expire 1m30s", "backoff? 0", "start Waiting.Retry 1s", "start Waiting.Answer 24h0m0s")
	m, h = trying(t)
	must(t, m.Failure(FailureCauseTimeout, 0, 0))
	must(t, m.Failure(FailureCauseTimeout, 0, 0))
	h.told()
	must(t, m.Failure(FailureCauseTimeout, 0, 0))
	if got := h.told()[0]; got != "stop Busy.Expire" {
		t.Errorf("with retries used up, the first call is %q", got)
	}
}

// TestStaying has transitions that stay: no exit, no entry, no timer.
func TestStaying(t *testing.T) {
	m, h := start(t)
	h.told()
	must(t, m.Ticked())
	h.expect(t, "a silent one")
	must(t, m.Ring(false))
	h.expect(t, "one that only tells", "bell")
	must(t, m.Expire())
	h.expect(t, "an ignored event")
	m, h = trying(t)
	must(t, m.Ring(true))
	h.expect(t, "one of the composite state", "bell")
	must(t, m.Ring(false))
	h.expect(t, "otherwise ignored")
}

// TestComposite moves inside Busy, whose timer runs on.
func TestComposite(t *testing.T) {
	m, h := start(t)
	h.ready = false
	must(t, m.Begin(&Request{"r"}, "n"))
	h.told()
	must(t, m.Ticked())
	h.expect(t, "re-entry of Waiting", "stop Waiting.Retry", "stop Waiting.Answer", "backoff? 2", "start Waiting.Retry 3s", "start Waiting.Answer 24h0m0s")
	must(t, m.Retry())
	h.expect(t, "from Waiting to Trying", "stop Waiting.Retry", "stop Waiting.Answer", "log new 2", "start Trying.Retry 1.5s")
	must(t, expire(m, TimerBusyExpire))
	if m.State() != StateFailed {
		t.Errorf("the machine is in %v", m)
	}
}

func TestFire(t *testing.T) {
	m, h := trying(t)
	must(t, expire(m, TimerTryingRetry))
	h.expect(t, "Fire", "stop Trying.Retry", "lost r", "log given 0", "start Trying.Retry 1.5s")
	for _, timer := range []Timer{TimerRestingExpire, TimerWaitingRetry, TimerWaitingAnswer, 5, 255} {
		err := expire(m, timer)
		var stale *StaleTimerError
		if !errors.As(err, &stale) || stale.Timer != timer || stale.State != StateTrying {
			t.Errorf("%v: error %v, want that it is stale", timer, err)
		}
	}
	h.expect(t, "stale timers")
	if err := expire(m, TimerRestingExpire); err.Error() != "call: timer Idle.Expire, start 1, does not run in state Trying" {
		t.Error(err)
	}
	must(t, m.Reset())
	must(t, expire(m, TimerRestingExpire))
	if m.State() != StateResting {
		t.Errorf("after an ignored timer the machine is in %v", m)
	}
	if got := Timer(200).String(); got != "Timer(200)" {
		t.Error(got)
	}
}

// send returns each way to send an event.
func send(m *Machine) map[string]func() error {
	return map[string]func() error{
		"Begin": func() error { return m.Begin(&Request{}, "") }, "Failure": func() error { return m.Failure(200, 0, 0) },
		"Expire": m.Expire, "Retry": m.Retry, "Answer": m.Answer, "Tick": m.Ticked, "Reset": m.Reset,
		"Ring": func() error { return m.Ring(true) },
	}
}

// TestReentrant sends every event from every method of the host.
func TestReentrant(t *testing.T) {
	m, h := start(t)
	seen := map[string]bool{}
	h.hook = func(call string) {
		before := *m
		// Begin asks before anything has changed, and tells afterwards.
		question := call[len(call)-1] == '?' || call[:4] == "fits" || call[:4] == "cert"
		if question != (m.State() == StateResting) && call[:4] != "back" {
			t.Errorf("%q in state %v", call, m.State())
		}
		for name, event := range send(m) {
			var reentrant *ReentrantError
			if err := event(); !errors.As(err, &reentrant) || reentrant.Event.String() != name || reentrant.State != m.State() {
				t.Errorf("%s during %q: error %v", name, call, err)
			}
		}
		for timer := range TimerWaitingAnswer + 1 {
			var reentrant *ReentrantError
			if err := expire(m, timer); !errors.As(err, &reentrant) {
				t.Errorf("%v during %q: error %v", timer, call, err)
			}
		}
		if *m != before {
			t.Errorf("a refused event changed the machine from %v to %v", &before, m)
		}
		seen[call[:4]] = true
	}
	h.ready = false
	must(t, m.Begin(&Request{"r"}, "n"))
	for _, call := range []string{"read", "fits", "log ", "bell", "stop", "star", "back"} {
		if !seen[call] {
			t.Errorf("no event was sent during %q", call)
		}
	}
	if err := (&ReentrantError{State: StateTrying, Event: EventTicked}).Error(); err != "call: event Tick comes during a step, in state Trying" {
		t.Error(err)
	}
}

// panics reports whether f does.
func panics(f func()) (caught bool) {
	defer func() { caught = recover() != nil }()
	f()
	return false
}

// TestPanicInQuestion: nothing has changed, and the event can come again.
func TestPanicInQuestion(t *testing.T) {
	for _, at := range []string{"ready?", "fits? r 1", "certain? n"} {
		m, h := start(t)
		h.told()
		h.ready, h.fits = false, false
		h.hook = func(call string) {
			if call == at {
				panic(call)
			}
		}
		before := *m
		if !panics(func() { _ = m.Begin(&Request{"r"}, "n") }) {
			t.Fatalf("%q did not panic", at)
		}
		if *m != before {
			t.Errorf("a panic in %q changed the machine from %v to %v", at, &before, m)
		}
		h.hook = nil
		if err := m.Begin(&Request{"r"}, "n"); err != nil {
			t.Errorf("after a panic in %q: %v", at, err)
		}
	}
}

// TestPanicInOutput: the state has changed, the rest was not told, and the
// machine does not go on as if nothing had happened.
func TestPanicInOutput(t *testing.T) {
	for _, at := range []string{"stop Idle.Expire", "log new 0", "bell", "start Busy.Expire 1m30s", "backoff? 0", "start Waiting.Answer 24h0m0s"} {
		m, h := start(t)
		h.told()
		h.ready = false
		h.hook = func(call string) {
			if call == at {
				panic(call)
			}
		}
		if !panics(func() { _ = m.Begin(&Request{"r"}, "n") }) {
			t.Fatalf("%q did not panic", at)
		}
		h.hook = nil
		if calls := h.told(); calls[len(calls)-1] != at || m.State() != StateWaiting {
			t.Errorf("after a panic in %q, the machine is in %v and has told %q", at, m, calls)
		}
		for name, event := range send(m) {
			var reentrant *ReentrantError
			if err := event(); !errors.As(err, &reentrant) {
				t.Errorf("%s after a panic in %q: error %v", name, at, err)
			}
		}
		h.expect(t, "events after a panic")
	}
}

// quiet is a host that notes nothing.
type quiet struct{ told int }

func (q *quiet) Fits(*Request, int) bool               { return true }
func (q *quiet) Ready() bool                           { return true }
func (q *quiet) IsCertain(string) bool                 { return true }
func (q *quiet) Log(string, int)                       { q.told++ }
func (q *quiet) Switched(string, string, FailureCause) { q.told++ }
func (q *quiet) Lost(*Request)                         { q.told++ }
func (q *quiet) Bell()                                 { q.told++ }
func (q *quiet) Now() time.Time                        { return time.Now() }
func (q *quiet) StartTimer(Timer, int, time.Duration)  { q.told++ }
func (q *quiet) StopTimer(Timer, int)                  { q.told++ }
func (q *quiet) Backoff(int) time.Duration             { return time.Second }

func TestAllocations(t *testing.T) {
	q, request := &quiet{}, &Request{}
	m, err := New(Params{MaxRetries: 5}, q)
	if err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(100, func() {
		for _, err := range [...]error{
			m.Ring(true), m.Begin(request, "n"), m.Failure(FailureCauseTimeout, 1, 2), expire(m, TimerTryingRetry), m.Ticked(), m.Ring(true), m.Reset(),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations, want 0", allocations)
	}
	if q.told < 1000 {
		t.Errorf("the host was told only %d times", q.told)
	}
}

// BenchmarkQuestion and BenchmarkUnguarded differ in what the deferred call
// costs that ends a question.
func BenchmarkQuestion(b *testing.B) {
	m, err := New(DefaultParams(), &quiet{})
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		m.askReady()
	}
}

func BenchmarkUnguarded(b *testing.B) {
	m, err := New(DefaultParams(), &quiet{})
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		m.mode.Occupy()
		m.host.Ready()
		m.mode.Release()
	}
}

// expire raises the event of the latest start of a timer.
func expire(m *Machine, t Timer) error {
	start, _ := m.TimerStart(t)
	return m.Fire(t, start)
}
