package wait

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// server is a host that accepts each question, and notes what it hears.
type server struct {
	say   []any
	limit time.Duration
	rest  time.Duration
}

func (s *server) Worth(time.Duration) bool { return true }

func (s *server) Say(after time.Duration, tries int, half, never time.Duration) {
	s.say = []any{after, tries, half, never}
}

func (s *server) Rest(wait time.Duration, tries int) time.Duration {
	return wait * time.Duration(tries)
}

func (s *server) Now() time.Time { return time.Time{} }

func (s *server) StartTimer(timer Timer, _ int, d time.Duration) {
	if timer == TimerWaitingAgain {
		s.rest = d
	}
}

func (s *server) StopTimer(Timer, int) {}

func (s *server) StartAsk(_ int, limit time.Duration) { s.limit = limit }

func (s *server) StopCall(Call, int) {}

func start(t *testing.T) (*Machine, *server) {
	t.Helper()
	host := &server{}
	m, err := New(DefaultParams(), host)
	if err != nil {
		t.Fatal(err)
	}
	return m, host
}

// TestDefaults computes defaults, one from another.
func TestDefaults(t *testing.T) {
	want := Params{Deadline: 15 * time.Minute, Pause: 5 * time.Second, Longest: 16500 * time.Millisecond, Factor: 2}
	if got := DefaultParams(); got != want {
		t.Errorf("the defaults are %+v, want %+v", got, want)
	}
}

// TestArithmetic asks twice.
func TestArithmetic(t *testing.T) {
	m, host := start(t)
	if host.limit != 15*time.Minute {
		t.Errorf("the call may take %v", host.limit)
	}
	if err := m.Slow(3*time.Second, 7); err != nil {
		t.Fatal(err)
	}
	if want := [4]any{10 * time.Second, 15 * 60, 4 * time.Second, time.Duration(0)}; [4]any(host.say) != want {
		t.Errorf("the output has %v, want %v", host.say, want)
	}
	if host.rest != 10*time.Second {
		t.Errorf("the timer runs for %v", host.rest)
	}
	number, _ := m.TimerStart(TimerWaitingAgain)
	if err := m.Fire(TimerWaitingAgain, number); err != nil {
		t.Fatal(err)
	}
	if m.Wait() != 10*time.Second || m.Elapsed() != 5*time.Second || m.Last() != 7 || host.limit != 15*time.Minute-5*time.Second {
		t.Errorf("the machine is %v, and the call may take %v", m, host.limit)
	}
}

// TestDurationsRefused refuses parameters and payloads, in words that people read.
func TestDurationsRefused(t *testing.T) {
	p := DefaultParams()
	p.Longest = time.Second
	if _, err := New(p, &server{}); err == nil || err.Error() != "wait: longest is 1s, must be from pause (5s) to 2h" {
		t.Errorf("the parameters are refused with %v", err)
	}
	m, _ := start(t)
	var invalid *InvalidPayloadError
	err := m.Slow(6*time.Second, 0)
	if !errors.As(err, &invalid) || err.Error() != "wait: by of event Slow is 6s, must be from 0s to 5s" || invalid.Value != 6_000_000_000 {
		t.Errorf("the payload is refused with %v", err)
	}
}

// TestStored writes durations as whole numbers of nanoseconds, and reads nothing else.
func TestStored(t *testing.T) {
	m, host := start(t)
	text, err := m.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"calls":{"ask":1},"data":{},"machine":"Wait","params":{"deadline":900000000000,"factor":2,"longest":16500000000,"pause":5000000000},` +
		`"starts":{"Asking.askTimeout":1},"state":"Asking","timers":{},"vars":{"elapsed":0,"last":0,"wait":5000000000}}`
	if string(text) != want {
		t.Errorf("the snapshot is %s, want %s", text, want)
	}
	for _, wrong := range []string{`"5s"`, "5e9", "5000000000.5", "null", "9223372036854775808", "16500000001", "4999999999"} {
		if m, err := Restore([]byte(strings.Replace(want, `"wait":5000000000`, `"wait":`+wrong, 1)), host); err == nil {
			t.Errorf("%s is restored as %v", wrong, m)
		}
	}
	back, err := Restore(text, host)
	if err != nil || back.Values() != m.Values() {
		t.Errorf("%s is restored as %v: %v", text, back, err)
	}
}
